import type { RE2JS } from 're2js';

const PIECE = /([^{}]+|\{\{|\}\})|\{([A-Za-z_][A-Za-z0-9_]*)\}/y;

type Piece = { literal: string } | { group: string };

/** The pieces of a reverse template, or null if a brace is neither doubled nor around a group's name. */
function piecesOf(template: string): Piece[] | null {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  for (let position = 0; position < template.length; position = PIECE.lastIndex) {
    PIECE.lastIndex = position;
    const [, literal, group] = PIECE.exec(template) ?? [];
    if (group !== undefined) pieces.push({ group });
    else if (literal !== undefined) pieces.push({ literal: literal.replace(/^([{}])\1$/, '$1') });
    else return null;
  }
  return pieces;
}

export interface ReverseValues {
  example_input: string | null;
  reverse_template: string | null;
}

/**
 * What is wrong with a linkifier's example and reverse template (organization.md 5), by field, in words.
 * @param groups names in the pattern
 */
export function reverseProblems(
  { example_input: example, reverse_template: template }: ReverseValues,
  pattern: RE2JS,
  groups: ReadonlySet<string>,
): Map<keyof ReverseValues, string> {
  const problems = new Map<keyof ReverseValues, string>();
  const matcher = example === null ? null : pattern.matcher(example);
  const isMatch = matcher?.matches() ?? false;
  if (matcher && !isMatch) problems.set('example_input', 'Example input does not match the linkifier pattern.');
  if (template === null) return problems;
  const pieces = piecesOf(template);
  if (pieces === null) return problems.set('reverse_template', 'Invalid reverse template.');
  const named = pieces.flatMap((piece) => ('group' in piece ? [piece.group] : []));
  const unknown = named.find((name) => !groups.has(name));
  if (unknown !== undefined) {
    const text = `Group '${unknown}' in reverse template is not present in linkifier pattern.`;
    return problems.set('reverse_template', text);
  }
  if (matcher === null) return problems.set('reverse_template', 'A reverse template needs an example input.');
  if (!isMatch) return problems;
  const expanded = pieces.map((piece) => ('group' in piece ? (matcher.group(piece.group) ?? '') : piece.literal));
  if (expanded.join('') !== example) {
    problems.set('reverse_template', 'The reverse template does not give the example input.');
  }
  return problems;
}
