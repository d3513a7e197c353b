import { isPushSwitchedOff } from '../rules/decisions/idle';
import type { MessageFacts } from '../messages/message-access';
import type { NotificationJob, PushJob, RemovalJob, UserJobs } from './job-rows';

/** What a user's turn depends on, apart from the jobs. */
export interface TurnFacts {
  isConfigured: boolean;
  /** An active person of an active organization. */
  isServed: boolean;
  hasDevice: boolean;
  /** Has a device that may be told of a message. */
  canNotify: boolean;
  settings: { enableOfflinePushNotifications: boolean; enableOnlinePushNotifications: boolean };
  /** By message id; messages that do not exist are missing. */
  messages: ReadonlyMap<number, MessageFacts>;
  nowMs: number;
}

/** Why a job needs no delivery. */
export type DropReason =
  | 'not_configured'
  | 'inactive'
  | 'no_device'
  | 'switched_off'
  | 'expired'
  | 'withdrawn'
  | 'gone'
  | 'no_access'
  | 'read'
  | 'already_notified'
  | 'backlog';

/** Jobs of one kind that follow each other: they are sent together. */
export type TurnStep =
  { kind: 'message'; jobs: NotificationJob[] } | { kind: 'removal'; jobs: RemovalJob[]; removedIds: number[] };

export interface TurnPlan {
  dropped: { job: PushJob; reason: DropReason }[];
  steps: TurnStep[];
  /** Flags that go without a word to the devices. */
  unflagged: number[];
}

/** The vendors keep a notification for so long, and nobody wants an older one. */
export const LIFE_MS = 24 * 3_600_000;
/** Of an old backlog a user gets no more than so many. */
export const BACKLOG_AT_MOST = 20;
const OLD_BACKLOG_MS = 300_000;

/** Decides a user's turn: push.md 9.3, steps 1 to 4, what withdraws what, deadlines, and no flood after an outage. */
export function planTurn({ jobs, oldestAtMs }: UserJobs, facts: TurnFacts): TurnPlan {
  const plan: TurnPlan = { dropped: [], steps: [], unflagged: [] };
  const withdrawn = withdrawnBy(jobs);
  const pushed = new Set<number>();
  const kept: PushJob[] = [];
  for (const job of jobs) {
    const reason = job.kind === 'removal' ? removalDrop(job, facts) : messageDrop(job, facts, withdrawn, pushed);
    if (reason === null) kept.push(job);
    else drop(plan, job, reason);
    if (reason === null && job.kind === 'message') pushed.add(job.messageId);
  }
  const isOld = facts.nowMs - oldestAtMs > OLD_BACKLOG_MS;
  plan.steps = stepsOf(isOld ? newestOf(plan, kept) : kept, plan, unsent(plan, facts));
  return plan;
}

/** Per message the last job that withdraws it. */
function withdrawnBy(jobs: readonly PushJob[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const job of jobs) if (job.kind === 'removal') for (const id of job.removedIds) last.set(id, job.id);
  return last;
}

function generalDrop(job: PushJob, { isConfigured, isServed, hasDevice, nowMs }: TurnFacts): DropReason | null {
  if (!isConfigured) return 'not_configured';
  if (!isServed) return 'inactive';
  if (!hasDevice) return 'no_device';
  return nowMs - job.createdAtMs > LIFE_MS ? 'expired' : null;
}

function removalDrop(job: RemovalJob, facts: TurnFacts): DropReason | null {
  return generalDrop(job, facts);
}

function messageDrop(
  job: NotificationJob,
  facts: TurnFacts,
  withdrawn: ReadonlyMap<number, number>,
  pushed: ReadonlySet<number>,
): DropReason | null {
  const general = generalDrop(job, facts);
  if (general) return general;
  if (!facts.canNotify) return 'no_device';
  if (isPushSwitchedOff(facts.settings)) return 'switched_off';
  if ((withdrawn.get(job.messageId) ?? 0) > job.id) return 'withdrawn';
  const message = facts.messages.get(job.messageId);
  if (!message) return 'gone';
  if (!message.canRead) return 'no_access';
  if (message.isRead) return 'read';
  return (message.isFlagged && !job.hasFlagged) || pushed.has(job.messageId) ? 'already_notified' : null;
}

function drop(plan: TurnPlan, job: PushJob, reason: DropReason): void {
  plan.dropped.push({ job, reason });
  if (job.kind === 'removal') plan.unflagged.push(...job.removedIds);
}

/** Withdraws what is sent only to devices that have seen it: messages of this turn that were never tried. */
function unsent({ dropped }: TurnPlan, { messages }: TurnFacts): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { job, reason } of dropped) {
    if (job.kind !== 'message' || reason !== 'withdrawn') continue;
    if (!job.hasFlagged && messages.get(job.messageId)?.isFlagged !== true) ids.add(job.messageId);
  }
  return ids;
}

function newestOf(plan: TurnPlan, kept: readonly PushJob[]): PushJob[] {
  const messages = kept.filter((job) => job.kind === 'message');
  const tooMany = new Set(messages.slice(0, Math.max(0, messages.length - BACKLOG_AT_MOST)));
  for (const job of tooMany) drop(plan, job, 'backlog');
  return kept.filter((job) => job.kind === 'removal' || !tooMany.has(job));
}

function stepsOf(jobs: readonly PushJob[], plan: TurnPlan, unsentIds: ReadonlySet<number>): TurnStep[] {
  const steps: TurnStep[] = [];
  for (const job of jobs) {
    const last = steps[steps.length - 1];
    if (job.kind === 'message') {
      if (last?.kind === 'message') last.jobs.push(job);
      else steps.push({ kind: 'message', jobs: [job] });
      continue;
    }
    const removedIds = job.removedIds.filter((id) => !unsentIds.has(id));
    if (removedIds.length === 0) plan.dropped.push({ job, reason: 'withdrawn' });
    else if (last?.kind === 'removal') {
      last.jobs.push(job);
      last.removedIds.push(...removedIds);
    } else steps.push({ kind: 'removal', jobs: [job], removedIds });
  }
  return steps;
}
