import { ScimError } from './scim-error';

/** What a resource shows a filter: values by path in lower case; several for a list, none for what is absent. */
export type FilterValues = Readonly<Record<string, readonly (string | number | boolean)[]>>;

export type FilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr';

export type ScimFilter =
  | { kind: 'and' | 'or'; parts: readonly ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }
  | { kind: 'compare'; path: string; operator: FilterOperator; value: string | number | boolean | null };

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']);
/** Compared letter by letter (RFC 7643 3.1). */
const WITH_CASE = new Set(['id', 'externalid']);
const LONGEST_FILTER = 2_000;
const DEEPEST_FILTER = 20;
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

function invalid(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter');
}

/**
 * Reads a filter (RFC 7644 3.4.2.2).
 * @param paths in lower case, which a filter may name
 * @throws ScimError 400 invalidFilter
 */
export function readFilter(text: string, paths: ReadonlySet<string>): ScimFilter {
  if (text.length > LONGEST_FILTER) throw invalid(`A filter has at most ${LONGEST_FILTER} characters.`);
  return new FilterReader(tokensOf(text), paths).read();
}

export function matches(filter: ScimFilter, values: FilterValues): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, values));
    case 'or':
      return filter.parts.some((part) => matches(part, values));
    case 'not':
      return !matches(filter.part, values);
    case 'compare':
      return compares(filter, values[filter.path] ?? []);
  }
}

/** Values that a path must equal for the filter to match at all; undefined where it may have others. */
export function requiredValue(filter: ScimFilter, path: string): string | undefined {
  if (filter.kind === 'and') {
    for (const part of filter.parts) {
      const value = requiredValue(part, path);
      if (value !== undefined) return value;
    }
  }
  const isEquation = filter.kind === 'compare' && filter.operator === 'eq' && filter.path === path;
  return isEquation && filter.value !== null ? String(filter.value) : undefined;
}

/** Everything that a path is compared with. */
export function comparedValues(filter: ScimFilter, path: string): string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.flatMap((part) => comparedValues(part, path));
    case 'not':
      return comparedValues(filter.part, path);
    case 'compare':
      return filter.path === path && filter.value !== null ? [String(filter.value)] : [];
  }
}

function compares(
  { path, operator, value }: Extract<ScimFilter, { kind: 'compare' }>,
  found: readonly (string | number | boolean)[],
): boolean {
  if (operator === 'pr') return found.some((one) => one !== '');
  if (operator === 'ne') return !found.some((one) => order(path, one, value) === 0);
  return found.some((one) => compareOne(path, operator, one, value));
}

function compareOne(
  path: string,
  operator: Exclude<FilterOperator, 'pr' | 'ne'>,
  one: string | number | boolean,
  value: string | number | boolean | null,
): boolean {
  const first = comparable(path, one);
  const second = value === null ? '' : comparable(path, value);
  switch (operator) {
    case 'eq':
      return order(path, one, value) === 0;
    case 'co':
      return first.includes(second);
    case 'sw':
      return first.startsWith(second);
    case 'ew':
      return first.endsWith(second);
    case 'gt':
      return order(path, one, value) > 0;
    case 'ge':
      return order(path, one, value) >= 0;
    case 'lt':
      return order(path, one, value) < 0;
    case 'le':
      return order(path, one, value) <= 0;
  }
}

function order(path: string, one: string | number | boolean, value: string | number | boolean | null): number {
  if (value === null) return 1;
  if (typeof one === 'number' && typeof value === 'number') return one - value;
  const first = comparable(path, one);
  const second = comparable(path, value);
  return first < second ? -1 : first > second ? 1 : 0;
}

function comparable(path: string, value: string | number | boolean): string {
  return WITH_CASE.has(path) ? String(value) : String(value).toLowerCase();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw invalid(`The filter is not understood at character ${at + 1}.`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

/** By recursive descent: `or` binds weakest, `not` strongest. */
class FilterReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly paths: ReadonlySet<string>,
  ) {}

  read(): ScimFilter {
    const filter = this.alternatives('');
    if (this.at < this.tokens.length) throw invalid(`The filter is not understood at "${this.tokens[this.at]}".`);
    return filter;
  }

  /** @param prefix the attribute whose parts are named, with a dot */
  private alternatives(prefix: string): ScimFilter {
    if (++this.depth > DEEPEST_FILTER) throw invalid('The filter is nested too deeply.');
    const parts = [this.conjunction(prefix)];
    while (this.takeWord('or')) parts.push(this.conjunction(prefix));
    this.depth -= 1;
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'or', parts };
  }

  private conjunction(prefix: string): ScimFilter {
    const parts = [this.term(prefix)];
    while (this.takeWord('and')) parts.push(this.term(prefix));
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'and', parts };
  }

  private term(prefix: string): ScimFilter {
    if (this.peek()?.toLowerCase() === 'not' && this.tokens[this.at + 1] === '(') {
      this.at += 1;
      return { kind: 'not', part: this.group(prefix, ')') };
    }
    if (this.peek() === '(') return this.group(prefix, ')');
    return this.comparison(prefix);
  }

  private group(prefix: string, end: ')' | ']'): ScimFilter {
    this.at += 1;
    const filter = this.alternatives(prefix);
    if (this.next() !== end) throw invalid(`The filter lacks a "${end}".`);
    return filter;
  }

  private comparison(prefix: string): ScimFilter {
    let path = prefix + this.name();
    if (this.peek() === '[') {
      const inner = this.group(`${path}.`, ']');
      const tail = this.peek();
      if (!tail?.startsWith('.')) return inner;
      path += tail.toLowerCase();
      this.at += 1;
      return { kind: 'and', parts: [inner, this.operation(path)] };
    }
    return this.operation(path);
  }

  private operation(path: string): ScimFilter {
    if (!this.paths.has(path)) throw invalid(`Filters by "${path}" are not supported.`);
    const operator = this.next()?.toLowerCase() ?? '';
    if (!isOperator(operator)) throw invalid(`"${operator}" is not an operator.`);
    return { kind: 'compare', path, operator, value: operator === 'pr' ? null : this.value() };
  }

  private name(): string {
    const token = this.next();
    if (token === undefined || !/^[a-z$_]/i.test(token)) throw invalid('The filter lacks the name of an attribute.');
    return token.toLowerCase().replace(URN, '');
  }

  private value(): string | number | boolean | null {
    const token = this.next();
    if (token === undefined) throw invalid('The filter lacks a value.');
    let value: unknown;
    try {
      value = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    } catch {
      throw invalid(`"${token}" is not a value.`);
    }
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return value;
    }
    throw invalid(`"${token}" is not a value.`);
  }

  private peek(): string | undefined {
    return this.tokens[this.at];
  }

  private next(): string | undefined {
    return this.tokens[this.at++];
  }

  private takeWord(word: string): boolean {
    if (this.peek()?.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }
}

function isOperator(word: string): word is FilterOperator {
  return OPERATORS.has(word);
}
