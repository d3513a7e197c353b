export interface PlainPage {
  title: string;
  text?: string;
  /** HTML below the text: its author has escaped what is in it. */
  body?: string;
}

/** A page without style or script: for what is seen once, or by programs that run no scripts. @param tag its language */
export function page(tag: string, { title, text, body = '' }: PlainPage): string {
  const paragraph = text === undefined ? '' : `<p>${escaped(text)}</p>`;
  return (
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${paragraph}${body}</body></html>`
  );
}

/**
 * Headers of such a page. Its address may hold a key, so no other host hears it; the own one must, as browsers
 * else send its forms without an `Origin`.
 * @param formTargets other hosts that an answer to its form may lead to, as sources of the content policy
 */
export function pageHeaders(tag: string, formTargets = ''): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-language': tag,
    'content-security-policy': `default-src 'none'; form-action 'self'${formTargets}; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
