import { MAX_HTML_LENGTH } from '../limits';
import type { BlockQueue, BlockRule } from './block-rule';
import type { BlockNode } from './node';

const PIPE_OR_TICKS = /\\\\|\\`+|`+|\\\||\|/g;
const SEPARATOR_CELL = /^[|:\- ]*$/;

interface TableHead {
  cells: string[];
  separator: string[];
  hasBorder: boolean;
}

/** Whether the row ends with a pipe that no odd run of backslashes precedes. */
function endsWithPipe(row: string): boolean {
  if (!row.endsWith('|')) return false;
  let backslashes = 0;
  while (row[row.length - 2 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 0;
}

interface Ticks {
  start: number;
  end: number;
  length: number;
}

/** Regions of code spans in a row: a run of backticks up to the next run of the same length. */
function codeRegions(ticks: readonly Ticks[]): Ticks[] {
  const byLength = new Map<number, number[]>();
  ticks.forEach(({ length }, index) => {
    const indexes = byLength.get(length);
    if (indexes === undefined) byLength.set(length, [index]);
    else indexes.push(index);
  });
  const regions: Ticks[] = [];
  const cursors = new Map<number, number>();
  for (let index = 0; index < ticks.length;) {
    const open = ticks[index];
    if (open === undefined) break;
    const candidates = byLength.get(open.length) ?? [];
    let cursor = cursors.get(open.length) ?? 0;
    while (cursor < candidates.length && (candidates[cursor] ?? 0) <= index) cursor++;
    cursors.set(open.length, cursor);
    const closeIndex = candidates[cursor];
    const close = closeIndex === undefined ? undefined : ticks[closeIndex];
    if (open.length > 0 && closeIndex !== undefined && close !== undefined) {
      regions.push({ start: open.start, end: close.end, length: open.length });
      index = closeIndex + 1;
    } else {
      index++;
    }
  }
  return regions;
}

/** Splits a row at its pipes; those that are escaped or inside code do not count. */
function splitCells(row: string): string[] {
  const pipes: number[] = [];
  const ticks: Ticks[] = [];
  for (const match of row.matchAll(PIPE_OR_TICKS)) {
    const [token] = match;
    const start = match.index;
    if (token === '|') pipes.push(start);
    else if (token.startsWith('`')) ticks.push({ start, end: start + token.length, length: token.length });
    else if (token.startsWith('\\`')) ticks.push({ start, end: start + token.length, length: token.length - 2 });
  }
  const regions = codeRegions(ticks);
  const cells: string[] = [];
  let from = 0;
  let region = 0;
  for (const pipe of pipes) {
    while ((regions[region]?.end ?? Infinity) <= pipe) region++;
    if ((regions[region]?.start ?? Infinity) < pipe) continue;
    cells.push(row.slice(from, pipe));
    from = pipe + 1;
  }
  cells.push(row.slice(from));
  return cells;
}

function splitRow(row: string, hasBorder: boolean): string[] {
  if (!hasBorder) return splitCells(row);
  const start = row.startsWith('|') ? 1 : 0;
  const rest = row.slice(start);
  return splitCells(endsWithPipe(rest) ? rest.slice(0, -1) : rest);
}

const stripSpaces = (text: string): string => text.replace(/^ +/, '').trimEnd();

/** Reads the header and the separator row; null when the block is no table. */
function readHead(block: string): TableHead | null {
  const firstEnd = block.indexOf('\n');
  if (firstEnd < 0) return null;
  const header = stripSpaces(block.slice(0, firstEnd));
  if (!header.includes('|')) return null;
  const hasBorder = header.startsWith('|') || endsWithPipe(header);
  const cells = splitRow(header, hasBorder);
  if (cells.length < 2) {
    const rows = block.slice(firstEnd + 1).split('\n');
    if (!hasBorder || !rows.map(stripSpaces).every((row) => row.startsWith('|') || endsWithPipe(row))) return null;
  }
  const secondEnd = block.indexOf('\n', firstEnd + 1);
  const second = block.slice(firstEnd + 1, secondEnd < 0 ? undefined : secondEnd);
  const separator = splitRow(stripSpaces(second), hasBorder);
  const isSeparator = separator.length === cells.length && separator.every((cell) => SEPARATOR_CELL.test(cell));
  return isSeparator ? { cells, separator, hasBorder } : null;
}

function alignment(cell: string): 'left' | 'right' | 'center' | null {
  const text = cell.trim();
  const left = text.startsWith(':');
  const right = text.endsWith(':');
  if (left && right) return 'center';
  if (left) return 'left';
  return right ? 'right' : null;
}

type Alignment = ReturnType<typeof alignment>;

const styleOf = (align: Alignment): string | null => (align === null ? null : `text-align: ${align};`);

/**
 * The empty cells that fill up short rows. A few characters of source can ask for very many of them, so they are made as
 * text, once, and their total is bounded.
 */
class EmptyCells {
  private readonly html: string;
  /** Where the cell of a column begins in `html`. */
  private readonly offsets: number[] = [];
  private written = 0;

  constructor(alignments: readonly Alignment[]) {
    let html = '';
    for (const align of alignments) {
      const style = styleOf(align);
      this.offsets.push(html.length);
      html += style === null ? '<td></td>\n' : `<td style="${style}"></td>\n`;
    }
    this.html = html.slice(0, -1);
  }

  /** The cells from a column to the end of the row. Throws when the table would exceed the limit for HTML. */
  from(column: number): string {
    const html = this.html.slice(this.offsets[column] ?? this.html.length);
    this.written += html.length;
    if (this.written > MAX_HTML_LENGTH) throw new RangeError('The table is too large');
    return html;
  }
}

/** Pipe tables: they start the block, and every line up to the next blank one is a row (markdown.md 3.5). */
export class TableRule implements BlockRule {
  matches(_parent: BlockNode, block: string): boolean {
    return readHead(block) !== null;
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const block = queue.shift();
    const head = readHead(block);
    if (head === null) return;
    const alignments = head.separator.map(alignment);
    const table = parent.append('table');
    appendCells(table.append('thead').append('tr'), 'th', head.cells, alignments);
    const body = table.append('tbody');
    const rows = block.split('\n').slice(2);
    const emptyRow = new EmptyCells(alignments.map(() => null));
    const empty = new EmptyCells(alignments);
    if (rows.length === 0) appendEmpty(body.append('tr'), emptyRow.from(0));
    for (const row of rows) {
      const node = body.append('tr');
      const cells = splitRow(stripSpaces(row), head.hasBorder);
      appendCells(node, 'td', cells, alignments);
      appendEmpty(node, empty.from(cells.length));
    }
  }
}

/** Cells beyond the header's are dropped. */
function appendCells(
  row: BlockNode,
  tag: 'th' | 'td',
  cells: readonly string[],
  alignments: readonly Alignment[],
): void {
  cells.slice(0, alignments.length).forEach((text, index) => {
    const cell = row.append(tag);
    cell.text = text.trim();
    const style = styleOf(alignments[index] ?? null);
    if (style !== null) cell.attribute = ['style', style];
  });
}

function appendEmpty(row: BlockNode, html: string): void {
  if (html !== '') row.append('html').text = html;
}
