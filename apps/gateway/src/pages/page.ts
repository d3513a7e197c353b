import { createHash } from 'node:crypto';
import { escaped } from '../http/escaped';

export interface PlainPage {
  title: string;
  text?: string;
  /** HTML below the text: its author has escaped what is in it. */
  body?: string;
}

/** Light or dark, as the user of the browser likes it. */
const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}' +
  'body{display:grid;margin:0;min-block-size:100vh;place-items:center}' +
  'main{box-sizing:border-box;inline-size:min(28rem,100%);overflow-wrap:anywhere;padding:1.5rem}' +
  'h1{font-size:1.5rem;line-height:1.25}' +
  'input,button{box-sizing:border-box;font:inherit;inline-size:100%;min-block-size:2.5rem;padding:.25rem .75rem}' +
  ':root{background:#fff;color:#1f1f1f}a{color:#0b57d0}' +
  '@media(prefers-color-scheme:dark){:root{background:#1b1b1b;color:#e6e6e6}a{color:#a8c7fa}}';
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A page without script: for what is seen once, or by programs that run none. @param tag its language */
export function page(tag: string, { title, text, body = '' }: PlainPage): string {
  const paragraph = text === undefined ? '' : `<p>${escaped(text)}</p>`;
  return (
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1>${paragraph}${body}</main></body></html>`
  );
}

/**
 * Headers of such a page. Its address may hold a key, so no other host hears it; the own one must, as browsers
 * else send its forms without an `Origin`.
 * @param formTargets other hosts that an answer to its form may lead to, as sources of the content policy
 */
export function pageHeaders(tag: string, formTargets = ''): Record<string, string> {
  const policy =
    `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self'${formTargets}; ` + `frame-ancestors 'none'`;
  return {
    'cache-control': 'no-store',
    'content-language': tag,
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

export { escaped };
