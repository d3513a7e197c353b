import { parseFence } from './fence-syntax';

const TAB_WIDTH = 4;
const LIST_ITEM = /^ *([*+-]|\d\.) +/;

/** Expands tabs to stops of four columns. */
function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let result = '';
  let column = 0;
  for (const character of line) {
    const width = character === '\t' ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
    result += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return result;
}

/** Lines of the source with uniform line ends, without placeholder characters, tabs and whitespace-only lines (markdown.md 1.2). */
export function normalizeSource(source: string): string[] {
  return source
    .replace(/[\u0002\u0003]/g, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (/^[ \t]*$/.test(line) ? '' : expandTabs(line)));
}

/** Tracks which fences are open, as far as the hanging-list rule cares. */
class OpenFences {
  private readonly open: { fence: string; isCode: boolean }[] = [];
  private codeCount = 0;

  /** Whether a line after this one is inside a fence that is not a quote. */
  see(line: string): boolean {
    const opening = parseFence(line);
    if (opening !== null) {
      const { fence, language } = opening;
      const last = this.open.at(-1);
      if (language === '' && last?.fence === fence) {
        this.open.pop();
        if (last.isCode) this.codeCount--;
      } else {
        const isCode = language !== 'quote' && language !== 'quoted';
        this.open.push({ fence, isCode });
        if (isCode) this.codeCount++;
      }
    }
    return this.codeCount > 0;
  }
}

/** Inserts a blank line before a list that directly follows other text or a list of the other kind (markdown.md 3.3). */
export function separateHangingLists(lines: readonly string[]): string[] {
  const result: string[] = [];
  const fences = new OpenFences();
  let previousMarker: string | undefined;
  let isInCode = false;
  lines.forEach((line, index) => {
    const marker = LIST_ITEM.exec(line)?.[1];
    const previous = index > 0 ? lines[index - 1] : '';
    if (marker !== undefined && !isInCode && previous !== '') {
      const changesKind = previousMarker !== undefined && (previousMarker.length === 1) !== (marker.length === 1);
      if (previousMarker === undefined || changesKind) result.push('');
    }
    result.push(line);
    isInCode = fences.see(line);
    previousMarker = marker;
  });
  return result;
}
