import { Injectable } from '@nestjs/common';
import { Mailer } from '@stoa/mail';
import type { MentionedGroupFacts, PushRecipientFacts } from '../rules/decisions/facts';
import type { MailDecision, PushDecision } from '../rules/decisions/triggers';
import type { RenderedMentions } from '../rules/content-text/mentions';
import { decideEdit, editWithdraws } from '../rules/decisions/edited-message';
import { decideNewMessage } from '../rules/decisions/new-message';
import { isIdle, mustBeIdle, passesIdleRule } from '../rules/decisions/idle';
import { decideMail, decideMailOfEdit } from '../rules/decisions/mail';
import { NewJob, NewMissedMessage } from '../jobs';
import { Activity } from './activity';
import { CandidateFacts, FactsRepository, WantedMessage } from './facts.repository';
import type { Flagged } from './flagged.repository';
import { MentionedGroups } from './mentioned-groups';
import {
  Mentioned,
  MessageCase,
  Placed,
  editCase,
  hasMention,
  isTopicParticipant,
  mayNotify,
  mentionsIn,
  newMessageCase,
} from './message-cases';
import { ContentEdit, NewMessage } from './push-changes';
import { TopicPolicies } from './topic-policies';

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

/** What a batch's messages and edits lead to, per place in the batch. */
export interface MessageOutcomes {
  jobs: Map<number, NewJob[]>;
  /** What users get mails about unless they read it first. */
  missed: NewMissedMessage[];
  /** Users whose notification of the edited message is to be withdrawn; they have a device. */
  withdrawn: Map<number, number[]>;
  /** Candidates of edits: a flagged user who is not among them has no device any more. */
  examined: Map<number, Set<number>>;
}

/** The mentions of one text, in the organization whose groups they name. */
interface RealmMentions {
  realmId: number;
  mentions: RenderedMentions;
}

/** Somebody whom a case notifies unless a rule about idleness forbids it. */
interface Notified<Decision = PushDecision> {
  item: MessageCase;
  recipient: PushRecipientFacts;
  decision: Decision;
}

/** What the rules say of one case. */
interface Considered {
  item: MessageCase;
  notified: Notified[];
  mailed: Notified<MailDecision>[];
  withdrawn: number[];
  examined: Set<number>;
}

/** Collects facts for messages and edits, and asks the rules (../rules). */
@Injectable()
export class MessageDecisions {
  constructor(
    private readonly repository: FactsRepository,
    private readonly groups: MentionedGroups,
    private readonly activity: Activity,
    private readonly mailer: Mailer,
  ) {}

  /** Users to notify who are idle for sure: the queue in which the messages waited is gone. */
  async decideForIdle(
    partition: number,
    messages: readonly Placed<NewMessage>[],
  ): Promise<{ jobs: NewJob[]; missed: NewMissedMessage[] }> {
    const input = { partition, messages, edits: [], flagged: [], policies: new TopicPolicies([]), areIdle: true };
    const { jobs, missed } = await this.decide(input);
    return { jobs: [...jobs.values()].flat(), missed };
  }

  async decide(input: DecisionInput): Promise<MessageOutcomes> {
    const { partition, messages, edits, flagged, policies, areIdle } = input;
    const cases = [...(await this.newCases(messages)), ...(await this.editCases(edits, flagged))];
    const outcomes: MessageOutcomes = {
      jobs: new Map(),
      missed: [],
      withdrawn: new Map(),
      examined: new Map(),
    };
    const relevant = cases.filter(({ wanted }) => isWanted(wanted));
    if (relevant.length === 0) return outcomes;
    const withMail = this.mailer.isConfigured;
    const candidates = await this.repository.candidates(
      relevant.map(({ wanted }) => wanted),
      withMail,
    );
    const considered = relevant.map((item) => consider(item, candidates.get(item.index) ?? [], policies));
    for (const { item, withdrawn, examined } of considered) {
      if (item.before) outcomes.examined.set(item.index, examined);
      if (withdrawn.length > 0) outcomes.withdrawn.set(item.index, withdrawn);
    }
    const notified = considered.flatMap((one) => one.notified);
    const mailed = withMail ? considered.flatMap((one) => one.mailed) : [];
    const idle = areIdle ? { notified, mailed } : await this.idleAmong(partition, notified, mailed);
    outcomes.missed = idle.mailed.map(missedOf);
    for (const one of idle.notified) {
      const { index } = one.item;
      const jobs = outcomes.jobs.get(index) ?? [];
      jobs.push(jobOf(one));
      outcomes.jobs.set(index, jobs);
    }
    return outcomes;
  }

