const TEXT_SPECIAL = /[&<>]/;
const BARE_AMPERSAND = /&(?!(?:#[0-9]+|#[xX][0-9a-fA-F]+|[0-9a-zA-Z]+);)/g;

/** Escapes text that the author wrote: `&`, `<`, `>`; entities such as `&hearts;` pass through (markdown.md 2). */
export function escapeText(text: string): string {
  if (!TEXT_SPECIAL.test(text)) return text;
  return text.replace(BARE_AMPERSAND, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes an attribute value that the author wrote; entities pass through, as in text (markdown.md 1.4). */
export function escapeAttribute(value: string): string {
  return escapeText(value).replace(/"/g, '&quot;');
}

/** Escapes text literally, entities included: code, and names that come from data. */
export function escapeLiteral(text: string): string {
  if (!TEXT_SPECIAL.test(text)) return text;
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes a value that comes from data for use in an attribute. */
export function escapeLiteralAttribute(value: string): string {
  return escapeLiteral(value).replace(/"/g, '&quot;');
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Decodes the entities that this renderer writes itself. */
export function decodeOwnEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => NAMED_ENTITIES[name] ?? whole);
}
