import { ADDRESS } from './pasted';

/** A linkifier, as far as it leads from addresses back to texts (levels 471 and 478). */
export interface Reversible {
  readonly pattern: string;
  readonly url_template: string;
  readonly reverse_template?: string | null;
  readonly alternative_url_templates?: readonly string[];
}

/** A text that may stand for an address, as long as the pattern finds it. */
export interface Candidate {
  readonly pattern: string;
  readonly text: string;
}

const EXPRESSION = /\{(\+?)(\w+)\}/g;
/** What a simple variable of an address never holds: it is encoded there. */
const RESERVED = /[/?#&=]/;

interface Variable {
  readonly name: string;
  readonly isReserved: boolean;
  /** What follows it, up to the next variable. */
  readonly after: string;
}

/** What a template consists of; undefined for kinds of variables that cannot be read back. */
function partsOf(template: string): { before: string; variables: readonly Variable[] } | undefined {
  const found = [...template.matchAll(EXPRESSION)];
  const textAt = (index: number, end: number | undefined): string => template.slice(index, end);
  const variables = found.map((match, position) => ({
    name: match[2] ?? '',
    isReserved: match[1] === '+',
    after: textAt(match.index + match[0].length, found[position + 1]?.index),
  }));
  const before = textAt(0, found[0]?.index);
  const isPlain = ![before, ...variables.map(({ after }) => after)].some((text) => /[{}]/.test(text));
  // Of two that stand together, nobody knows where the first ends.
  const areApart = variables.every(({ after }, position) => after !== '' || position === variables.length - 1);
  return isPlain && areApart && variables.length > 0 ? { before, variables } : undefined;
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The values with which a template (RFC 6570) gives an address; undefined where it cannot. */
export function valuesIn(template: string, url: string): ReadonlyMap<string, string> | undefined {
  const parts = partsOf(template);
  if (!parts || !url.startsWith(parts.before)) return undefined;
  const values = new Map<string, string>();
  let position = parts.before.length;
  for (const [index, { name, isReserved, after }] of parts.variables.entries()) {
    const isLast = index === parts.variables.length - 1;
    const end = isLast ? url.length - after.length : url.indexOf(after, position + 1);
    const raw = url.slice(position, Math.max(position, end));
    const value = isReserved || !RESERVED.test(raw) ? decoded(raw) : undefined;
    const isSame = values.get(name) === undefined || values.get(name) === value;
    if (!value || !isSame || !url.startsWith(after, end)) return undefined;
    values.set(name, value);
    position = end + after.length;
  }
  return values;
}

/** A reverse template with its groups; undefined where one has no value. */
export function filled(template: string, values: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{\{|\}\}|\{(\w+)\}/g, (piece, name: string | undefined) => {
    if (name === undefined) return piece.slice(1);
    const value = values.get(name);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

/** Texts that may stand for an address, in the order in which the linkifiers are tried. */
export function candidatesFor(url: string, linkifiers: readonly Reversible[]): readonly Candidate[] {
  // Words after an address are more than an address: they are pasted as they are.
  if (!ADDRESS.test(url)) return [];
  return linkifiers.flatMap(({ pattern, url_template, reverse_template, alternative_url_templates = [] }) => {
    if (!reverse_template) return [];
    const values = [url_template, ...alternative_url_templates].flatMap((template) => valuesIn(template, url) ?? []);
    const text = values[0] && filled(reverse_template, values[0]);
    return text === undefined ? [] : [{ pattern, text }];
  });
}

/** The first text that its pattern makes a link of. Patterns run in RE2 alone, which is loaded for them. */
export async function textForAddress(candidates: readonly Candidate[]): Promise<string | undefined> {
  const { RE2JS } = await import('re2js');
  return candidates.find(({ pattern, text }) => RE2JS.compile(pattern).matcher(text).matches())?.text;
}