  private async newCases(messages: readonly Placed<NewMessage>[]): Promise<MessageCase[]> {
    const texts = messages.map((placed) => {
      const { realmId, message } = placed.change;
      return { placed, realmId, mentions: mentionsIn(message.rendered_content) };
    });
    const mentionedBy = await this.mentionedGroups(texts);
    return texts.map((text) => newMessageCase(text.placed, mentionedBy(text)));
  }

  private async editCases(edits: readonly Placed<ContentEdit>[], flagged: readonly Flagged[]): Promise<MessageCase[]> {
    // Only mentions matter here; most edits have none, before or after.
    const relevant = edits.filter(({ change }) => hasMention(change.oldHtml) || hasMention(change.newHtml));
    if (relevant.length === 0) return [];
    const rows = await this.repository.editedMessages(relevant.map(({ change }) => change.messageId));
    const texts = relevant.map((placed) => {
      const { realmId, oldHtml, newHtml } = placed.change;
      const before: RealmMentions = { realmId, mentions: mentionsIn(oldHtml) };
      const after: RealmMentions = { realmId, mentions: mentionsIn(newHtml) };
      return { placed, before, after };
    });
    const mentionedBy = await this.mentionedGroups(texts.flatMap(({ before, after }) => [before, after]));
    return texts.flatMap(({ placed, before, after }) => {
      const row = rows.get(placed.change.messageId);
      if (!row) return [];
      const holders = flagged.filter(({ index }) => index === placed.index).map(({ userId }) => userId);
      return [editCase(placed, row, mentionedBy(before), mentionedBy(after), holders)];
    });
  }

  /** Adds the facts of mentioned groups to each text's mentions; one look-up per organization. */
  private async mentionedGroups(texts: readonly RealmMentions[]): Promise<(text: RealmMentions) => Mentioned> {
    const wanted = new Map<number, Set<number>>();
    for (const { realmId, mentions } of texts) {
      const ids = wanted.get(realmId) ?? new Set<number>();
      for (const groupId of mentions.groupIds) ids.add(groupId);
      wanted.set(realmId, ids);
    }
    const known = new Map<number, Map<number, MentionedGroupFacts>>();
    for (const [realmId, ids] of wanted) known.set(realmId, await this.groups.of(realmId, ids));
    return ({ realmId, mentions }) => ({
      mentions,
      groups: [...mentions.groupIds].flatMap((groupId) => known.get(realmId)?.get(groupId) ?? []),
    });
  }

  /** Rule 6 of push.md 9, and that mails go to nobody who is there; with facts of only those who depend on it. */
  private async idleAmong(
    partition: number,
    notified: readonly Notified[],
    mailed: readonly Notified<MailDecision>[],
  ): Promise<{ notified: readonly Notified[]; mailed: readonly Notified<MailDecision>[] }> {
    const dependent = [...notified.filter(({ recipient }) => mustBeIdle(recipient.settings)), ...mailed];
    if (dependent.length === 0) return { notified, mailed };
    const byRealm = new Map<number, Set<number>>();
    for (const { item, recipient } of dependent) {
      const ids = byRealm.get(item.change.realmId) ?? new Set<number>();
      byRealm.set(item.change.realmId, ids.add(recipient.userId));
    }
    const now = Date.now();
    const facts = new Map<number, Awaited<ReturnType<Activity['of']>>>();
    for (const [realmId, userIds] of byRealm) {
      facts.set(realmId, await this.activity.of({ realmId, partition, userIds: [...userIds] }, now));
    }
    const idleFacts = ({ item, recipient: { userId } }: Pick<Notified, 'item' | 'recipient'>) =>
      facts.get(item.change.realmId)?.get(userId) ?? { hasMessageQueue: false, lastActiveAt: null, now };
    return {
      notified: notified.filter((one) => passesIdleRule(one.recipient.settings, idleFacts(one))),
      mailed: mailed.filter((one) => isIdle(idleFacts(one))),
    };
  }
}

