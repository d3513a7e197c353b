/** A text without regard to case and accents, as filters and lists of names compare it. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Where words begin: after blanks and `/ : _ -` (web-details.md A.2). */
function wordsOf(text: string): readonly string[] {
  return folded(text).split(/[\s/:_>(-]+/);
}

/** How well a text answers what was typed: 0 for the same, more for less, undefined where a word is missing. */
export function matchRank(typed: string, text: string): number | undefined {
  const query = folded(typed).trim();
  if (query === '') return 3;
  const whole = folded(text);
  if (whole === query) return 0;
  if (whole.startsWith(query)) return 1;
  const words = wordsOf(text);
  return query.split(/\s+/).every((wanted) => words.some((word) => word.startsWith(wanted))) ? 2 : undefined;
}

/** Whether every word that was typed begins a word of the text. */
export function matchesText(typed: string, text: string): boolean {
  return matchRank(typed, text) !== undefined;
}
