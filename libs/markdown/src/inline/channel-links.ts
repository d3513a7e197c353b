import { topicKey } from '../context';
import { escapeLiteral } from '../html';
import { encodeHashComponent } from '../links/hash-encoding';
import { DEFAULT_EMPTY_TOPIC_NAME } from '../normalize';
import { Trigger, type InlineRule, type InlineState } from './inline-state';

const CHANNEL_LINK = /(?<![^\s'"({/<])#\*\*([^*]+)\*\*/g;
const MESSAGE_TARGET = /^([^>]+)>(.*)@(\d{1,15})$/s;
const TOPIC_TARGET = /^([^>]+)>(.*)$/s;

interface Channel {
  id: number;
  name: string;
}

function findChannel(name: string | undefined, { context }: InlineState): Channel | undefined {
  const id = name === undefined ? undefined : context.channelIdsByName?.get(name);
  return id === undefined || name === undefined ? undefined : { id, name };
}

function channelHref({ id, name }: Channel): string {
  return `/#narrow/channel/${id}-${encodeHashComponent(name.replace(/ /g, '-'))}`;
}

function topicLabel(channel: Channel, topic: string, { context }: InlineState): string {
  const emptyName = context.emptyTopicName ?? DEFAULT_EMPTY_TOPIC_NAME;
  const label = topic === '' ? `<em>${escapeLiteral(emptyName)}</em>` : escapeLiteral(topic);
  return `#${escapeLiteral(channel.name)} &gt; ${label}`;
}

function messageLink(target: string, state: InlineState): string | undefined {
  const [, name, topic = '', messageId = ''] = MESSAGE_TARGET.exec(target) ?? [];
  const channel = findChannel(name, state);
  if (channel === undefined) return undefined;
  const href = `${channelHref(channel)}/topic/${encodeHashComponent(topic)}/near/${messageId}`;
  return `<a class="message-link" href="${href}">${topicLabel(channel, topic, state)} @ 💬</a>`;
}

function topicLink(target: string, state: InlineState): string | undefined {
  const [, name, topic = ''] = TOPIC_TARGET.exec(target) ?? [];
  const channel = findChannel(name, state);
  if (channel === undefined) return undefined;
  const latest = state.context.latestMessageByTopic?.get(topicKey(channel.id, topic));
  const suffix = latest === undefined ? '' : `/with/${latest}`;
  const href = `${channelHref(channel)}/topic/${encodeHashComponent(topic)}${suffix}`;
  return `<a class="stream-topic" data-stream-id="${channel.id}" href="${href}">${topicLabel(channel, topic, state)}</a>`;
}

function channelLink(target: string, state: InlineState): string | undefined {
  const channel = findChannel(target, state);
  if (channel === undefined) return undefined;
  const { id, name } = channel;
  return `<a class="stream" data-stream-id="${id}" href="${channelHref(channel)}">#${escapeLiteral(name)}</a>`;
}

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@id**` (markdown.md 8). */
export const channelLinks: InlineRule = {
  all: Trigger.hash | Trigger.star,
  any: 0,
  apply(text, state) {
    return text.replace(CHANNEL_LINK, (whole, target: string) => {
      // A name that holds something recognised before is none.
      if (target.includes('\u0002')) return whole;
      const html = messageLink(target, state) ?? topicLink(target, state) ?? channelLink(target, state);
      return html === undefined ? whole : state.stash.put(html);
    });
  },
};
