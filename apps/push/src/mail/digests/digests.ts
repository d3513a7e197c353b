import { Injectable } from '@nestjs/common';
import { isGuest, limitsGuests } from '@stoa/policy';
import type { DigestMail, DigestTopic } from '../../rules/mail/digests/digest-mail';
import { writeDigest } from '../../rules/mail/digests/digest-mail';
import { hotTopics } from '../../rules/mail/digests/hot-topics';
import type { MailDropReason } from '../../rules/mail/mail-turn';
import { UnsubscribeKeys } from '../../rules/mail/unsubscribe-keys';
import type { WrittenMail } from '../../rules/mail/written-mail';
import { MessageAccess } from '../../messages/message-access';
import type { MessageFacts } from '../../messages/message-access';
import { MessageStatesRepository } from '../../messages/message-states.repository';
import { type MailAddressee, MailFactsRepository, type StoredMessage } from '../mail-facts.repository';
import type { MailJob } from '../mail-jobs.repository';
import { type ActiveTopic, DigestFactsRepository, type MutedThings, type NewChannel } from './digest-facts.repository';

/** What is known of the readers of one organization. */
interface Known {
  addressees: ReadonlyMap<number, MailAddressee>;
  wanting: ReadonlySet<number>;
  muted: ReadonlyMap<number, MutedThings>;
  /** Of each reader, those that may be told of. */
  topics: ReadonlyMap<number, readonly ActiveTopic[]>;
  /** Of each reader, those that are told of, as far as their messages may be read. */
  chosen: ReadonlyMap<number, readonly ActiveTopic[]>;
  messages: ReadonlyMap<number, StoredMessage>;
  access: ReadonlyMap<number, ReadonlyMap<number, MessageFacts>>;
  names: ReadonlyMap<number, string>;
  channels: readonly NewChannel[];
  limitsGuests: boolean;
}

const MOST_NAMES = 4;
const NOTHING_MUTED: MutedThings = { topics: new Set(), userIds: new Set() };

/** Digests, written from what is true when they are handed over (mail-and-integrations.md 3). */
@Injectable()
export class Digests {
  constructor(
    private readonly facts: DigestFactsRepository,
    private readonly mailFacts: MailFactsRepository,
    private readonly states: MessageStatesRepository,
    private readonly access: MessageAccess,
    private readonly keys: UnsubscribeKeys,
  ) {}

  /** @returns per mail what is to be sent, or why nothing is; statements do not grow with the mails */
  async write(realmId: number, jobs: readonly MailJob[]): Promise<Map<number, WrittenMail | MailDropReason>> {
    const known = await this.know(realmId, [...new Set(jobs.map(({ userId }) => userId))]);
    return new Map(jobs.map((job) => [job.id, this.writeOne(job, known)]));
  }

  private async know(realmId: number, userIds: readonly number[]): Promise<Known> {
    const [addressees, wanting, muted, read, channels, group] = await Promise.all([
      this.mailFacts.addressees(userIds),
      this.facts.wanting(userIds),
      this.facts.muted(userIds),
      this.facts.channels(userIds),
      this.facts.newChannels(realmId),
      this.facts.visibilityGroup(realmId),
    ]);
    const active = byChannel(await this.facts.topics([...new Set(read.map(({ channelId }) => channelId))]));
    const topics = new Map<number, ActiveTopic[]>();
    for (const { userId, channelId, sinceMessageId } of read) {
      const { topics: mutedTopics } = muted.get(userId) ?? NOTHING_MUTED;
      // Subscribed since before all of it: so everything there is theirs to read, whatever the channel's history is.
      const told = (active.get(channelId) ?? []).filter(
        ({ key, channelFirstMessageId }) =>
          sinceMessageId <= channelFirstMessageId && !mutedTopics.has(`${channelId}:${key}`),
      );
      topics.set(userId, [...(topics.get(userId) ?? []), ...told]);
    }
    const chosen = new Map([...topics].map(([userId, of]) => [userId, hotTopics(of)]));
    const all = [...chosen.values()].flat();
    const pairs = [...chosen].flatMap(([userId, of]) =>
      of.flatMap(({ sampleIds }) => sampleIds.map((messageId) => ({ userId, messageId }))),
    );
    const [messages, states, names] = await Promise.all([
      this.mailFacts.messages([...new Set(all.flatMap(({ sampleIds }) => sampleIds))]),
      this.states.states(pairs),
      this.facts.names([...new Set(all.flatMap(({ senderIds }) => senderIds))]),
    ]);
    const channelIds = new Map([...messages].map(([id, { channelId }]) => [id, channelId]));
    const access = await this.access.of(realmId, { pairs, channelIds, states });
    const isLimited = limitsGuests(group);
    return { addressees, wanting, muted, topics, chosen, messages, access, names, channels, limitsGuests: isLimited };
  }

