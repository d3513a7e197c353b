import { addCatalogue } from '../strings/strings';

/** A part that names keys, with their texts in the language in use; neither is there before it is wanted. */
export async function withKeysTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded, { keysTexts }] = await Promise.all([part, import('../strings/keys-strings')]);
  await addCatalogue(keysTexts);
  return loaded;
}
