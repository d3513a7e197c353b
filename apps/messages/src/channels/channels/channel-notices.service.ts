import { Injectable } from '@nestjs/common';
import { NewNotice, WriteTransaction, channelNotice, directNotice } from '@stoa/database';
import { ActorContext } from '@stoa/rpc';
import type { ChangeFacts } from '@stoa/directory';
import { type Write, textsIn } from '@stoa/texts';
import { CommittedNotices, PendingNotices } from '../../send/pending-notices/pending-notices';
import { ChannelState } from '../../access/channel-access/channel-state';
import { ChannelCreation, privacyName } from '../../access/channel-access/channel-rules';

/** More new subscribers than this get no direct message about it (channels.md 0). */
export const MOST_SUBSCRIPTION_MESSAGES = 100;

/** What a call that created channels or subscribed users asked for. */
export interface SubscribingNotices {
  announce: boolean;
  send_new_subscription_messages: boolean;
  creation: ChannelCreation;
  /** Of created channels, by lower-case name. */
  descriptions: ReadonlyMap<string, string>;
}

interface Subscribed {
  created: readonly ChannelState[];
  newSubscriptions: readonly { userId: number; channelId: number }[];
}

/** What the notification bot writes about channels (channels.md 14.4). */
@Injectable()
export class ChannelNoticesService {
  constructor(private readonly notices: PendingNotices) {}

  /** Writes the notices, in the transaction of the change. */
  add(
    tx: WriteTransaction,
    facts: ChangeFacts,
    request: SubscribingNotices,
    subscribed: Subscribed,
  ): Promise<CommittedNotices> {
    return this.notices.add(tx, facts.requester.id, noticesOf(facts, request, subscribed));
  }

  /** Once the change is committed. Never fails. */
  tell(ctx: ActorContext, notices: CommittedNotices): Promise<void> {
    return this.notices.sendNow(ctx, notices);
  }
}

/** In the order in which they are sent. */
function noticesOf(
  facts: ChangeFacts,
  request: SubscribingNotices,
  { created, newSubscriptions }: Subscribed,
): NewNotice[] {
  const createdIds = new Set(created.map((state) => state.channel.channelId));
  const joined = newSubscriptions.filter((subscription) => !createdIds.has(subscription.channelId));
  return [
    ...(request.send_new_subscription_messages ? toSubscribers(facts, joined) : []),
    ...(request.announce ? announcements(facts, created) : []),
    ...(facts.settings.tellsChannelEvents ? created.map((state) => ofCreation(facts, request, state)) : []),
  ];
}

function toSubscribers(
  { ctx, users, channels }: ChangeFacts,
  joined: readonly { userId: number; channelId: number }[],
): NewNotice[] {
  const byUser = new Map<number, string[]>();
  for (const { userId, channelId } of joined) {
    const user = users.get(userId);
    const channel = channels.byId.get(channelId);
    if (!user || user.isBot || userId === ctx.actor.userId || !channel) continue;
    const names = byUser.get(userId);
    if (names) names.push(channel.name);
    else byUser.set(userId, [channel.name]);
  }
  if (byUser.size > MOST_SUBSCRIPTION_MESSAGES) return [];
  return [...byUser].map(([userId, names]) => {
    const write = textsIn(users.get(userId)?.language ?? '');
    const user = silentMention(ctx);
    const content =
      names.length === 1
        ? write('channel.subscribedToOne', { user, channel: `#**${names[0] ?? ''}**` })
        : write('channel.subscribedToSome', { user, channels: names.map((name) => `* #**${name}**`).join('\n') });
    return directNotice(userId, content);
  });
}

function announcements({ ctx, settings }: ChangeFacts, created: readonly ChannelState[]): NewNotice[] {
  if (settings.newChannelAnnouncementsChannelId < 0) return [];
  const announced = created.filter((state) => !state.channel.inviteOnly).map((state) => `#**${state.channel.name}**`);
  if (announced.length === 0) return [];
  const write = textsIn(settings.defaultLanguage);
  const user = silentMention(ctx);
  const content =
    announced.length === 1
      ? write('channel.createdOne', { user, channel: announced[0] ?? '' })
      : write('channel.createdSome', { user, channels: announced.join(', ') });
  return [channelNotice(settings.newChannelAnnouncementsChannelId, write('topic.newChannels'), content)];
}

function ofCreation({ ctx, settings }: ChangeFacts, request: SubscribingNotices, { channel }: ChannelState): NewNotice {
  const write = textsIn(settings.defaultLanguage);
  const content = write('channel.created', {
    privacy: privacyName(request.creation, write),
    user: silentMention(ctx),
    description: quoteBlock(request.descriptions.get(channel.name.toLowerCase()) ?? '', write),
  });
  return channelNotice(channel.channelId, channelEventsTopic(channel.topicsPolicy, write), content);
}

/** Topic of the bot's notices about a channel (channels.md 11.1). */
export function channelEventsTopic(topicsPolicy: string, write: Write): string {
  return topicsPolicy === 'empty_topic_only' ? '' : write('topic.channelEvents');
}

/** Longer than the fence of a code block, which a description may hold. */
const SHORTEST_FENCE = 4;

/** A description as a quote block that no run of backticks inside it can end. */
export function quoteBlock(description: string, write: Write): string {
  const content = description === '' ? write('channel.noDescription') : description;
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, ...[...content.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence} quote\n${content}\n${fence}`;
}

export function silentMention(ctx: ActorContext): string {
  return `@_**${ctx.actor.fullName}|${ctx.actor.userId}**`;
}
