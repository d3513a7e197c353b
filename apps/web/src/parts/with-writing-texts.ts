import { addCatalogue } from '../strings/strings';

/** A part about what is written for later, with its texts in the language in use; neither is there before it is wanted. */
export async function withWritingTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded, { writingTexts }] = await Promise.all([part, import('../strings/writing-strings')]);
  await addCatalogue(writingTexts);
  return loaded;
}
