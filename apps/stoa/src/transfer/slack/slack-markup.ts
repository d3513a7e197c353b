/** Whom and what ids in texts stand for. */
export interface SlackNames {
  /** New id and name of a user; undefined for one that the export does not have. */
  user(slackId: string): { id: number; name: string } | undefined;
  channel(slackId: string): string | undefined;
}

export interface ConvertedText {
  text: string;
  mentionedUserIds: number[];
  /** `@channel`, `@here` or `@everyone`. */
  hasWildcard: boolean;
}

/** What is in angle brackets: `<@U1|name>`, `<#C1|name>`, `<!here>`, `<https://…|label>`. */
const REFERENCE = /<([^<>\n]+)>/g;
const WILDCARDS: ReadonlySet<string> = new Set(['here', 'channel', 'everyone']);
/** Code keeps its characters, whatever they would mean elsewhere. */
const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Slack's `mrkdwn` in the service's markup. */
export function convertSlackText(source: string, names: SlackNames): ConvertedText {
  const mentioned = new Set<number>();
  const found = { hasWildcard: false };
  const text = source
    .replaceAll(/[\u0000-\u0003]/g, '')
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? code(part) : prose(part, names, mentioned, found)))
    .join('');
  return { text, mentionedUserIds: [...mentioned], hasWildcard: found.hasWildcard };
}

/** A block of code stands on lines of its own here. */
function code(part: string): string {
  if (!part.startsWith('```')) return decoded(part.replace(REFERENCE, (_all, inner: string) => plainReference(inner)));
  const content = part.slice(3, -3).replace(REFERENCE, (_all, inner: string) => plainReference(inner));
  return `\n\`\`\`\n${decoded(content).replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

function plainReference(inner: string): string {
  const [target = '', label] = split(inner);
  return label ?? target;
}

function split(inner: string): [string, string | undefined] {
  const bar = inner.indexOf('|');
  return bar < 0 ? [inner, undefined] : [inner.slice(0, bar), inner.slice(bar + 1)];
}

function prose(part: string, names: SlackNames, mentioned: Set<number>, found: { hasWildcard: boolean }): string {
  const references: string[] = [];
  // Out of the way of the marks of emphasis: an address may hold asterisks and underscores.
  const masked = part.replace(REFERENCE, (_all, inner: string) => {
    references.push(reference(inner, names, mentioned, found));
    return `\u0001${references.length - 1}\u0002`;
  });
  const marked = masked
    .replaceAll(/(?<![\w*])\*(?!\s)([^*\n]+?)(?<!\s)\*(?![\w*])/g, '\u0003$1\u0003')
    .replaceAll(/(?<![\w_])_(?!\s)([^_\n]+?)(?<!\s)_(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w~])~(?!\s)([^~\n]+?)(?<!\s)~(?![\w~])/g, '~~$1~~')
    .replaceAll('\u0003', '**')
    .replaceAll(/^(\s*)[•◦▪] ?/gm, '$1* ')
    .replaceAll(/::skin-tone-\d/g, '');
  return decoded(marked).replaceAll(/\u0001(\d+)\u0002/g, (_all, index: string) => references[Number(index)] ?? '');
}

function reference(inner: string, names: SlackNames, mentioned: Set<number>, found: { hasWildcard: boolean }): string {
  const [target, label] = split(inner);
  const rest = target.slice(1);
  switch (target[0]) {
    case '@': {
      const user = names.user(rest);
      if (!user) return `@${decoded(label ?? rest)}`;
      mentioned.add(user.id);
      return `@**${user.name}|${user.id}**`;
    }
    case '#': {
      const channel = names.channel(rest);
      return channel === undefined ? `#${decoded(label ?? rest)}` : `#**${channel}**`;
    }
    case '!': {
      const [kind = ''] = rest.split('^');
      if (!WILDCARDS.has(kind)) return decoded(label ?? `@${kind}`);
      found.hasWildcard = true;
      return '@**all**';
    }
    default:
      return link(decoded(target), label === undefined ? undefined : decoded(label));
  }
}

function link(url: string, label: string | undefined): string {
  if (label === undefined || label === url || `mailto:${label}` === url) return url.replace(/^mailto:/, '');
  // An address with a parenthesis would end the link.
  return `[${label.replaceAll(/[[\]]/g, '')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
