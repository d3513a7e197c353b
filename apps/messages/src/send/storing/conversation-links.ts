import { encodeHashComponent } from '@stoa/markdown';
import type { Write } from '@stoa/texts';

/** Characters that the short form of a link cannot hold (markdown.md 8). */
const UNWRITABLE = /[`>*&[\]]|\$\$/;

const ENTITIES: Readonly<Record<string, string>> = {
  '`': '&#96;',
  '>': '&gt;',
  '*': '&#42;',
  '&': '&amp;',
  '[': '&#91;',
  ']': '&#93;',
  $$: '&#36;&#36;',
};

export interface LinkedChannel {
  channelId: number;
  name: string;
}

/** A silent mention, which names a user and notifies nobody. */
export function silentMention(user: { id: number; fullName: string }): string {
  return `@_**${user.fullName}|${user.id}**`;
}

/** `#narrow/channel/5-ops/topic/big.20deploy` */
function topicPath({ channelId, name }: LinkedChannel, topic: string): string {
  const slug = encodeHashComponent(name.replaceAll(' ', '-'));
  return `#narrow/channel/${channelId}-${slug}/topic/${encodeHashComponent(topic)}`;
}

/** The markup that links to a topic, or to a message of it. */
export function topicLink(channel: LinkedChannel, topic: string, write: Write, messageId?: number): string {
  if (!UNWRITABLE.test(channel.name) && !UNWRITABLE.test(topic)) {
    return `#**${channel.name}>${topic}${messageId === undefined ? '' : `@${messageId}`}**`;
  }
  const text = `#${escaped(channel.name)} > ${escaped(topic === '' ? write('topic.empty') : topic)}`;
  const path = topicPath(channel, topic);
  return messageId === undefined ? `[${text}](${path})` : `[${text} @ 💬](${path}/near/${messageId})`;
}

/** Address of a channel message (messages.md 5.7). */
export function channelMessageUrl(baseUrl: string, channel: LinkedChannel, topic: string, messageId: number): string {
  return `${baseUrl}/${topicPath(channel, topic)}/near/${messageId}`;
}

/** Address of a direct message; `userIds` of all participants, ascending. */
export function directMessageUrl(baseUrl: string, userIds: readonly number[], messageId: number): string {
  return `${baseUrl}/#narrow/dm/${userIds.join(',')}/near/${messageId}`;
}

function escaped(text: string): string {
  return text.replace(/[`>*&[\]]|\$\$/g, (found) => ENTITIES[found] ?? found);
}
