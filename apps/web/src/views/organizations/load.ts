import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** The list of organizations, with its texts in the language in use. */
export async function loadOrganizations() {
  const [{ OrganizationsOverlay }] = await Promise.all([
    import('./organizations-overlay'),
    addCatalogue(settingsTexts),
  ]);
  return { OrganizationsOverlay };
}