  private writeOne(job: MailJob, known: Known): WrittenMail | MailDropReason {
    const { userId, mailId, createdAtMs: happenedAtMs } = job;
    const addressee = known.addressees.get(userId);
    if (!addressee?.isServed) return 'inactive';
    if (addressee.isSuspended) return 'suspended';
    if (!known.wanting.has(userId)) return 'switched_off';
    const { realm, recipient } = addressee;
    const guest = isGuest(addressee);
    const topics = topicsOf(userId, known);
    const channels = known.channels
      .filter(({ isWebPublic }) => !guest || isWebPublic)
      .map(({ id: channelId, name }) => ({ channelId, name }));
    if (topics.length === 0 && channels.length === 0) return 'nothing';
    const mail: DigestMail = {
      ...{ mailId, happenedAtMs, realm, recipient, topics, channels, totals: totalsOf(known.topics.get(userId) ?? []) },
      // Who wrote something may be hidden from guests, and so may whom it names.
      hiddenBy: guest && known.limitsGuests ? 'organization' : addressee.hiddenBy,
      ways: this.keys.waysOf(realm.url, { userId, type: 'digest' }),
    };
    return writeDigest(mail);
  }
}

/** Only what the reader may read now, and nothing of people whom they have muted. */
function topicsOf(userId: number, { chosen, messages, access, muted, names }: Known): DigestTopic[] {
  const { userIds: mutedUserIds } = muted.get(userId) ?? NOTHING_MUTED;
  return (chosen.get(userId) ?? []).flatMap((topic): DigestTopic[] => {
    const samples = topic.sampleIds.flatMap((id) => {
      const message = messages.get(id);
      const mayRead = access.get(userId)?.get(id)?.canRead === true;
      return message && mayRead && !mutedUserIds.has(message.senderId) ? [message] : [];
    });
    const [first] = samples;
    if (first?.conversation.type !== 'channel') return [];
    const senders = topic.senderIds.filter((id) => !mutedUserIds.has(id)).flatMap((id) => names.get(id) ?? []);
    const named = [...new Set([...samples.map(({ senderName }) => senderName), ...senders])].slice(0, MOST_NAMES);
    const { messages: count, people } = topic;
    return [{ conversation: first.conversation, messages: count, people, names: named, samples }];
  });
}

function byChannel(topics: readonly ActiveTopic[]): Map<number, ActiveTopic[]> {
  const found = new Map<number, ActiveTopic[]>();
  for (const topic of topics) found.set(topic.channelId, [...(found.get(topic.channelId) ?? []), topic]);
  return found;
}

/** Of the channels whose topics may be told of. */
function totalsOf(topics: readonly ActiveTopic[]): DigestMail['totals'] {
  const channels = new Map(topics.map((topic) => [topic.channelId, topic]));
  return {
    messages: [...channels.values()].reduce((sum, { channelMessages }) => sum + channelMessages, 0),
    topics: [...channels.values()].reduce((sum, { channelTopics }) => sum + channelTopics, 0),
  };
}
