import DOMPurify, { type Config } from 'dompurify';
import { isOwnAddress } from '../ui/own-address';

/** Elements and attributes of message HTML: the vocabulary of markdown.md 18, old forms included. Everything else goes. */
const ELEMENTS = [
  ...['p', 'br', 'hr', 'strong', 'em', 'del', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'span', 'img', 'video', 'audio', 'time', 'code', 'pre', 'div'],
];
/** Formulas: MathML and what KaTeX draws. */
const FORMULA_ELEMENTS = [
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mtable', 'mtr', 'mtd', 'mstyle'],
  ...['mpadded', 'mphantom', 'menclose', 'mlabeledtr', 'svg', 'path', 'line', 'g'],
];
const ATTRIBUTES = [
  ...['href', 'title', 'class', 'start', 'style', 'src', 'alt', 'role', 'aria-label', 'aria-hidden', 'datetime'],
  ...['controls', 'preload', 'data-id', 'data-stream-id', 'data-user-id', 'data-user-group-id', 'data-code-language'],
  ...['data-original-dimensions', 'data-original-content-type', 'data-animated', 'data-transcoded-image'],
  ...['data-original-src', 'data-original-url', 'data-video-original-url', 'data-src-fullsize'],
];
const FORMULA_ATTRIBUTES = [
  ...['encoding', 'display', 'xmlns', 'mathvariant', 'stretchy', 'fence', 'separator', 'accent', 'accentunder'],
  ...[
    'columnalign',
    'columnspacing',
    'rowspacing',
    'scriptlevel',
    'displaystyle',
    'width',
    'height',
    'depth',
    'lspace',
  ],
  ...['rspace', 'minsize', 'maxsize', 'movablelimits', 'linethickness', 'notation', 'voffset', 'mathcolor'],
  ...['viewBox', 'preserveAspectRatio', 'd', 'x1', 'x2', 'y1', 'y2', 'stroke-width'],
];

const CONFIG: Config = {
  ALLOWED_TAGS: [...ELEMENTS, ...FORMULA_ELEMENTS],
  ALLOWED_ATTR: [...ATTRIBUTES, ...FORMULA_ATTRIBUTES],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // What markdown.md 5.3 lets a link be; addresses without a scheme are of this service.
  ALLOWED_URI_REGEXP:
    /^(?:(?:https?|mailto|tel|xmpp|ftp|news|ssh|geo|sip|sips|matrix|web\+[a-z]+):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
  RETURN_DOM_FRAGMENT: true,
};

const STYLE_OF_CELLS = /^text-align:\s*(?:left|right|center);?$/;
/** Lengths and colours only: nothing that loads anything, or leaves the place that it has. */
const STYLE_OF_FORMULAS =
  /^(?:(?:(?:width|min-width|height|margin|margin-left|margin-right|padding-left|vertical-align|top|left|bottom|border-bottom-width|border-right-width):\s*-?[\d.]+(?:em|ex|px|%)?|color:\s*(?:#[0-9a-f]{3,8}|[a-z]+)|position:\s*relative)\s*;?\s*)+$/i;
const STYLE_OF_CARDS = /^background-image:\s*url\((["']?)([^"'()\\\s]+)\1\);?$/;

function isStyleAllowed(element: Element, style: string): boolean {
  if (element.matches('th, td')) return STYLE_OF_CELLS.test(style);
  if (element.matches('.message_embed_image')) return isOwnAddress(STYLE_OF_CARDS.exec(style)?.[2] ?? 'none:');
  return element.closest('.katex') !== null && STYLE_OF_FORMULAS.test(style);
}

const purifier = DOMPurify(window);
// Read once: a list of messages asks for it with each row that comes into sight.
purifier.setConfig(CONFIG);

purifier.addHook('afterSanitizeAttributes', (node) => {
  const style = node.getAttribute('style');
  if (style !== null && !isStyleAllowed(node, style)) node.removeAttribute('style');
  if (node.localName !== 'a') node.removeAttribute('href');
  // Media of other hosts comes through the service's proxy, or not at all (web.md 5.4).
  const source = node.getAttribute('src');
  if (source !== null && !isOwnAddress(source)) node.removeAttribute('src');
});

/**
 * HTML of the service as elements that are safe to show: what is not in the vocabulary of messages is left out, its text
 * kept. Imports and older software made some of it, so it is not trusted (web.md 5.1).
 */
export function sanitize(html: string): DocumentFragment {
  return purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

/** What other programs copied, as elements that are safe to look at: of every page's vocabulary, without media of others. */
export function sanitizePasted(html: string): DocumentFragment {
  purifier.clearConfig();
  try {
    return purifier.sanitize(html, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true });
  } finally {
    purifier.setConfig(CONFIG);
  }
}
