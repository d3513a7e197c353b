/**
 * The beginning of a text, with `…` if anything is missing. Counts code points, so that no character outside the basic
 * plane is cut in two.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}
