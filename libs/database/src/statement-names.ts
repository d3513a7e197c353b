const MOST_NAMES = 2000;
const names = new Map<string, string>();

/**
 * A name under which a statement is prepared once per connection, or undefined when too many different texts were seen
 * (texts that are built from data must not fill the server's memory).
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
