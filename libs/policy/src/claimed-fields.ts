import type { NamePair } from './claimed-groups';

/** More than any field holds. */
const LONGEST = 2_000;

/**
 * What a provider says of custom profile fields, by their names here (identity.md 4).
 * @param valueOf the value or values of a claim or attribute, whose types nobody has checked; undefined: it is not there
 * @returns undefined where nobody asks
 */
export function claimedFields(
  mapping: readonly NamePair[] | undefined,
  valueOf: (external: string) => unknown,
): Record<string, string> | undefined {
  if (mapping === undefined) return undefined;
  const said = mapping.flatMap(({ external, local = external }): [string, string][] => {
    const value = valueOf(external);
    return value === undefined ? [] : [[local, textOf(value)]];
  });
  return Object.fromEntries(said);
}

/** Of several values the first. What is neither text nor number is none. */
function textOf(value: unknown): string {
  const texts = [value].flat().map((one) => (typeof one === 'number' ? String(one) : one));
  const found = texts.find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, LONGEST) : '';
}
