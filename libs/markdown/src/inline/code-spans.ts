import { escapeLiteral } from '../html';
import { Trigger, type InlineRule } from './inline-state';

/** Number of backslashes right before a position, down to `from`. */
function backslashesBefore(text: string, position: number, from: number): number {
  let count = 0;
  while (position - count > from && text[position - count - 1] === '\\') count++;
  return count;
}

interface Run {
  start: number;
  length: number;
}

/** For each run the index of the next one of the same length. */
function nextOfSameLength(runs: readonly Run[]): (number | undefined)[] {
  const next = new Array<number | undefined>(runs.length);
  const seen = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0;
    next[index] = seen.get(length);
    seen.set(length, index);
  }
  return next;
}

/** Code spans: a run of backticks up to the next run of exactly as many (markdown.md 4.1). */
export const codeSpans: InlineRule = {
  all: Trigger.backtick,
  any: 0,
  apply(text, { stash }) {
    const runs = Array.from(text.matchAll(/`+/g), (match): Run => ({ start: match.index, length: match[0].length }));
    const next = nextOfSameLength(runs);
    let output = '';
    let position = 0;
    for (let index = 0; index < runs.length; index++) {
      const open = runs[index];
      if (open === undefined) break;
      const backslashes = backslashesBefore(text, open.start, position);
      if (backslashes % 2 === 1) continue;
      output += text.slice(position, open.start - backslashes / 2);
      position = open.start;
      const closeIndex = next[index];
      const close = closeIndex === undefined ? undefined : runs[closeIndex];
      if (closeIndex === undefined || close === undefined) continue;
      output += stash.put(`<code>${escapeLiteral(text.slice(open.start + open.length, close.start))}</code>`);
      position = close.start + close.length;
      index = closeIndex;
    }
    return output + text.slice(position);
  },
};
