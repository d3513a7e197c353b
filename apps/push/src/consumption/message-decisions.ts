import { Injectable } from '@nestjs/common';
import {
  type EditRecipientFacts,
  type MentionedGroupFacts,
  type PushRecipientFacts,
  type PushedMessageFacts,
} from '../rules/decisions/facts';
import { type PushDecision } from '../rules/decisions/triggers';
import { type RenderedMentions, mentionsOf } from '../rules/content-text/mentions';
import { decideEdit, editWithdraws } from '../rules/decisions/edited-message';
import { decideNewMessage } from '../rules/decisions/new-message';
import { mustBeIdle, passesIdleRule } from '../rules/decisions/idle';
import { NewJob } from '../jobs';
import { Activity } from './activity';
import { CandidateFacts, EditedMessage, FactsRepository, WantedMessage } from './facts.repository';
import type { Flagged } from './flagged.repository';
import { MentionedGroups } from './mentioned-groups';
import { ContentEdit, NewMessage, hasFlag } from './push-changes';
import { TopicPolicies } from './topic-policies';

/** Changes with their place in the batch. */
export interface Placed<T> {
  index: number;
  change: T;
}

export interface DecisionInput {
  partition: number;
  messages: readonly Placed<NewMessage>[];
  edits: readonly Placed<ContentEdit>[];
  /** Who has, or is about to have, a notification of the edited messages. */
  flagged: readonly Flagged[];
  /** What the batch says about topics. */
  policies: TopicPolicies;
  /** The recipients are known to be idle. */
  areIdle?: boolean;
}

/** A message, or the new content of one, with what decides about its recipients. */
interface Case {
  index: number;
  realmId: number;
  seq: number;
  happenedAtMs: number;
  messageId: number;
  wanted: WantedMessage;
  facts: PushedMessageFacts;
  mentions: RenderedMentions;
  /** The content before the edit; null for new messages. */
  before: Before | null;
  mayNotify(userId: number): boolean;
  isTopicParticipant(userId: number): boolean;
  isSenderHidden(userId: number): boolean;
}

interface Before {
  mentions: RenderedMentions;
  groups: readonly MentionedGroupFacts[];
}

/** What a batch's messages and edits lead to, per place in the batch. */
export interface MessageOutcomes {
  jobs: Map<number, NewJob[]>;
  /** Users whose notification of the edited message is to be withdrawn; they have a device. */
  withdrawn: Map<number, number[]>;
  /** Candidates of edits: whoever is flagged and not among them has no device any more. */
  examined: Map<number, Set<number>>;
}

const NO_MENTIONS: RenderedMentions = {
  userIds: new Set(),
  groupIds: new Set(),
  channelWildcard: false,
  topicWildcard: false,
};

/** Collects facts for messages and edits, and asks the rules (../rules). */
@Injectable()
export class MessageDecisions {
  constructor(
    private readonly repository: FactsRepository,
    private readonly groups: MentionedGroups,
    private readonly activity: Activity,
  ) {}

  /** Whom messages notify who is idle for sure: the queue in which they waited is gone. */
  async decideForIdle(partition: number, messages: readonly Placed<NewMessage>[]): Promise<NewJob[]> {
    const policies = new TopicPolicies([]);
    const { jobs } = await this.decide({ partition, messages, edits: [], flagged: [], policies, areIdle: true });
    return [...jobs.values()].flat();
  }

