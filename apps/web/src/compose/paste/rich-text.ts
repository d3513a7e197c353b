import TurndownService from 'turndown';

const FENCE = '```';

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = longest < FENCE.length ? FENCE : '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n\n`;
}

const attribute = (node: TurndownService.Node, name: string): string =>
  'getAttribute' in node ? (node.getAttribute(name) ?? '') : '';

function hasClass(node: HTMLElement, name: string): boolean {
  return node.classList.contains(name);
}

/** What messages are made of beside what every page has: people who copy from one get what was written. */
function addMessageRules(service: TurndownService): void {
  service.addRule('left out', { filter: (node) => hasClass(node, 'code-tools'), replacement: () => '' });
  service.addRule('mention', {
    filter: (node) => hasClass(node, 'user-mention'),
    replacement: (_content, node) => {
      const isSilent = 'classList' in node && node.classList.contains('silent');
      return `@${isSilent ? '_' : ''}**${(node.textContent ?? '').replace(/^@/, '')}**`;
    },
  });
  service.addRule('group mention', {
    filter: (node) => hasClass(node, 'user-group-mention'),
    replacement: (_content, node) => {
      const isSilent = 'classList' in node && node.classList.contains('silent');
      return `@${isSilent ? '_' : ''}*${(node.textContent ?? '').replace(/^@/, '')}*`;
    },
  });
  service.addRule('channel', {
    filter: (node) => hasClass(node, 'stream') || hasClass(node, 'stream-topic'),
    replacement: (_content, node) => `#**${(node.textContent ?? '').replace(/^#/, '').replace(' > ', '>')}**`,
  });
  service.addRule('emoji', {
    filter: (node) => hasClass(node, 'emoji'),
    replacement: (content, node) => attribute(node, 'title') || attribute(node, 'alt') || content,
  });
  service.addRule('formula', {
    filter: (node) => hasClass(node, 'katex'),
    replacement: (content, node) => {
      const source = 'querySelector' in node ? node.querySelector('annotation')?.textContent : undefined;
      return source ? `$$${source}$$` : content;
    },
  });
}

function addBlockRules(service: TurndownService): void {
  service.addRule('code block', {
    filter: 'pre',
    replacement: (_content, node) => {
      const language =
        'closest' in node ? node.closest('[data-code-language]')?.getAttribute('data-code-language') : '';
      return fenced(node.textContent ?? '', language?.toLowerCase() ?? '');
    },
  });
  service.addRule('struck', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });
  service.addRule('picture', {
    filter: 'img',
    // Where it is was left out, unless it is of this service: what it shows has words.
    replacement: (_content, node) => attribute(node, 'alt'),
  });
}

function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', String.raw`\|`)} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const cells = 'querySelectorAll' in node ? node.querySelectorAll('th, td').length : 0;
      const table = 'closest' in node ? node.closest('table') : null;
      const isFirst = table?.querySelector('tr') === node;
      return `|${content}\n${isFirst ? `|${' --- |'.repeat(cells)}\n` : ''}`;
    },
  });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  service.addRule('parts of tables', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
}

function makeService(): TurndownService {
  const service = new TurndownService({
    ...{ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*', br: '' },
  });
  // Messages know no backslash before a sign.
  service.escape = (text) => text;
  service.remove(['style', 'script', 'title']);
  addBlockRules(service);
  addTableRules(service);
  addMessageRules(service);
  return service;
}

let service: TurndownService | undefined;

/** What other programs copied, as messages are written: bold, lists, links, code and tables stay (web-details.md D.5). */
export function markdownOf(html: string | HTMLElement | DocumentFragment): string {
  service ??= makeService();
  // List items begin with a sign and one space.
  return service
    .turndown(html)
    .replaceAll(/^(\s*(?:-|\d+\.)) {2,}/gm, '$1 ')
    .trim();
}
