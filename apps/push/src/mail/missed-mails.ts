import { Injectable } from '@nestjs/common';
import { isGuest } from '@stoa/policy';
import type { MessageFacts } from '../messages/message-access';
import { MessageAccess } from '../messages/message-access';
import { MessageStatesRepository, type UserMessage } from '../messages/message-states.repository';
import type { ConversationPlace, MailMessage } from '../rules/mail/facts';
import { type MailDropReason, type NotedMessage, needsContext, stillMissed } from '../rules/mail/mail-turn';
import { writeMissedMail } from '../rules/mail/missed-mail';
import type { WrittenMail } from '../rules/mail/written-mail';
import { ReplyAddresses } from '../rules/mail/reply-addresses';
import { UnsubscribeKeys } from '../rules/mail/unsubscribe-keys';
import { MailAddressee, MailFactsRepository, NotedRow, StoredMessage } from './mail-facts.repository';
import type { MailJob } from './mail-jobs.repository';

/** What is known of the mails of one organization. */
interface Known {
  addressees: ReadonlyMap<number, MailAddressee>;
  noted: ReadonlyMap<number, ReadonlyMap<number, NotedRow>>;
  messages: ReadonlyMap<number, StoredMessage>;
  access: ReadonlyMap<number, ReadonlyMap<number, MessageFacts>>;
  /** Ids of what stands before a mail's first message. */
  context: ReadonlyMap<number, readonly number[]>;
  /** Where the topic of a mail's first message was before. */
  earlierPlaces: ReadonlyMap<number, readonly ConversationPlace[]>;
}

/** Names who may not be seen, as clients do. */
const UNKNOWN_USER = 'Unknown user';

/** Mails about missed messages, written from what is true when they are handed over (mail-and-integrations.md 2). */
@Injectable()
export class MissedMails {
  constructor(
    private readonly facts: MailFactsRepository,
    private readonly states: MessageStatesRepository,
    private readonly access: MessageAccess,
    private readonly keys: UnsubscribeKeys,
    private readonly replies: ReplyAddresses,
  ) {}

  /** @returns per mail what is to be sent, or why nothing is; statements do not grow with the mails */
  async write(realmId: number, jobs: readonly MailJob[]): Promise<Map<number, WrittenMail | MailDropReason>> {
    const known = await this.know(realmId, jobs);
    return new Map(jobs.map((job) => [job.id, this.writeOne(job, known)]));
  }

  private async know(realmId: number, jobs: readonly MailJob[]): Promise<Known> {
    const pairs = pairsOf(jobs, ({ messageIds }) => messageIds);
    const [addressees, noted, earlierPlaces] = await Promise.all([
      this.facts.addressees([...new Set(jobs.map(({ userId }) => userId))]),
      this.facts.noted(pairs),
      this.facts.earlierPlaces([...new Set(jobs.flatMap(({ messageIds }) => messageIds.slice(0, 1)))]),
    ]);
    const mentioning = jobs.filter((job) => wantsContext(job, addressees, noted));
    const context = await this.facts.context(mentioning.flatMap(({ messageIds }) => messageIds.slice(0, 1)));
    const before = pairsOf(mentioning, ({ messageIds: [first = 0] }) => context.get(first) ?? []);
    const all = [...pairs, ...before];
    const [messages, states] = await Promise.all([
      this.facts.messages([...new Set(all.map(({ messageId }) => messageId))]),
      this.states.states(all),
    ]);
    const channelIds = new Map([...messages].map(([id, { channelId }]) => [id, channelId]));
    const access = await this.access.of(realmId, { pairs: all, channelIds, states });
    return { addressees, noted, messages, access, context, earlierPlaces };
  }

  private writeOne(job: MailJob, known: Known): WrittenMail | MailDropReason {
    const { userId, messageIds } = job;
    const addressee = known.addressees.get(userId);
    if (!addressee) return 'inactive';
    const access = known.access.get(userId);
    const noted = messageIds.flatMap((id): NotedMessage[] => {
      const row = known.noted.get(userId)?.get(id);
      if (!row) return [];
      const { canRead = false, isRead = false } = access?.get(id) ?? {};
      return [{ messageId: id, trigger: row.trigger, exists: known.messages.has(id), canRead, isRead }];
    });
    const told = stillMissed(noted, addressee);
    if (typeof told === 'string') return told;
    const missed = told.flatMap(({ messageId }) => messageOf(messageId, known, userId) ?? []);
    const [first] = missed;
    const stored = known.messages.get(first?.messageId ?? 0);
    if (!first || !stored) return 'gone';
    const { realm, recipient, hiddenBy } = addressee;
    const { messageId } = missed.at(-1) ?? first;
    return writeMissedMail({
      mailId: job.mailId,
      happenedAtMs: job.createdAtMs,
      realm,
      recipient,
      hiddenBy,
      conversation: stored.conversation,
      earlierPlaces: known.earlierPlaces.get(messageIds[0] ?? 0) ?? [],
      messages: [...contextOf(job, known), ...missed],
      ways: this.keys.waysOf(realm.url, { userId, type: 'missed_messages' }),
      replyTo: this.replies.addressOf({ userId, messageId }, Date.now()),
    });
  }
}

function pairsOf(jobs: readonly MailJob[], idsOf: (job: MailJob) => readonly number[]): UserMessage[] {
  return jobs.flatMap((job) => idsOf(job).map((messageId) => ({ userId: job.userId, messageId })));
}

/** Guests get no context: who wrote it may be hidden from them. */
function wantsContext(
  { userId, messageIds }: MailJob,
  addressees: Known['addressees'],
  noted: Known['noted'],
): boolean {
  const addressee = addressees.get(userId);
  if (!addressee || isGuest(addressee)) return false;
  return messageIds.some((id) => {
    const row = noted.get(userId)?.get(id);
    return row !== undefined && needsContext(row.trigger);
  });
}

/** Earlier messages that the recipient may read, of the conversation as it is now. */
function contextOf({ userId, messageIds: [first = 0] }: MailJob, known: Known): MailMessage[] {
  const place = placeOf(known.messages.get(first));
  return (known.context.get(first) ?? []).flatMap((id) => {
    const message = known.messages.get(id);
    if (!message || placeOf(message) !== place || known.access.get(userId)?.get(id)?.canRead !== true) return [];
    return [shown(message, message.senderName, null)];
  });
}

function placeOf(message: StoredMessage | undefined): string {
  if (message?.conversation.type !== 'channel') return '';
  return `${message.conversation.channelId}:${message.conversation.topic.toLowerCase()}`;
}

function messageOf(messageId: number, { messages, noted }: Known, userId: number): MailMessage | null {
  const message = messages.get(messageId);
  const row = noted.get(userId)?.get(messageId);
  if (!message || !row) return null;
  const { trigger, mentionedGroup, isSenderHidden } = row;
  return shown(message, isSenderHidden ? UNKNOWN_USER : message.senderName, { trigger, mentionedGroup });
}

function shown(message: StoredMessage, senderName: string, cause: MailMessage['cause']): MailMessage {
  const { messageId, content, renderedContent, sentAtMs } = message;
  return { messageId, senderName, content, renderedContent, sentAtMs, cause };
}
