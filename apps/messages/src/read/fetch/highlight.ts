import { Parser } from 'htmlparser2';

const START = '\u0002';
const STOP = '\u0003';
const MARKS = /[\u0002\u0003]/g;
const FORMULA = 'class="katex';

/**
 * Turns the marks around what matched into spans (markdown.md 17.2). Inside a tag, where `<` outnumber `>` so far, the
 * marks only vanish: spans there would break the tag. So do those inside of a formula, which is no running text: a span in
 * MathML ends it.
 */
export function highlightedHtml(marked: string): string {
  if (!marked.includes(FORMULA)) return withSpans(marked);
  let html = '';
  let position = 0;
  for (const [from, to] of formulasIn(marked)) {
    html += withSpans(marked.slice(position, from)) + marked.slice(from, to).replace(MARKS, '');
    position = to;
  }
  return html + withSpans(marked.slice(position));
}

function withSpans(marked: string): string {
  let isInTag = false;
  let isOpen = false;
  return marked.replace(/[<>\u0002\u0003]/g, (mark) => {
    switch (mark) {
      case '<':
      case '>':
        isInTag = mark === '<';
        return mark;
      case START:
        isOpen = !isInTag;
        return isOpen ? '<span class="highlight">' : '';
      case STOP: {
        const closes = isOpen;
        isOpen = false;
        return closes ? '</span>' : '';
      }
      default:
        return '';
    }
  });
}

/** Where formulas begin and end, ascending. */
function formulasIn(html: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  let depth = 0;
  let from = 0;
  const parser = new Parser({
    onopentag(name, { class: kind = '' }) {
      if (depth > 0) depth += name === 'span' ? 1 : 0;
      else if (name === 'span' && /^katex(?:-display)?$/.test(kind)) {
        depth = 1;
        from = parser.startIndex;
      }
    },
    onclosetag(name) {
      if (depth === 0 || name !== 'span') return;
      depth--;
      if (depth === 0) found.push([from, parser.endIndex + 1]);
    },
  });
  parser.write(html);
  parser.end();
  return found;
}
