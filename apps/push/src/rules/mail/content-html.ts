import { escaped } from '@stoa/mail-html';
import {
  type HtmlElement,
  type HtmlNode,
  elementsBelow,
  hasClass,
  isElement,
  parseHtml,
  rawText,
} from '../content-text/html-tree';

/** How a mail shows what depends on its reader. */
export interface ContentView {
  /** Of the organization: links may be relative. */
  realmUrl: string;
  /** Stands for what a spoiler hides. */
  spoilerHint: string;
  formatTime: (ms: number) => string;
}

/** Elements that mails keep, with their style. */
const KEPT: Readonly<Record<string, string>> = {
  p: 'margin:0 0 8px',
  strong: '',
  em: '',
  del: '',
  ul: 'margin:0 0 8px',
  ol: 'margin:0 0 8px',
  li: '',
  blockquote: 'margin:0 0 8px;padding-left:10px;border-left:4px solid #dddddd;color:#555555',
  pre: 'margin:0 0 8px;padding:8px;background-color:#f4f4f4;white-space:pre-wrap;font-family:monospace',
  code: 'background-color:#f4f4f4;font-family:monospace',
  table: 'border-collapse:collapse;margin:0 0 8px',
  thead: '',
  tbody: '',
  tr: '',
  th: 'border:1px solid #dddddd;padding:4px 8px;text-align:left',
  td: 'border:1px solid #dddddd;padding:4px 8px',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'margin:0 0 8px;font-size:16px'])),
};
const EMPTY_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr']);
const EMOJI_PIXELS = 20;
/** Quotes and lists nest as deep as their author likes; mail programs do not. */
const DEEPEST = 60;

/**
 * A rendered message as mails show it: written anew from the elements that they keep, so that nothing else of it can reach
 * the mail. Addresses are absolute, previews are left out, spoilers stay hidden, formulas are their source.
 */
export function contentHtml(renderedContent: string, view: ContentView): string {
  const nodes = parseHtml(renderedContent);
  const html = nodes.map((node) => nodeHtml(node, view, 0)).join('');
  if (html.trim() !== '') return html;
  // Nothing but a preview: a message that is an image.
  const links = nodes.filter(isElement).flatMap((node) => elementsBelow(node, ({ name }) => name === 'a'));
  const urls = new Set(links.flatMap((link) => absoluteUrl(link.attribs.href, view.realmUrl) ?? []));
  return [...urls].map((url) => `<p style="${KEPT.p}"><a href="${escaped(url)}">${escaped(url)}</a></p>`).join('');
}

function nodeHtml(node: HtmlNode, view: ContentView, depth: number): string {
  if (!isElement(node)) return 'data' in node && node.type === 'text' ? escaped(node.data) : '';
  if (depth > DEEPEST) return escaped(rawText(node));
  switch (node.name) {
    case 'a':
      return linkHtml(node, view, depth);
    case 'img':
      return imageHtml(node, view);
    case 'span':
      return spanHtml(node, view, depth);
    case 'time': {
      const ms = Date.parse(node.attribs.datetime ?? '');
      return escaped(Number.isNaN(ms) ? rawText(node) : view.formatTime(ms));
    }
    case 'div':
      return divHtml(node, view, depth);
    default:
      return keptHtml(node, view, depth);
  }
}

function childrenHtml(element: HtmlElement, view: ContentView, depth: number): string {
  return element.children.map((child) => nodeHtml(child, view, depth + 1)).join('');
}

function keptHtml(element: HtmlElement, view: ContentView, depth: number): string {
  const { name } = element;
  if (EMPTY_ELEMENTS.has(name)) return `<${name}>`;
  const inside = childrenHtml(element, view, depth);
  const style = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined;
  if (style === undefined) return inside;
  return `<${name}${style === '' ? '' : ` style="${style}"`}>${inside}</${name}>`;
}

function linkHtml(element: HtmlElement, view: ContentView, depth: number): string {
  const inside = childrenHtml(element, view, depth);
  const url = absoluteUrl(element.attribs.href, view.realmUrl);
  return url === null ? inside : `<a href="${escaped(url)}">${inside}</a>`;
}

/** Emoji are shown, other images are named. */
function imageHtml({ attribs }: HtmlElement, { realmUrl }: ContentView): string {
  const alt = escaped(attribs.alt ?? '');
  const url = absoluteUrl(attribs.src, realmUrl);
  if (url === null || !(attribs.class ?? '').split(' ').includes('emoji')) return alt;
  return `<img src="${escaped(url)}" alt="${alt}" width="${EMOJI_PIXELS}" height="${EMOJI_PIXELS}">`;
}

function spanHtml(element: HtmlElement, view: ContentView, depth: number): string {
  if (hasClass(element, 'katex')) {
    const [source] = elementsBelow(element, ({ name }) => name === 'annotation');
    return source ? `<code style="${KEPT.code ?? ''}">${escaped(rawText(source))}</code>` : '';
  }
  const emoji = emojiCharacters(element);
  if (emoji !== null) return emoji;
  const inside = childrenHtml(element, view, depth);
  const isMention = ['user-mention', 'user-group-mention', 'topic-mention'].some((name) => hasClass(element, name));
  return isMention ? `<strong>${inside}</strong>` : inside;
}

/** An emoji by its code, which mail programs have images for: `emoji-1f1e9-1f1ea`. */
function emojiCharacters({ attribs }: HtmlElement): string | null {
  const code = /(?:^|\s)emoji-([0-9a-f]+(?:-[0-9a-f]+)*)(?:\s|$)/.exec(attribs.class ?? '')?.[1];
  if (code === undefined) return null;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}

function divHtml(element: HtmlElement, view: ContentView, depth: number): string {
  if (hasClass(element, 'message_inline_image') || hasClass(element, 'message_embed')) return '';
  if (!hasClass(element, 'spoiler-block')) return childrenHtml(element, view, depth);
  const [header] = elementsBelow(element, (below) => hasClass(below, 'spoiler-header'));
  const title = header ? childrenHtml(header, view, depth) : '';
  return `${title}<p style="${KEPT.p ?? ''}"><em>${escaped(view.spoilerHint)}</em></p>`;
}

/** Null for what is no address that a mail may lead to. */
function absoluteUrl(href: string | undefined, realmUrl: string): string | null {
  if (href === undefined || !URL.canParse(href, `${realmUrl}/`)) return null;
  const url = new URL(href, `${realmUrl}/`);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
