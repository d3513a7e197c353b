/** A zero-width space: keeps marks from forming without being seen. */
const APART = '\u200b';
const LONGEST_QUOTE = 3_000;

/** One line in which nothing is markup: for names and titles of others. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('`', "'")
    .replace(/\*(?=\S)/g, `*${APART}`)
    .replace(/([~$|_])(?=\1)/g, `$1${APART}`)
    .replaceAll('](', `]${APART}(`)
    .replaceAll('<time:', `<${APART}time:`);
}

/** `[text](url)`; the text alone where the address is not of the web. */
export function link(text: string, url: string | undefined): string {
  const address = webAddress(url);
  const label = isBalanced(text) ? plain(text) : plain(text.replaceAll('[', '(').replaceAll(']', ')'));
  return address === undefined || label === '' ? label : `[${label}](${address})`;
}

/** Only http and https, with nothing in it that would end the link. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  return parsed.href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Text of others as a quote, cut to a readable length. Empty text gives nothing. */
export function quote(text: string | undefined): string {
  return fenced(text, 'quote');
}

/** Text of others as it is. */
export function code(text: string | undefined, language = '', room = LONGEST_QUOTE): string {
  return fenced(text, language, room);
}

function fenced(text: string | undefined, kind: string, room = LONGEST_QUOTE): string {
  const body = cut((text ?? '').replaceAll('\r\n', '\n').trim(), room);
  if (body === '') return '';
  const longest = Math.max(2, ...[...body.matchAll(/^ {0,3}(~{3,})/gm)].map(([, fence = '']) => fence.length));
  const fence = '~'.repeat(longest + 1);
  return `\n${fence} ${kind}`.trimEnd() + `\n${body}\n${fence}`;
}

/** At most so many characters, the last an ellipsis if something was left out. Halves of characters are not left. */
export function cut(text: string, length: number): string {
  const characters = text.length > length ? [...text] : [];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** `* **Name**: value` for what there is. */
export function bullets(values: readonly (readonly [string, string | undefined])[]): string {
  return values.flatMap(([name, value]) => (value ? [`\n* **${name}**: ${value}`] : [])).join('');
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c` */
export function enumeration(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A moment that readers see in their own time zone; nothing for times that no tool means. */
export function moment(iso: string | undefined): string | undefined {
  if (iso === undefined || iso.startsWith('0001-')) return undefined;
  const at = Date.parse(iso);
  return Number.isNaN(at) ? undefined : `<time:${new Date(at).toISOString().replace('.000Z', 'Z')}>`;
}

/** `production-1` of `refs/heads/production-1`. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, '');
}

export function isTag(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}

const WILDCARDS = 'all|everyone|channel|stream|topic';
const WILDCARD = new RegExp(`@(?=\\*\\*(?:${WILDCARDS})\\*\\*)`, 'g');

/** Nobody is notified by what a tool passes on; where people wrote it, those whom they name still are. */
export function withoutMentions(content: string, isWrittenByPeople: boolean): string {
  return content.replace(isWrittenByPeople ? WILDCARD : /@(?=_?\*)/g, `@${APART}`);
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']' && --depth < 0) return false;
  }
  return depth === 0;
}
