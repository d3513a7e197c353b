import { describe, expect, it } from 'vitest';
import { blockAt, fenceFor, markReplaced, mentionOf, quoteOf } from './quote';

describe('quoting', () => {
  it('makes a fence longer than any in the text', () => {
    expect(fenceFor('plain')).toBe('```');
    expect(fenceFor('a\n```ts\nx\n```')).toBe('````');
    expect(fenceFor('  `````\nx')).toBe('``````');
    expect(fenceFor('inline ```` ticks')).toBe('```');
  });

  it('names the sender silently, links the message and keeps its source', () => {
    const mention = mentionOf('Bo', 7, false, true);
    expect(quoteOf({ mention, said: 'said', link: 'https://x/#narrow/near/3', source: 'Hello' })).toBe(
      '@_**Bo** [said](https://x/#narrow/near/3):\n```quote\nHello\n```\n',
    );
  });

  it('adds the id where a name is not enough', () => {
    expect(mentionOf('Bo', 7, true)).toBe('@**Bo|7**');
  });
});

describe('where a quote stands', () => {
  const MARK = '[…](#1)';

  it('is the caret, on a line of its own', () => {
    const at = (text: string, start: number, end = start) => blockAt({ text, start, end }, 'quote\n');
    expect(at('', 0)).toEqual({ from: 0, to: 0, insert: 'quote\n', select: [6, 6] });
    expect(at('one\ntwo', 4)).toEqual({ from: 4, to: 4, insert: 'quote\n', select: [10, 10] });
    expect(at('one two', 3)).toEqual({ from: 3, to: 3, insert: '\nquote\n', select: [10, 10] });
    // What is selected stays.
    expect(at('one two', 0, 3)).toEqual({ from: 3, to: 3, insert: '\nquote\n', select: [10, 10] });
  });

  it('is where its mark stands, wherever one writes meanwhile', () => {
    const text = `ab ${MARK} cd`;
    const replaced = (start: number, end = start) => markReplaced({ text, start, end }, MARK, 'quote')?.select;
    expect(markReplaced({ text, start: 0, end: 0 }, MARK, 'quote')).toMatchObject({ from: 3, to: 10, insert: 'quote' });
    expect(replaced(1)).toEqual([1, 1]);
    expect(replaced(5)).toEqual([8, 8]);
    expect(replaced(10)).toEqual([8, 8]);
    expect(replaced(11, 13)).toEqual([9, 11]);
    expect(markReplaced({ text: 'ab', start: 0, end: 0 }, MARK, 'quote')).toBeUndefined();
  });
});
