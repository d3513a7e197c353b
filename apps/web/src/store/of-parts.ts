import type { State } from './state';

/**
 * A selector of what follows from some parts of the state and takes a moment to work out: that is done again only when
 * one of them is another. It remembers its last answer alone: each component that asks for something else has its own.
 */
export function ofParts<Part extends keyof State, T>(
  parts: readonly Part[],
  derive: (state: Pick<State, Part>) => T,
): (state: Pick<State, Part>) => T {
  // Not the state, of which a row would keep an old one in memory.
  let known: readonly unknown[] = [];
  let last: { readonly derived: T } | undefined;
  return (state) => {
    if (last && parts.every((part, position) => known[position] === state[part])) return last.derived;
    known = parts.map((part) => state[part]);
    last = { derived: derive(state) };
    return last.derived;
  };
}
