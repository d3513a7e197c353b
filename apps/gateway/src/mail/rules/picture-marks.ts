/** Characters that nobody types, with a number between them. */
const BEGIN = '\ue000';
const END = '\ue001';
const MARK = /\ue000(\d+)\ue001/g;

/** Where a file of a mail is shown, until its address is known. @param index of the file */
export function pictureMark(index: number): string {
  return `${BEGIN}${index}${END}`;
}

/** What somebody wrote, who might write marks as well. */
export function withoutMarks(text: string): string {
  return text.replaceAll(BEGIN, '').replaceAll(END, '');
}

/**
 * Puts links in the places of marks: each in its first place, as a mail may name one picture any number of times.
 * @param links by the index of their files
 * @returns the text, and the links that have no place in it
 */
export function placeLinks(text: string, links: readonly string[]): { body: string; rest: string[] } {
  const placed = new Set<number>();
  const body = text.replace(MARK, (_mark, digits: string) => {
    const index = Number(digits);
    if (placed.has(index)) return '';
    placed.add(index);
    return links[index] ?? '';
  });
  return { body, rest: links.filter((_link, index) => !placed.has(index)) };
}
