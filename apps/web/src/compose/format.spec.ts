import { describe, expect, it } from 'vitest';
import { type Format, type Selected, continuedList, formatted } from './format';

/** `|` marks the ends of the selection; one of them alone is the caret. */
function read(marked: string): Selected {
  const start = marked.indexOf('|');
  const last = marked.lastIndexOf('|');
  const text = marked.replaceAll('|', '');
  return { text, start, end: last === start ? start : last - 1 };
}

function written({ text }: Selected, edit: ReturnType<typeof formatted> | undefined): string | undefined {
  if (!edit) return undefined;
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const [start, end] = edit.select;
  return start === end
    ? `${next.slice(0, start)}|${next.slice(start)}`
    : `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`;
}

function after(marked: string, format: Format): string | undefined {
  const selected = read(marked);
  return written(selected, formatted(selected, format));
}

describe('the toolbar', () => {
  it('marks the selection or the word, and takes the marks away again', () => {
    expect(after('a |word| b', 'bold')).toBe('a **|word|** b');
    expect(after('a wo|rd b', 'bold')).toBe('a **|word|** b');
    expect(after('a **|word|** b', 'bold')).toBe('a |word| b');
    expect(after('|**word**|', 'bold')).toBe('|word|');
    expect(after('~~|x|~~', 'strike')).toBe('|x|');
  });

  it('tells one star from two', () => {
    expect(after('**|word|**', 'italic')).toBe('***|word|***');
    expect(after('***|word|***', 'italic')).toBe('**|word|**');
    expect(after('*|word|*', 'italic')).toBe('|word|');
    expect(after('*|word|*', 'bold')).toBe('***|word|***');
  });

  it('makes code inline or a block by what is selected', () => {
    expect(after('|x|', 'code')).toBe('`|x|`');
    expect(after('|a\nb|', 'code')).toBe('```\n|a\nb|\n```');
    expect(after('|a|', 'quote')).toBe('```quote\n|a|\n```');
    expect(after('|```quote\na\n```|', 'quote')).toBe('|a|');
  });

  it('makes lists of lines and undoes them', () => {
    expect(after('|a\nb|', 'bullets')).toBe('|- a\n- b|');
    expect(after('|- a\n- b|', 'bullets')).toBe('|a\nb|');
    expect(after('|a\nb|', 'numbers')).toBe('|1. a\n2. b|');
  });

  it('asks for the address of a link', () => {
    expect(after('see |this|', 'link')).toBe('see [this](|https://|)');
  });
});

describe('Enter in a list', () => {
  const entered = (marked: string): string | undefined => written(read(marked), continuedList(read(marked)));

  it('goes on with the list', () => {
    expect(entered('- a|')).toBe('- a\n- |');
    expect(entered('9. a|')).toBe('9. a\n10. |');
    expect(entered('  * a|b')).toBe('  * a\n  * |b');
  });

  it('ends it at an item without text', () => {
    expect(entered('- a\n- |')).toBe('- a\n|');
    expect(entered('plain|')).toBeUndefined();
  });
});
