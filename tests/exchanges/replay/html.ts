const ENTITIES: Record<string, string> = {
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&#34;': '"',
  '&quot;': '"',
  '&#x2F;': '/',
  '&nbsp;': '\u00a0',
  '&gt;': '>',
};

/** HTML without what no reader sees: order of attributes, spelling of entities, classes of highlighted code, addresses of an image proxy. */
export function normalHtml(html: string): string {
  return html
    .replace(/\/external_content\/[0-9a-f]+\/([0-9a-f]+)/g, (_, hex: string) =>
      Buffer.from(hex, 'hex').toString('utf8').replaceAll('&', '&amp;'),
    )
    .replace(/ data-original-url="[^"]*"/g, '')
    .replace(/<pre>.*?<\/pre>/gs, (code) => code.replace(/<span class="[a-z0-9]{1,3}">|<\/span>|<span>/g, ''))
    .replace(
      /<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi,
      (_, tag: string, attributes: string) =>
        `<${[tag.toLowerCase(), ...(attributes.match(/[^\s=]+(?:="[^"]*")?/g) ?? []).sort()].join(' ')}>`,
    )
    .replace(/&(?:#39|#x27|apos|#34|quot|#x2F|nbsp|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
