import { HtmlElement, HtmlNode, classesOf, elementsBelow, hasClass, isElement, parseHtml, rawText } from './html-tree';
import { cutText } from '../text-cut';
import { collapseQuotes } from './quote-collapsing';

/** Characters (code points) of a notification's text. */
const TEXT_LENGTH = 200;
/** Quotes and lists nest as deep as their author likes; nothing from there would be seen in a notification. */
const DEEPEST = 200;

interface Place {
  depth: number;
  /** Numbered lists around. */
  listLevel: number;
  /** In an item of a list of either kind, where a list begins a line of its own. */
  isInItem: boolean;
}

const OUTERMOST: Place = { depth: 0, listLevel: 0, isInItem: false };

/**
 * The text of a message in notifications, of any kind (push.md 5.4): from its rendered HTML, 200 characters at most.
 * @param realmUrl of the organization: links to messages may be absolute
 */
export function contentText(renderedContent: string, realmUrl: string): string {
  const blocks = collapseQuotes(parseHtml(renderedContent), realmUrl);
  const text = blocks
    .map((block) => (typeof block === 'string' ? block : textOf(block, OUTERMOST)))
    .join('')
    .trim();
  return cutText(text, TEXT_LENGTH);
}

function textOf(node: HtmlNode, place: Place): string {
  if (!isElement(node)) return 'data' in node && node.type === 'text' ? node.data : '';
  if (place.depth > DEEPEST) return '';
  const inside = { ...place, depth: place.depth + 1 };
  switch (node.name) {
    case 'img':
      return node.attribs.alt ?? '';
    case 'blockquote':
      return quoted(childrenText(node, inside));
    case 'ol':
      return numberedList(node, inside);
    case 'li':
      return childrenText(node, { ...inside, isInItem: true });
    case 'div':
      // What a linked page says is not what the author says, and comes later than the message.
      if (hasClass(node, 'message_embed')) return '';
      return hasClass(node, 'spoiler-block') ? spoiler(node, inside) : childrenText(node, inside);
    case 'span':
      return specialSpan(node) ?? childrenText(node, inside);
    default:
      return childrenText(node, inside);
  }
}

function childrenText(element: HtmlElement, place: Place): string {
  return element.children.map((child) => textOf(child, place)).join('');
}

/** Emoji and math, which show something else than their text. */
function specialSpan(span: HtmlElement): string | null {
  const classes = classesOf(span);
  if (classes.includes('emoji')) return emojiCharacters(classes);
  if (classes.includes('katex')) {
    const [source] = elementsBelow(span, ({ name }) => name === 'annotation');
    return source ? rawText(source) : null;
  }
  if (classes.includes('tex-error')) return rawText(span).replace(/^\$\$([^]*)\$\$$/, '$1');
  return null;
}

/** `emoji-1f1fa-1f1f8` is two code points. */
function emojiCharacters(classes: readonly string[]): string | null {
  for (const name of classes) {
    const code = /^emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)$/.exec(name)?.[1];
    const points = code?.split('-').map((point) => parseInt(point, 16));
    if (points?.every((point) => point <= 0x10ffff)) return String.fromCodePoint(...points);
  }
  return null;
}

function quoted(text: string): string {
  return nonEmptyLines(text)
    .map((line) => `> ${line}\n`)
    .join('');
}

/** The header alone: what a spoiler hides is not for lock screens. */
function spoiler(block: HtmlElement, place: Place): string {
  const header = block.children.filter(isElement).find((child) => hasClass(child, 'spoiler-header'));
  const text = header ? childrenText(header, place).trim() : '';
  return text === '' ? '(…)\n' : `${text} (…)\n`;
}

function numberedList(list: HtmlElement, place: Place): string {
  const first = Number.parseInt(list.attribs.start ?? '1', 10);
  const indent = '  '.repeat(place.listLevel);
  const inside = { ...place, listLevel: place.listLevel + 1 };
  const items = list.children.filter(isElement).map((item, index) => {
    const lines = nonEmptyLines(textOf(item, inside).trim());
    return `${indent}${(Number.isNaN(first) ? 1 : first) + index}. ${lines.join('\n')}`;
  });
  return `${place.isInItem ? '\n' : ''}${items.join('\n')}`;
}

function nonEmptyLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