  async decide(input: DecisionInput): Promise<MessageOutcomes> {
    const { partition, messages, edits, flagged, policies, areIdle } = input;
    const cases = [...(await this.newCases(messages)), ...(await this.editCases(edits, flagged))];
    const outcomes: MessageOutcomes = { jobs: new Map(), withdrawn: new Map(), examined: new Map() };
    const relevant = cases.filter(({ wanted }) => isWanted(wanted));
    if (relevant.length === 0) return outcomes;
    const candidates = await this.repository.candidates(relevant.map(({ wanted }) => wanted));
    const decided = relevant.flatMap((item) => decisionsOf(item, candidates.get(item.index) ?? [], policies, outcomes));
    for (const { item, recipient, decision } of areIdle ? decided : await this.withIdle(partition, decided)) {
      const jobs = outcomes.jobs.get(item.index) ?? [];
      jobs.push(jobOf(item, recipient.userId, decision));
      outcomes.jobs.set(item.index, jobs);
    }
    return outcomes;
  }

  private async newCases(messages: readonly Placed<NewMessage>[]): Promise<Case[]> {
    const mentions = messages.map(({ change }) => mentionsIn(change.message.rendered_content));
    const groups = await this.groupsOf(messages.map(({ change }, at) => ({ realmId: change.realmId, at, mentions })));
    return messages.map(({ index, change }, at) => {
      const { message } = change;
      const own = mentions[at] ?? NO_MENTIONS;
      const isDirect = message.type === 'private';
      return {
        index,
        realmId: change.realmId,
        seq: change.seq,
        happenedAtMs: change.happenedAtMs,
        messageId: message.id,
        mentions: own,
        before: null,
        wanted: {
          index,
          senderId: message.sender_id,
          channelId: isDirect ? null : (message.stream_id ?? null),
          topic: message.subject,
          happenedAtMs: change.happenedAtMs,
          concernsEverybody: !isDirect && own.channelWildcard && !change.isSilent,
          concernsListeners: !isDirect && !change.isSilent,
          userIds: change.isSilent ? [] : specialRecipients(change, isDirect),
        },
        facts: {
          senderId: message.sender_id,
          conversation: isDirect ? 'direct' : 'channel',
          isSilent: change.isSilent,
          hasChannelWildcard: own.channelWildcard,
          hasTopicWildcard: own.topicWildcard,
          mentionedGroups: groups.get(at) ?? [],
        },
        mayNotify: (userId) => change.recipients.has(userId) && !hasFlag(change.flags, userId, 'read'),
        isTopicParticipant: (userId) => hasFlag(change.flags, userId, 'topic_wildcard_mentioned'),
        isSenderHidden: (userId) => change.hiddenFrom.has(userId),
      };
    });
  }

  private async editCases(edits: readonly Placed<ContentEdit>[], flagged: readonly Flagged[]): Promise<Case[]> {
    // Only mentions matter here; most edits have none, before or after.
    const relevant = edits.filter(({ change }) => MENTION.test(change.oldHtml) || MENTION.test(change.newHtml));
    if (relevant.length === 0) return [];
    const rows = await this.repository.editedMessages(relevant.map(({ change }) => change.messageId));
    const before = relevant.map(({ change }) => mentionsIn(change.oldHtml));
    const after = relevant.map(({ change }) => mentionsIn(change.newHtml));
    const realms = relevant.map(({ change }) => change.realmId);
    const groupsOf = (mentions: readonly RenderedMentions[]) =>
      this.groupsOf(realms.map((realmId, at) => ({ realmId, at, mentions })));
    const [groupsBefore, groupsAfter] = [await groupsOf(before), await groupsOf(after)];
    return relevant.flatMap(({ index, change }, at) => {
      const row = rows.get(change.messageId);
      if (!row) return [];
      const mentions = { before: before[at] ?? NO_MENTIONS, after: after[at] ?? NO_MENTIONS };
      const groups = { before: groupsBefore.get(at) ?? [], after: groupsAfter.get(at) ?? [] };
      const holders = flagged.filter((entry) => entry.index === index).map(({ userId }) => userId);
      return [editCase({ index, change }, row, mentions, groups, holders)];
    });
  }

