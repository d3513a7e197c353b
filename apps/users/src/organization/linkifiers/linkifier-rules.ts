import type { LinkifierObject } from '@stoa/contracts/organization';
import { RE2JS } from 're2js';
import { BLANK, FieldErrors, NON_FIELD, fieldErrors } from './field-errors';
import { reverseProblems } from './reverse-template';
import { templateVariables } from './url-template';

/** The unique index over patterns takes no longer keys. */
const MOST_PATTERN_BYTES = 2000;

/** The engine's words for what RE2 itself calls otherwise; clients show them as they are. */
const ENGINE_TEXTS: readonly [RegExp, string][] = [
  [/^missing closing (.)$/, 'missing $1'],
  [/^missing argument to repetition operator$/, 'no argument for repetition operator'],
  [/^invalid nested repetition operator$/, 'bad repetition operator'],
  [/^invalid repeat count$/, 'invalid repetition size'],
  [/^invalid or unsupported Perl syntax$/, 'invalid perl operator'],
  [/^invalid named capture$/, 'invalid named capture group'],
  [/^trailing backslash at end of expression$/, 'trailing \\'],
];

interface CompiledPattern {
  pattern: RE2JS;
  groups: ReadonlySet<string>;
  problem?: undefined;
}
interface RefusedPattern {
  problem: string;
}

/** What administrators configure of a linkifier. */
export type LinkifierValues = Required<Omit<LinkifierObject, 'id'>>;

/** What a call says of {@link LinkifierValues}; an empty text removes a value, what is left out stays. */
interface SentValues {
  pattern: string;
  url_template: string;
  example_input?: string;
  reverse_template?: string;
  alternative_url_templates?: string[];
}

/** @param known the linkifier that changes; none for a new one */
export function linkifierValues(sent: SentValues, known?: LinkifierObject): LinkifierValues {
  const { pattern, url_template, alternative_url_templates: alternatives } = sent;
  const changed = (text: string | undefined, before: string | null | undefined): string | null =>
    text === undefined ? (before ?? null) : text || null;
  return {
    pattern,
    url_template,
    example_input: changed(sent.example_input, known?.example_input),
    reverse_template: changed(sent.reverse_template, known?.reverse_template),
    alternative_url_templates: alternatives ?? known?.alternative_url_templates ?? [],
  };
}

/** Compiles with RE2 only: nothing that a user writes may take more than linear time. */
function compile(pattern: string): CompiledPattern | RefusedPattern {
  if (Buffer.byteLength(pattern) > MOST_PATTERN_BYTES) return { problem: 'pattern too large - compile failed' };
  try {
    const compiled = RE2JS.compile(pattern);
    return { pattern: compiled, groups: new Set(Object.keys(compiled.namedGroups())) };
  } catch (error) {
    return { problem: engineText(error) };
  }
}

function engineText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const parts = /^error parsing regexp: (.*?)(?:: `(.*)`)?$/s.exec(message);
  const [, reason = message, input] = parts ?? [];
  const known = ENGINE_TEXTS.find(([pattern]) => pattern.test(reason));
  const text = known ? reason.replace(known[0], known[1]) : reason;
  return input === undefined ? text : `${text}: ${input}`;
}

/**
 * Checks what an administrator configures (organization.md 5).
 * @throws DomainError with the first message and `errors` by field
 */
export function checkLinkifier(values: LinkifierValues): void {
  const { pattern, url_template: template } = values;
  const errors: FieldErrors = new Map();
  const compiled = compile(pattern);
  if (pattern === '') errors.set('pattern', [BLANK]);
  const variables = templateVariables(template);
  if (template === '') errors.set('url_template', [BLANK]);
  else if (variables === null) errors.set('url_template', ['Invalid URL template.']);
  const problem = problemOfBoth(compiled, variables);
  if (problem !== undefined) errors.set(NON_FIELD, [problem]);
  if (compiled.problem === undefined) {
    const alternatives = alternativesProblem(values.alternative_url_templates, compiled.groups);
    if (alternatives !== undefined) errors.set('alternative_url_templates', [alternatives]);
    for (const [field, text] of reverseProblems(values, compiled.pattern, compiled.groups)) errors.set(field, [text]);
  }
  if (errors.size > 0) throw fieldErrors(errors);
}

/** They may leave out groups: not every address that means the same names all of them. */
function alternativesProblem(templates: readonly string[], groups: ReadonlySet<string>): string | undefined {
  for (const template of templates) {
    const variables = template === '' ? null : templateVariables(template);
    if (variables === null) return 'Invalid URL template.';
    const unknown = [...variables].find((name) => !groups.has(name));
    if (unknown !== undefined) return `Group '${unknown}' in URL template is not present in linkifier pattern.`;
  }
  return undefined;
}

/** What is wrong beyond single fields: it is reported together with other errors. */
function problemOfBoth(
  compiled: CompiledPattern | RefusedPattern,
  variables: ReadonlySet<string> | null,
): string | undefined {
  if (compiled.problem !== undefined) return `Bad regular expression: ${compiled.problem}`;
  return variables ? groupMismatch(compiled.groups, variables) : undefined;
}

function groupMismatch(groups: ReadonlySet<string>, variables: ReadonlySet<string>): string | undefined {
  const firstMissing = (from: ReadonlySet<string>, names: ReadonlySet<string>): string | undefined =>
    [...names].filter((name) => !from.has(name)).sort()[0];
  const unknown = firstMissing(groups, variables);
  if (unknown !== undefined) return `Group '${unknown}' in URL template is not present in linkifier pattern.`;
  const unused = firstMissing(variables, groups);
  return unused === undefined ? undefined : `Group '${unused}' in linkifier pattern is not present in URL template.`;
}
