import { Injectable } from '@nestjs/common';
import { NewJob, NewMissedMessage, isNotification } from '../jobs';
import { Flagged, FlaggedRepository } from './flagged.repository';
import { Placed } from './message-cases';
import { MessageDecisions, MessageOutcomes } from './message-decisions';
import type { FlaggedMessage } from './position.repository';
import { ContentEdit, MessagesGone, MessagesRead, NewMessage, PushChange, TopicPolicyChanged } from './push-changes';
import { TopicPolicies } from './topic-policies';

/** What a batch of changes leads to. */
export interface BatchPlan {
  jobs: NewJob[];
  missed: NewMissedMessage[];
  /** Nobody's devices have to be notified of these. */
  unflagged: FlaggedMessage[];
}

/** Turns the changes of one partition into jobs, in a number of statements that does not grow with them. */
@Injectable()
export class PushPlanner {
  constructor(
    private readonly decisions: MessageDecisions,
    private readonly flagged: FlaggedRepository,
  ) {}

  async plan(partition: number, changes: readonly PushChange[]): Promise<BatchPlan> {
    const messages = placed(changes, (change): change is NewMessage => change.kind === 'message');
    const edits = placed(changes, (change): change is ContentEdit => change.kind === 'edit');
    const flagged = await this.findFlagged(changes, edits);
    const topics = placed(changes, (change): change is TopicPolicyChanged => change.kind === 'topic');
    if (messages.length + edits.length + flagged.length === 0) return { jobs: [], missed: [], unflagged: [] };
    const policies = new TopicPolicies(topics.map(({ change }) => change));
    const outcomes = await this.decisions.decide({ partition, messages, edits, flagged, policies });
    return assemble(changes, flagged, outcomes);
  }

  private async findFlagged(
    changes: readonly PushChange[],
    edits: readonly Placed<ContentEdit>[],
  ): Promise<readonly Flagged[]> {
    const reads = placed(changes, (change): change is MessagesRead => change.kind === 'read');
    const gone = placed(changes, (change): change is MessagesGone => change.kind === 'gone');
    if (reads.length + gone.length + edits.length === 0) return [];
    return this.flagged.find({
      pairs: reads.flatMap(({ index, change: { userIds, messageIds } }) =>
        messageIds === 'all' ? [] : [{ index, userIds, messageIds }],
      ),
      everything: reads
        .filter(({ change }) => change.messageIds === 'all')
        .map(({ index, change: { userIds } }) => ({ index, userIds })),
      messages: [
        ...gone.map(({ index, change: { messageIds } }) => ({ index, messageIds })),
        ...edits.map(({ index, change: { messageId } }) => ({ index, messageIds: [messageId] })),
      ],
    });
  }
}

function placed<T extends PushChange>(
  changes: readonly PushChange[],
  isWanted: (change: PushChange) => change is T,
): Placed<T>[] {
  return changes.flatMap((change, index) => (isWanted(change) ? [{ index, change }] : []));
}

/** Goes through the batch in order: what a change withdraws, earlier ones of the same batch may have brought. */
function assemble(changes: readonly PushChange[], flagged: readonly Flagged[], outcomes: MessageOutcomes): BatchPlan {
  const byChange = new Map<number, Flagged[]>();
  for (const entry of flagged) byChange.set(entry.index, [...(byChange.get(entry.index) ?? []), entry]);
  let jobs: NewJob[] = [];
  const unflagged: FlaggedMessage[] = [];
  changes.forEach((change, index) => {
    const concerned = concernedBy(change, index, byChange.get(index) ?? [], outcomes);
    jobs = jobs.filter((job) => !isWithdrawnBy(change, index, job, outcomes));
    jobs.push(...withdrawals(change, concerned));
    unflagged.push(...concerned.filter(({ hasDevice }) => !hasDevice));
    jobs.push(...(outcomes.jobs.get(index) ?? []));
  });
  // What is read or deleted later is left out when the mail is written.
  return { jobs, missed: outcomes.missed, unflagged };
}

/** The notifications that a change withdraws, of those that were there before the batch. */
function concernedBy(
  change: PushChange,
  index: number,
  found: readonly Flagged[],
  { withdrawn, examined }: Pick<MessageOutcomes, 'withdrawn' | 'examined'>,
): readonly Flagged[] {
  switch (change.kind) {
    case 'message':
    case 'topic':
      return [];
    case 'read':
      return found;
    case 'gone':
      return found.filter(({ userId, isGone }) => isGone || change.users.has(userId));
    case 'edit': {
      const known = examined.get(index);
      const lost = withdrawn.get(index) ?? [];
      return found.filter(({ userId, hasDevice }) => hasDevice && known?.has(userId) && lost.includes(userId));
    }
  }
}

/** A notification of this batch that a later change of it withdraws is not even begun. */
function isWithdrawnBy(
  change: PushChange,
  index: number,
  { userId, work }: NewJob,
  { withdrawn }: Pick<MessageOutcomes, 'withdrawn'>,
): boolean {
  if (!isNotification(work)) return false;
  switch (change.kind) {
    case 'message':
    case 'topic':
      return false;
    case 'read':
      return (
        change.userIds.includes(userId) && (change.messageIds === 'all' || change.messageIds.includes(work.messageId))
      );
    case 'gone':
      return change.users.has(userId) && change.messageIds.includes(work.messageId);
    case 'edit':
      return change.messageId === work.messageId && (withdrawn.get(index)?.includes(userId) ?? false);
  }
}

/** One job per user with all ids of the change (push.md 10). */
function withdrawals({ realmId, happenedAtMs }: PushChange, concerned: readonly Flagged[]): NewJob[] {
  const byUser = new Map<number, number[]>();
  for (const { userId, messageId, hasDevice } of concerned) {
    if (hasDevice) byUser.set(userId, [...(byUser.get(userId) ?? []), messageId]);
  }
  return [...byUser].map(([userId, removedIds]) => ({ realmId, userId, happenedAtMs, work: { removedIds } }));
}