  /** Facts of each text's mentioned groups, by its place; one look-up per organization. */
  private async groupsOf(
    texts: readonly { realmId: number; at: number; mentions: readonly RenderedMentions[] }[],
  ): Promise<Map<number, MentionedGroupFacts[]>> {
    const byRealm = new Map<number, Set<number>>();
    for (const { realmId, at, mentions } of texts) {
      const ids = byRealm.get(realmId) ?? new Set<number>();
      for (const groupId of mentions[at]?.groupIds ?? []) ids.add(groupId);
      byRealm.set(realmId, ids);
    }
    const facts = new Map<number, Map<number, MentionedGroupFacts>>();
    for (const [realmId, ids] of byRealm) facts.set(realmId, await this.groups.of(realmId, ids));
    return new Map(
      texts.map(({ realmId, at, mentions }) => {
        const known = facts.get(realmId);
        return [at, [...(mentions[at]?.groupIds ?? [])].flatMap((groupId) => known?.get(groupId) ?? [])];
      }),
    );
  }

  /** Rule 6 of push.md 9, with facts of only those who depend on it. */
  private async withIdle(partition: number, decided: readonly Decided[]): Promise<Decided[]> {
    const dependent = decided.filter(({ recipient }) => mustBeIdle(recipient.settings));
    if (dependent.length === 0) return [...decided];
    const byRealm = new Map<number, Set<number>>();
    for (const { item, recipient } of dependent) {
      const ids = byRealm.get(item.realmId) ?? new Set<number>();
      byRealm.set(item.realmId, ids.add(recipient.userId));
    }
    const now = Date.now();
    const facts = new Map<number, Awaited<ReturnType<Activity['of']>>>();
    for (const [realmId, userIds] of byRealm) {
      facts.set(realmId, await this.activity.of({ realmId, partition, userIds: [...userIds] }, now));
    }
    return decided.filter(({ item, recipient }) => {
      const idle = facts.get(item.realmId)?.get(recipient.userId);
      return passesIdleRule(recipient.settings, idle ?? { hasMessageQueue: false, lastActiveAt: null, now });
    });
  }
}

interface Decided {
  item: Case;
  recipient: PushRecipientFacts;
  decision: PushDecision;
}

const MENTION = /class="[^"]*mention/;

function mentionsIn(html: string): RenderedMentions {
  return MENTION.test(html) ? mentionsOf(html) : NO_MENTIONS;
}

/** Participants of a direct message; of a channel message whoever has a flag that a trigger looks at. */
function specialRecipients(change: NewMessage, isDirect: boolean): number[] {
  if (isDirect) return [...change.recipients].filter((userId) => userId !== change.message.sender_id);
  const isTrigger = (flag: string) => flag === 'mentioned' || flag === 'topic_wildcard_mentioned';
  return change.flags.filter(({ flags }) => flags.some(isTrigger)).flatMap(({ to }) => [...to]);
}

function isWanted({ concernsEverybody, concernsListeners, userIds }: WantedMessage): boolean {
  return concernsEverybody || concernsListeners || userIds.length > 0;
}

function editCase(
  { index, change }: Placed<ContentEdit>,
  row: EditedMessage,
  mentions: { before: RenderedMentions; after: RenderedMentions },
  groups: { before: readonly MentionedGroupFacts[]; after: readonly MentionedGroupFacts[] },
  holders: readonly number[],
): Case {
  const isTrigger = (flag: string) => flag === 'mentioned' || flag === 'topic_wildcard_mentioned';
  const mentioned = change.flags.filter(({ flags }) => flags.some(isTrigger)).flatMap(({ to }) => [...to]);
  return {
    index,
    realmId: change.realmId,
    seq: change.seq,
    happenedAtMs: change.happenedAtMs,
    messageId: change.messageId,
    mentions: mentions.after,
    before: { mentions: mentions.before, groups: groups.before },
    wanted: {
      index,
      senderId: row.senderId,
      channelId: row.channelId,
      topic: row.topic,
      happenedAtMs: change.happenedAtMs,
      concernsEverybody: row.channelId !== null && mentions.after.channelWildcard && !mentions.before.channelWildcard,
      concernsListeners: false,
      userIds: [...new Set([...mentioned, ...holders])],
    },
    facts: {
      senderId: row.senderId,
      conversation: row.channelId === null ? 'direct' : 'channel',
      isSilent: false,
      hasChannelWildcard: mentions.after.channelWildcard,
      hasTopicWildcard: mentions.after.topicWildcard,
      mentionedGroups: groups.after,
    },
    mayNotify: (userId) => change.recipients.has(userId) && !hasFlag(change.flags, userId, 'read'),
    isTopicParticipant: (userId) => hasFlag(change.flags, userId, 'topic_wildcard_mentioned'),
    isSenderHidden: () => false,
  };
}

