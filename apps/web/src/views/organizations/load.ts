import { withSettingsTexts } from '../../parts/with-settings-texts';

/** The list of organizations, with its texts in the language in use. */
export function loadOrganizations() {
  return withSettingsTexts(import('./organizations-overlay'));
}
