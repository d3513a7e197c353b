import { type Names, readAddress } from '../../narrow/address';
import { kindOf, operandOf } from '../../narrow/terms';
import type { Selected } from '../format';

/** One address and nothing else. */
export const ADDRESS = /^https?:\/\/\S+$/;

/** Whether a place in a text is inside of code, where what is pasted stays as it is. */
export function isInCode({ text, start }: Pick<Selected, 'text' | 'start'>): boolean {
  const before = text.slice(0, start);
  let fence: string | undefined;
  for (const line of before.split('\n')) {
    const ticks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (ticks === undefined) continue;
    if (fence === undefined) fence = ticks;
    else if (ticks.startsWith(fence)) fence = undefined;
  }
  if (fence !== undefined) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Signs that would end or change the syntax of a link to a conversation. */
const BREAKING = /[`>*&[\]]|\$\$/;

/** How messages link a channel, topic or message of this organization; undefined for any other address. */
export function conversationLink(url: string, origin: string, names: Names): string | undefined {
  if (!url.startsWith(`${origin}/#`)) return undefined;
  const address = readAddress(url.slice(origin.length + 1), names);
  if (address.kind !== 'narrow') return undefined;
  const { narrow } = address;
  const channelId = operandOf(narrow, 'channel');
  const channel = typeof channelId === 'number' ? names.channelName(channelId) : undefined;
  if (channel === undefined || BREAKING.test(channel)) return undefined;
  if (kindOf(narrow) === 'channel') return `#**${channel}**`;
  const topic = operandOf(narrow, 'topic');
  if (kindOf(narrow) !== 'topic' || typeof topic !== 'string' || BREAKING.test(topic)) return undefined;
  const near = operandOf(narrow, 'near');
  return `#**${channel}>${topic}${near === undefined ? '' : `@${String(near)}`}**`;
}

interface Facts {
  /** Of this page. */
  readonly origin: string;
  readonly names: Names;
}

/**
 * What is typed instead of plain text that is pasted: an address becomes the link of the selected words, or of the
 * conversation that it names.
 * @returns undefined where the text stays as it is
 */
export function linkFor(pasted: string, selected: Selected, { origin, names }: Facts): string | undefined {
  const url = pasted.trim();
  if (!ADDRESS.test(url) || isInCode(selected)) return undefined;
  const words = selected.text.slice(selected.start, selected.end);
  if (words.trim() !== '') return ADDRESS.test(words.trim()) || words.includes('\n') ? undefined : `[${words}](${url})`;
  return conversationLink(url, origin, names);
}

/** Formatting that is worth keeping. */
const FORMATTED = /<(?:b|strong|i|em|s|del|a|code|pre|ul|ol|h[1-6]|blockquote|table|img)[\s>]/i;
/** Editors of code say that the lines are as they are. */
const LITERAL =
  /^(?:\s|<meta[^>]*>|<html[^>]*>|<body[^>]*>|<!--.*?-->)*<(?:div|span|pre)[^>]*style="[^"]*white-space:\s*pre;/is;

export type PastedAs = 'plain' | 'code' | 'formatted';

/** How something from another program is taken up. */
export function pastedAs(html: string, plain: string): PastedAs {
  if (html === '' || plain.trim() === '') return 'plain';
  if (LITERAL.test(html)) return plain.trim().includes('\n') ? 'code' : 'plain';
  return FORMATTED.test(html) ? 'formatted' : 'plain';
}
