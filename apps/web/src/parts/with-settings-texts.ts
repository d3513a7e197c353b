import { addCatalogue } from '../strings/strings';

/** A part with texts of the settings, in the language in use; neither is there before it is wanted. */
export async function withSettingsTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded, { settingsTexts }] = await Promise.all([part, import('../strings/settings-strings')]);
  await addCatalogue(settingsTexts);
  return loaded;
}
