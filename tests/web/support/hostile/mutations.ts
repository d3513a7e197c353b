import fc from 'fast-check';
import { HOSTILE_ATTRIBUTES, HOSTILE_ELEMENTS } from './vectors';

const TAG = /<\/?[a-z][^<>]*>/gi;

interface Tag {
  text: string;
  at: number;
}

/** Changes HTML at a place that a number from 0 to 1 chooses. */
type Mutation = (html: string, at: number) => string;

const placeIn = (html: string, at: number): number => Math.floor(at * html.length);

function changeTag(html: string, at: number, change: (tag: string) => string): string {
  const tags: Tag[] = [...html.matchAll(TAG)].map((match) => ({ text: match[0], at: match.index }));
  const tag = tags[Math.min(tags.length - 1, Math.floor(at * tags.length))];
  if (!tag) return html;
  return html.slice(0, tag.at) + change(tag.text) + html.slice(tag.at + tag.text.length);
}

const insert =
  (text: string): Mutation =>
  (html, at) =>
    html.slice(0, placeIn(html, at)) + text + html.slice(placeIn(html, at));

const addAttribute =
  (attribute: string): Mutation =>
  (html, at) =>
    changeTag(html, at, (tag) => tag.replace(/\/?>$/, (end) => ` ${attribute}${end}`));

/** Comes before the tag's own attributes, and so counts in their place. */
const putAttributeFirst =
  (attribute: string): Mutation =>
  (html, at) =>
    changeTag(html, at, (tag) => tag.replace(/^<[a-z][a-z0-9]*/i, (start) => `${start} ${attribute}`));

const rename =
  (name: string): Mutation =>
  (html, at) =>
    changeTag(html, at, (tag) => tag.replace(/^(<\/?)[a-z0-9]+/i, `$1${name}`));

const wrap =
  (name: string): Mutation =>
  (html, at) =>
    `${html.slice(0, placeIn(html, at))}<${name}>${html.slice(placeIn(html, at))}</${name}>`;

const cut =
  (length: number): Mutation =>
  (html, at) =>
    html.slice(0, placeIn(html, at)) + html.slice(placeIn(html, at) + length);

const repeat =
  (length: number): Mutation =>
  (html, at) =>
    insert(html.slice(placeIn(html, at), placeIn(html, at) + length))(html, at);

const swapCase: Mutation = (html, at) =>
  changeTag(html, at, (tag) => ((at * 1000) % 2 < 1 ? tag.toUpperCase() : tag.toLowerCase()));

const NAMES = [
  ...['a', 'img', 'video', 'span', 'div', 'svg', 'math', 'mtext', 'style', 'script', 'iframe', 'form', 'template'],
  ...['noscript', 'select', 'table', 'textarea', 'title', 'xmp', 'annotation-xml', 'foreignObject', 'mglyph', 'desc'],
];
const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '\0',
  '<!--',
  '-->',
  '</',
  '/>',
  '<![CDATA[',
  ']]>',
  '&lt;',
  '\u2028',
  '`',
  '=',
];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom(...HOSTILE_ELEMENTS).map(insert),
  fc.constantFrom(...HOSTILE_ATTRIBUTES).map(addAttribute),
  fc.constantFrom(...HOSTILE_ATTRIBUTES).map(putAttributeFirst),
  fc.constantFrom(...NAMES).map(rename),
  fc.constantFrom(...NAMES).map(wrap),
  fc.constantFrom(...PIECES).map(insert),
  fc.nat(60).map(cut),
  fc.nat(60).map(repeat),
  fc.constant(swapCase),
);

/** Random mutations of HTML; the seed of the run chooses them. */
export function mutationsOf(originals: readonly string[], count: number): string[] {
  const mutated = fc
    .tuple(
      fc.constantFrom(...originals),
      fc.array(fc.tuple(mutation, fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 8 }),
    )
    .map(([html, changes]) => changes.reduce((changed, [change, at]) => change(changed, at), html));
  return fc.sample(mutated, count);
}
