import { badRequest } from '@stoa/errors';

/**
 * Whether the name fits a shell pattern: `*`, `?` and sets such as `[ab]`. Takes time in proportion to the product of the
 * lengths at most, whatever the pattern.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  const parts = partsOf(pattern);
  let at = 0;
  let part = 0;
  let star = -1;
  let afterStar = 0;
  while (at < name.length) {
    const current = parts[part];
    if (current === '*') {
      star = part++;
      afterStar = at;
    } else if (current !== undefined && fits(name[at] ?? '', current)) {
      at++;
      part++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++afterStar;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

interface CharacterSet {
  characters: string;
  isNegated: boolean;
}
type PatternPart = string | CharacterSet;

function partsOf(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    const end = character === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (end < 0) parts.push(character);
    else {
      const isNegated = pattern[at + 1] === '!';
      parts.push({ characters: pattern.slice(at + (isNegated ? 2 : 1), end), isNegated });
      at = end;
    }
  }
  return parts;
}

function fits(character: string, part: PatternPart): boolean {
  if (typeof part === 'string') return part === '?' || part === character;
  return part.characters.includes(character) !== part.isNegated;
}

/** What an address wants of the events. */
export class EventFilter {
  private readonly only: readonly string[] | undefined;
  private readonly excluded: readonly string[];
  private readonly branches: readonly string[] | undefined;

  /** @throws DomainError where a list is none */
  constructor(query: Readonly<Record<string, string | undefined>>) {
    this.only = patternsOf(query, 'only_events');
    this.excluded = patternsOf(query, 'exclude_events') ?? [];
    this.branches = query.branches
      ?.split(',')
      .map((branch) => branch.trim())
      .filter((branch) => branch !== '');
  }

  /** @returns what keeps the event out; undefined if nothing does */
  refusalOf({ event, branch }: { event?: string; branch?: string }): string | undefined {
    if (event !== undefined) {
      if (this.only && !this.only.some((pattern) => fitsPattern(event, pattern))) return 'only_events';
      if (this.excluded.some((pattern) => fitsPattern(event, pattern))) return 'exclude_events';
    }
    const isOther = branch !== undefined && this.branches?.every((pattern) => !fitsPattern(branch, pattern));
    return isOther ? 'branches' : undefined;
  }
}

function patternsOf(query: Readonly<Record<string, string | undefined>>, name: string): string[] | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(`${name} is not valid JSON`);
  }
  if (!Array.isArray(value)) throw badRequest(`${name} is not a list`);
  return value.map((item: unknown, index) => {
    if (typeof item !== 'string') throw badRequest(`${name}[${index}] is not a string`);
    return item;
  });
}
