import type { Recipient } from '../jobs';
import { backoff } from '@stoa/redis';
import type { UserJobs } from './job-rows';
import type { TurnResult } from './jobs.repository';
import type { JobOutcome } from './push-sender';
import type { TurnPlan } from './turn-rules';

/** So that a relay that works again is used soon, however long it was away. */
export const LONGEST_PAUSE_MS = 20_000;
export const LONGEST_FAILURE_TEXT = 500;

/** A user whose next turn is known. */
export interface DelayedTurn {
  recipient: Recipient;
  delayMs: number;
}

/** What was sent in a user's turn. */
export interface SentTurn {
  user: UserJobs;
  outcomes: readonly JobOutcome[];
}

/** Rows to be deleted, postponed and kept as dead letters. */
export function resultOf(
  waiting: readonly UserJobs[],
  plans: ReadonlyMap<UserJobs, TurnPlan>,
  sent: readonly SentTurn[],
): TurnResult {
  const doneIds: number[] = [];
  const postponed: TurnResult['postponed'][number][] = [];
  const dead: TurnResult['dead'][number][] = [];
  const unflagged: TurnResult['unflagged'][number][] = [];
  for (const { user, outcomes } of sent) {
    const plan = plans.get(user);
    doneIds.push(...(plan?.dropped ?? []).map(({ job }) => job.id));
    for (const { job, failure, sentParts } of outcomes) {
      if (failure === null || failure.kind === 'plan' || failure.kind === 'missing_realm') doneIds.push(job.id);
      else if (failure.kind === 'refused') dead.push({ jobId: job.id, failure: failureText(failure), sentParts });
      else
        postponed.push({ jobId: job.id, delaySeconds: backoff(job.attempts + 1, LONGEST_PAUSE_MS) / 1000, sentParts });
    }
    unflagged.push({ userId: user.userId, messageIds: unflaggedIds(plan, outcomes) });
  }
  const obsolete = waiting
    .filter(({ hasOlder }) => hasOlder)
    .map(({ userId, jobs }) => ({ userId, belowId: jobs[0]?.id ?? 0 }));
  return { doneIds, postponed, dead, unflagged, obsolete };
}

/** Withdrawn, and not brought again by a later job of the same turn. */
function unflaggedIds(plan: TurnPlan | undefined, outcomes: readonly JobOutcome[]): number[] {
  const ids = new Set(plan?.unflagged);
  for (const { job, failure } of outcomes) {
    if (job.kind === 'message') ids.delete(job.messageId);
    else if (failure === null || failure.kind === 'plan' || failure.kind === 'missing_realm') {
      for (const id of job.removedIds) ids.add(id);
    }
  }
  return [...ids];
}

/** Users whose next attempt is known; what was not begun comes after it. */
export function laterOf({ postponed }: TurnResult, sent: readonly SentTurn[]): DelayedTurn[] {
  const delays = new Map(postponed.map(({ jobId, delaySeconds }) => [jobId, delaySeconds * 1000]));
  return sent.flatMap(({ user, outcomes }) => {
    const own = outcomes.flatMap(({ job }) => delays.get(job.id) ?? []);
    const realmId = user.jobs[0]?.realmId;
    if (own.length === 0 || realmId === undefined) return [];
    return [{ recipient: { realmId, userId: user.userId }, delayMs: Math.max(...own) }];
  });
}

function failureText(failure: Extract<JobOutcome['failure'], { kind: 'refused' }>): string {
  return `${failure.code}: ${failure.msg}`.slice(0, LONGEST_FAILURE_TEXT);
}

export function outcomeName(failure: JobOutcome['failure']): string {
  if (failure === null) return 'delivered';
  if (failure.kind === 'retry' || failure.kind === 'operator') return `later_${failure.reason}`;
  return failure.kind;
}