function decisionsOf(
  item: Case,
  candidates: readonly CandidateFacts[],
  policies: TopicPolicies,
  outcomes: MessageOutcomes,
): Decided[] {
  if (item.before) outcomes.examined.set(item.index, new Set(candidates.map(({ userId }) => userId)));
  return candidates.flatMap((candidate) => {
    const recipient = recipientOf(item, candidate, policies);
    const wasMentioned = item.before !== null && mentionedBefore(item.before, recipient);
    if (item.before && withdraws(item, recipient, wasMentioned)) {
      const known = outcomes.withdrawn.get(item.index) ?? [];
      outcomes.withdrawn.set(item.index, [...known, recipient.userId]);
    }
    if (!item.mayNotify(recipient.userId)) return [];
    const edited: EditRecipientFacts = { ...recipient, wasMentioned };
    const decision = item.before ? decideEdit(item.facts, edited) : decideNewMessage(item.facts, recipient);
    return decision ? [{ item, recipient, decision }] : [];
  });
}

function recipientOf(
  item: Case,
  { channel, ...candidate }: CandidateFacts,
  policies: TopicPolicies,
): PushRecipientFacts {
  const { userId } = candidate;
  const isNewer = policies.isNewer(userId, { ...item.wanted, seq: item.seq });
  return {
    ...candidate,
    // The statement finds nobody else.
    isActiveHuman: true,
    hasUsableDevice: true,
    isMentionedPersonally: item.mentions.userIds.has(userId),
    channel: channel && {
      ...channel,
      ...(isNewer ? { topicPolicy: 0 } : {}),
      isTopicParticipant: item.isTopicParticipant(userId),
    },
  };
}

function mentionedBefore({ mentions, groups }: Before, { userId, channel }: PushRecipientFacts): boolean {
  if (mentions.channelWildcard || mentions.userIds.has(userId)) return true;
  if (groups.some((group) => group.hasMember(userId))) return true;
  return mentions.topicWildcard && (channel?.isTopicParticipant ?? false);
}

/** A topic wildcard that went concerned whoever was notified: nobody else can have the flag because of it. */
function withdraws({ facts, before, mentions }: Case, recipient: PushRecipientFacts, wasMentioned: boolean): boolean {
  const { userId, settings, channel } = recipient;
  const isMentioned =
    mentions.channelWildcard ||
    mentions.userIds.has(userId) ||
    facts.mentionedGroups.some((group) => group.hasMember(userId)) ||
    (mentions.topicWildcard && (channel?.isTopicParticipant ?? false));
  const mayHaveBeen = wasMentioned || (before?.mentions.topicWildcard ?? false);
  const { conversation } = facts;
  return editWithdraws({ conversation, wasMentioned: mayHaveBeen, isMentioned, settings, channel });
}

function jobOf(item: Case, userId: number, decision: PushDecision): NewJob {
  const { realmId, happenedAtMs, messageId } = item;
  const { trigger, mentionedGroup = null } = decision;
  const isSenderHidden = item.isSenderHidden(userId);
  return { realmId, userId, happenedAtMs, work: { messageId, trigger, mentionedGroup, isSenderHidden } };
}
