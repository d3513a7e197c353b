import { peopleTexts } from '../strings/people-strings';
import { addCatalogue } from '../strings/strings';

/** A part about people, with its texts in the language in use. */
export async function withPeopleTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, addCatalogue(peopleTexts)]);
  return loaded;
}