function isWanted({ concernsEverybody, concernsListeners, userIds }: WantedMessage): boolean {
  return concernsEverybody || concernsListeners || userIds.length > 0;
}

function consider(item: MessageCase, candidates: readonly CandidateFacts[], policies: TopicPolicies): Considered {
  const { before } = item;
  const notified: Notified[] = [];
  const mailed: Notified<MailDecision>[] = [];
  const withdrawn: number[] = [];
  for (const candidate of candidates) {
    const recipient = recipientOf(item, candidate, policies);
    const { userId } = recipient;
    const wasMentioned = before !== null && mentions(before, recipient);
    if (before && candidate.hasUsableDevice && withdraws(item, before, recipient, wasMentioned)) withdrawn.push(userId);
    if (!mayNotify(item, userId)) continue;
    const decision = before
      ? decideEdit(item.facts, { ...recipient, wasMentioned })
      : decideNewMessage(item.facts, recipient);
    if (decision) notified.push({ item, recipient, decision });
    const mail = before
      ? decideMailOfEdit(item.facts, { ...recipient, wasMentioned })
      : decideMail(item.facts, recipient);
    if (mail) mailed.push({ item, recipient, decision: mail });
  }
  const withDevice = candidates.filter(({ hasUsableDevice }) => hasUsableDevice);
  return { item, notified, mailed, withdrawn, examined: new Set(withDevice.map(({ userId }) => userId)) };
}

function recipientOf(
  item: MessageCase,
  { channel, ...candidate }: CandidateFacts,
  policies: TopicPolicies,
): PushRecipientFacts {
  const { userId } = candidate;
  const isNewer = policies.isNewer(userId, { ...item.wanted, seq: item.change.seq });
  return {
    ...candidate,
    // The statement finds nobody else.
    isActiveHuman: true,
    isMentionedPersonally: item.mentions.userIds.has(userId),
    channel: channel && {
      ...channel,
      ...(isNewer ? { topicPolicy: 0 } : {}),
      isTopicParticipant: isTopicParticipant(item, userId),
    },
  };
}

/** Whether a text mentions the user in any way. */
function mentions({ mentions: text, groups }: Mentioned, { userId, channel }: PushRecipientFacts): boolean {
  if (text.channelWildcard || text.userIds.has(userId)) return true;
  if (groups.some((group) => group.hasMember(userId))) return true;
  return text.topicWildcard && (channel?.isTopicParticipant ?? false);
}

/** A removed topic wildcard concerned the users who were notified: nobody else can have the flag because of it. */
function withdraws(
  item: MessageCase,
  before: Mentioned,
  recipient: PushRecipientFacts,
  wasMentioned: boolean,
): boolean {
  const { settings, channel } = recipient;
  return editWithdraws({
    conversation: item.facts.conversation,
    wasMentioned: wasMentioned || before.mentions.topicWildcard,
    isMentioned: mentions({ mentions: item.mentions, groups: item.facts.mentionedGroups }, recipient),
    settings,
    channel,
  });
}

function jobOf({ item, recipient: { userId }, decision }: Notified): NewJob {
  const { realmId, happenedAtMs } = item.change;
  const { trigger, mentionedGroup = null } = decision;
  const isSenderHidden = item.hiddenFrom.has(userId);
  return {
    realmId,
    userId,
    happenedAtMs,
    work: { messageId: item.messageId, trigger, mentionedGroup, isSenderHidden },
  };
}

function missedOf({ item, recipient: { userId }, decision }: Notified<MailDecision>): NewMissedMessage {
  const { realmId, happenedAtMs } = item.change;
  const { trigger, mentionedGroup = null } = decision;
  const isSenderHidden = item.hiddenFrom.has(userId);
  return { realmId, userId, messageId: item.messageId, happenedAtMs, trigger, mentionedGroup, isSenderHidden };
}
