/** Data that somebody's client made up: nothing in it can be trusted to be what it should be. */
export type Fields = Readonly<Record<string, unknown>>;

/** What was added to a widget after its message was sent (markdown.md 13.2). */
export interface Addition {
  /** The service vouches for it. */
  readonly senderId: number;
  /** Whether they sent the message that the widget is. */
  readonly isAuthor: boolean;
  readonly data: Fields;
}

/** @returns undefined for what is no object */
export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}

/** @returns undefined for what is no JSON, or no object */
export function fieldsIn(json: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text with something to see in it; undefined otherwise. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const LARGEST_INDEX = 1000;

/** Options and tasks of one person are numbered. */
export function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INDEX;
}

/** The first number for which there is no key yet. */
export function freeIndex(keys: readonly string[], keyOf: (index: number) => string): number {
  const taken = new Set(keys);
  let index = 1;
  while (taken.has(keyOf(index))) index += 1;
  return index;
}
