import { t } from '../strings/strings';
import { emojiCharacter } from './emoji-character';
import { sanitize } from './sanitize';

/** What stands for elements that text alone cannot show, the first that fits. */
const STAND_INS: readonly (readonly [selector: string, text: (element: Element) => string])[] = [
  ['span.emoji', (element) => emojiCharacter(element) ?? element.textContent],
  ['img.emoji', (element) => element.getAttribute('alt') ?? ''],
  ['img.inline-image', (element) => element.getAttribute('alt') ?? ''],
  ['.katex', (element) => element.querySelector('annotation')?.textContent ?? element.textContent],
  ['.message_inline_image, .message_inline_video, .message_embed, img, video, audio', () => ''],
  ['.spoiler-content', () => ''],
  ['.spoiler-header', (element) => `${element.textContent.trim()} (${t('message.spoiler')})\n`],
  ['blockquote', (element) => `“${shortened(element.textContent.trim(), QUOTE_LENGTH)}”\n`],
  ['br', () => '\n'],
];

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, pre, tr, div';
const QUOTE_LENGTH = 60;

/** The beginning of a text, in whole characters. */
function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}

function textOf(node: Node, standIns = STAND_INS): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  const standIn = standIns.find(([selector]) => node.matches(selector));
  if (standIn) return standIn[1](node);
  const inner = [...node.childNodes].map((child) => textOf(child, standIns)).join('');
  return node.matches(BLOCKS) ? `${inner}\n` : inner;
}

/** The same where everything is wanted: what is quoted or hidden stands there as it was written. */
const WHOLE: typeof STAND_INS = STAND_INS.filter(
  ([selector]) => !['blockquote', '.spoiler-content', '.spoiler-header'].includes(selector),
);

/** A message's HTML as text, all of it, for the clipboard. */
export function wholeText(html: string): string {
  const text = [...sanitize(html).childNodes].map((node) => textOf(node, WHOLE)).join('');
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** A message's HTML as short text, for places outside of the page. What a spoiler hides stays hidden. */
export function plainText(html: string, length: number): string {
  const text = [...sanitize(html).childNodes].map((node) => textOf(node)).join('');
  return shortened(text.replaceAll(/\n\s*\n+/g, '\n').trim(), length);
}
