import { withSettingsTexts } from '../../parts/with-settings-texts';

/** The personal settings, with their texts in the language in use. */
export function loadSettings() {
  return withSettingsTexts(import('./personal-settings'));
}
