import { settingsTexts } from '../../strings/settings-strings';
import { addCatalogue } from '../../strings/strings';

/** The personal settings, with their texts in the language in use. */
export async function loadSettings() {
  const [{ PersonalSettings }] = await Promise.all([import('./personal-settings'), addCatalogue(settingsTexts)]);
  return { PersonalSettings };
}
