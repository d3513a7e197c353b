/** A text with its selection. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is typed over a part of the text, and what is selected then. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [start: number, end: number];
}

export type Format =
  'bold' | 'italic' | 'strike' | 'code' | 'link' | 'quote' | 'spoiler' | 'math' | 'bullets' | 'numbers';

/** The selection, or the word that the caret stands in. */
function wordAt({ text, start, end }: Selected): [number, number] {
  if (start !== end) return [start, end];
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}_]*/u.exec(text.slice(end))?.[0].length ?? 0;
  return [start - before, end + after];
}

/** Whether a mark stands at the end of one text and at the beginning of another: one star is not a half of two. */
function isBetween(before: string, after: string, mark: string): boolean {
  if (!/^\*+$/.test(mark)) return before.endsWith(mark) && after.startsWith(mark);
  const stars = Math.min(/\*{0,3}$/.exec(before)?.[0].length ?? 0, /^\*{0,3}/.exec(after)?.[0].length ?? 0);
  return mark.length === 1 ? stars % 2 === 1 : stars >= 2;
}

/** Puts marks around the selection; takes them away where they stand already, outside or inside of it. */
function wrap(selected: Selected, mark: string): TextEdit {
  const { text } = selected;
  const [start, end] = wordAt(selected);
  const part = text.slice(start, end);
  const size = mark.length;
  if (isBetween(text.slice(0, start), text.slice(end), mark)) {
    return { from: start - size, to: end + size, insert: part, select: [start - size, end - size] };
  }
  // What the marks inside enclose, as if they stood outside.
  const inner = part.slice(size, part.length - size);
  const lead = part.slice(0, part.length - part.replace(/^[*~`$]+/, '').length);
  const trail = part.slice(part.replace(/[*~`$]+$/, '').length);
  if (inner !== '' && isBetween(lead, trail, mark)) {
    return { from: start, to: end, insert: inner, select: [start, end - 2 * size] };
  }
  return { from: start, to: end, insert: mark + part + mark, select: [start + size, end + size] };
}

/** The whole lines that the selection touches. */
function linesOf({ text, start, end }: Selected): [number, number] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  return [from, next < 0 ? text.length : next];
}

/** Puts a sign before each line; takes it away where every line has it. */
function prefix(selected: Selected, pattern: RegExp, sign: (position: number) => string): TextEdit {
  const [from, to] = linesOf(selected);
  const lines = selected.text.slice(from, to).split('\n');
  const hasAll = lines.every((line) => pattern.test(line));
  const changed = lines.map((line, position) => (hasAll ? line.replace(pattern, '') : sign(position) + line));
  const insert = changed.join('\n');
  return { from, to, insert, select: [from + (lines.length > 1 ? 0 : insert.length), from + insert.length] };
}

/** Puts a block around the lines, or takes it away. */
function block(selected: Selected, kind: string): TextEdit {
  const [from, to] = linesOf(selected);
  const part = selected.text.slice(from, to);
  const inside = new RegExp(`^\`{3,}${kind}[^\\n]*\\n([\\s\\S]*)\\n\`{3,}$`).exec(part)?.[1];
  if (inside !== undefined) return { from, to, insert: inside, select: [from, from + inside.length] };
  const opening = `\`\`\`${kind}\n`;
  const lead = from > 0 && selected.text[from - 1] !== '\n' ? '\n' : '';
  const start = from + lead.length + opening.length;
  return { from, to, insert: `${lead}${opening}${part}\n\`\`\``, select: [start, start + part.length] };
}

function code(selected: Selected): TextEdit {
  return selected.text.slice(selected.start, selected.end).includes('\n') ? block(selected, '') : wrap(selected, '`');
}

function math(selected: Selected): TextEdit {
  const isLong = selected.text.slice(selected.start, selected.end).includes('\n');
  return isLong ? block(selected, 'math') : wrap(selected, '$$');
}

/** The address is selected, so that it can be typed or pasted at once. */
function link({ text, start, end }: Selected, placeholder: string): TextEdit {
  const part = text.slice(start, end);
  const insert = `[${part}](${placeholder})`;
  const address = start + part.length + 3;
  const select: [number, number] = part === '' ? [start + 1, start + 1] : [address, address + placeholder.length];
  return { from: start, to: end, insert, select };
}

/** What a button or key of the toolbar does to a text (web-details.md D.4): each undoes itself. */
export function formatted(selected: Selected, format: Format): TextEdit {
  switch (format) {
    case 'bold':
      return wrap(selected, '**');
    case 'italic':
      return wrap(selected, '*');
    case 'strike':
      return wrap(selected, '~~');
    case 'code':
      return code(selected);
    case 'math':
      return math(selected);
    case 'link':
      return link(selected, 'https://');
    case 'quote':
      return block(selected, 'quote');
    case 'spoiler':
      return block(selected, 'spoiler');
    case 'bullets':
      return prefix(selected, /^\s*[-*+] /, () => '- ');
    case 'numbers':
      return prefix(selected, /^\s*\d+\. /, (position) => `${position + 1}. `);
  }
}

/** Enter in a list: the next line begins as this one, and an item without text ends the list. */
export function continuedList({ text, start, end }: Selected): TextEdit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [, indent = '', sign = '', rest = ''] = /^(\s*)([-*+]|\d+\.) (.*)$/.exec(text.slice(from, start)) ?? [];
  if (sign === '') return undefined;
  if (rest.trim() === '') return { from, to: start, insert: '', select: [from, from] };
  const next = /^\d/.test(sign) ? `${Number.parseInt(sign, 10) + 1}.` : sign;
  const insert = `\n${indent}${next} `;
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] };
}
