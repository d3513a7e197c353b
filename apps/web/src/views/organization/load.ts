import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** The organization's settings, with their texts in the language in use. */
export async function loadOrganizationSettings() {
  const [{ OrganizationSettings }] = await Promise.all([
    import('./organization-settings'),
    addCatalogue(settingsTexts),
  ]);
  return { OrganizationSettings };
}
