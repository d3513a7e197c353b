/**
 * The quoted phrases of a search (markdown.md 17.1): what must occur literally, besides the words. A quote without a
 * partner quotes nothing.
 */
export function quotedPhrases(query: string): string[] {
  return [...query.matchAll(/"([^"]*)"/g)].flatMap(([, phrase]) => (phrase?.trim() ? [phrase] : []));
}
