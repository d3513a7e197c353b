import { addCatalogue } from '../strings/strings';

/** A part about people, with its texts in the language in use; neither is there before it is wanted. */
export async function withPeopleTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded, { peopleTexts }] = await Promise.all([part, import('../strings/people-strings')]);
  await addCatalogue(peopleTexts);
  return loaded;
}
