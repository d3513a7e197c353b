import type { RenderContext } from '@stoa/markdown';
import { mentionNameKey, topicKey } from '@stoa/markdown';
import { Parser } from 'htmlparser2';

/** What names in a text meant when it was rendered: taken from its HTML, which outlives renamings. */
export interface StoredNames {
  /** By the name as it was shown. */
  users: ReadonlyMap<string, { id: number; isLoud: boolean }>;
  groups: ReadonlyMap<string, { id: number; isLoud: boolean }>;
  channels: ReadonlyMap<string, number>;
  /** Links to topics: the message that they lead to, by {@link topicKey}; null without one. */
  topics: ReadonlyMap<string, number | null>;
  /** Addresses of custom emoji. */
  emoji: ReadonlyMap<string, string>;
  /** It shows images or films. */
  hasMedia: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const CHANNEL = /^\/#narrow\/channel\/(\d+)-/;
const WITH = /\/with\/(\d+)$/;
const NAMES: ReadonlySet<string> = new Set([
  'user-mention',
  'user-group-mention',
  'stream',
  'stream-topic',
  'message-link',
]);

class NamesCollector {
  readonly users = new Map<string, { id: number; isLoud: boolean }>();
  readonly groups = new Map<string, { id: number; isLoud: boolean }>();
  readonly channels = new Map<string, number>();
  readonly topics = new Map<string, number | null>();
  readonly emoji = new Map<string, string>();
  hasMedia = false;
  private open: { element: string; attributes: Attributes; text: string } | null = null;

  onopentag(element: string, attributes: Attributes): void {
    const classes = (attributes.class ?? '').split(' ');
    const name = /^:(.+):$/.exec(attributes.alt ?? '')?.[1];
    if (element === 'img' && classes.includes('emoji') && name && attributes.src) this.emoji.set(name, attributes.src);
    if (classes.includes('message_inline_image')) this.hasMedia = true;
    if (classes.some((part) => NAMES.has(part))) this.open = { element, attributes, text: '' };
    // The name of the empty topic is no text of the link.
    else if (element === 'em' && this.open) this.open.text += '\u0000';
  }

  ontext(text: string): void {
    if (this.open) this.open.text += text;
  }

  onclosetag(element: string): void {
    if (this.open?.element !== element) return;
    const { attributes, text } = this.open;
    this.open = null;
    if (element === 'span') this.addMention(attributes, text);
    else this.addChannel(attributes, text);
  }

  private addMention(attributes: Attributes, text: string): void {
    const isLoud = !(attributes.class ?? '').split(' ').includes('silent');
    const name = isLoud ? text.replace(/^@/, '') : text;
    const add = (names: Map<string, { id: number; isLoud: boolean }>, value: string | undefined) => {
      const id = Number(value);
      if (!Number.isSafeInteger(id) || id <= 0) return;
      names.set(name, { id, isLoud: isLoud || names.get(name)?.isLoud === true });
    };
    add(this.users, attributes['data-user-id']);
    add(this.groups, attributes['data-user-group-id']);
  }

  private addChannel({ class: kind = '', href = '' }: Attributes, text: string): void {
    const channelId = Number(CHANNEL.exec(href)?.[1]);
    if (!Number.isSafeInteger(channelId) || !text.startsWith('#')) return;
    const cut = kind === 'stream' ? -1 : text.indexOf(' > ');
    this.channels.set(text.slice(1, cut < 0 ? undefined : cut), channelId);
    if (kind !== 'stream-topic' || cut < 0) return;
    const topic = text.slice(cut + 3).replace(/^\u0000.*$/s, '');
    const withId = WITH.exec(href)?.[1];
    this.topics.set(topicKey(channelId, topic), withId === undefined ? null : Number(withId));
  }
}

/** Reads HTML of the renderer, of any version. */
export function storedNames(html: string): StoredNames {
  const found = new NamesCollector();
  const parser = new Parser(found);
  parser.write(html);
  parser.end();
  return found;
}

/**
 * What a text is rendered with when it only gets another form: names mean what they meant, even if something else has
 * the name today, and whether or not their author could still name them.
 */
export function withStoredNames(context: RenderContext, stored: StoredNames): RenderContext {
  const usersById = new Map(context.usersById);
  const usersByName = new Map(context.usersByName);
  for (const [fullName, { id, isLoud }] of stored.users) {
    const isActive = isLoud || usersById.get(id)?.isActive === true;
    usersById.set(id, { id, fullName, isActive });
    usersByName.set(mentionNameKey(fullName), { id, fullName, isActive });
  }
  const groupsByName = new Map(context.groupsByName);
  for (const [name, { id, isLoud }] of stored.groups) {
    if (!groupsByName.has(name)) groupsByName.set(name, { id, name, isActive: isLoud });
  }
  const latest = new Map(context.latestMessageByTopic);
  for (const [key, id] of stored.topics) {
    if (id === null) latest.delete(key);
    else latest.set(key, id);
  }
  const emoji = [...stored.emoji].map(([name, sourceUrl]) => [name, { sourceUrl }] as const);
  return {
    ...context,
    usersById,
    usersByName,
    groupsByName,
    channelIdsByName: new Map([...(context.channelIdsByName ?? []), ...stored.channels]),
    latestMessageByTopic: latest,
    customEmoji: new Map([...(context.customEmoji ?? []), ...emoji]),
  };
}
