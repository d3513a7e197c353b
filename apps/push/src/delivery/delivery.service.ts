import { Inject, Injectable } from '@nestjs/common';
import { OutagePause } from '@stoa/delivery-jobs';
import { UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { backoff } from '@stoa/redis';
import type { Recipient } from '../jobs';
import { MessageAccess, type MessageFacts } from '../messages/message-access';
import { MessageStatesRepository } from '../messages/message-states.repository';
import { PushMetrics } from '../push-metrics';
import { RelayClient } from '../relay/relay-client';
import { DeliveredMessage, DeliveryFactsRepository, DeliveryRecipient } from './delivery-facts.repository';
import type { UserJobs } from './job-rows';
import { JobsRepository, TurnResult } from './jobs.repository';
import { UserLeases } from './user-leases';
import { JobOutcome, PushSender } from './push-sender';
import {
  DelayedTurn,
  LONGEST_FAILURE_TEXT,
  LONGEST_PAUSE_MS,
  SentTurn,
  laterOf,
  outcomeName,
  resultOf,
} from './turn-result';
import { TurnFacts, TurnPlan, planTurn } from './turn-rules';

/** A job that fails here, and not at the relay, would do so for ever. */
const MOST_FAULTS = 8;

/** What follows a piece of work. */
export interface DeliveryFollowUp {
  /** For them something is due already. */
  now: readonly Recipient[];
  later: readonly DelayedTurn[];
}

/** A user's turn with what it depends on. */
interface Turn {
  recipient: DeliveryRecipient;
  plan: TurnPlan;
  messages: ReadonlyMap<number, DeliveredMessage>;
}

/** Delivers what waits for users (push.md 9.3, 10): a turn of each, in the order of the jobs. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly facts: DeliveryFactsRepository,
    private readonly states: MessageStatesRepository,
    private readonly access: MessageAccess,
    private readonly leases: UserLeases,
    private readonly sender: PushSender,
    private readonly relay: RelayClient,
    private readonly pause: OutagePause,
    private readonly metrics: PushMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Users of one organization; those whom another process serves already are left to it. */
  async deliver(realmId: number, userIds: readonly number[]): Promise<DeliveryFollowUp> {
    const held = await this.leases.hold(userIds);
    if (held.length === 0) return { now: [], later: [] };
    const later = await this.attempt(realmId, held);
    // Work that came while the lane was held found it taken: it relies on this look.
    const late = new Set(later.map(({ recipient }) => recipient.userId));
    const now = (await this.jobs.withWork(held)).filter(({ userId }) => !late.has(userId));
    return { now, later };
  }

  /** One user's fault must not keep the others: they are tried alone then. */
  private async attempt(realmId: number, held: readonly number[]): Promise<DelayedTurn[]> {
    try {
      return await this.work(realmId, held);
    } catch (error) {
      const [userId, ...others] = held;
      if (error instanceof UnavailableError || userId === undefined) {
        await this.leases.release(held).catch(() => undefined);
        throw error;
      }
      if (others.length === 0) return this.postponeFault(realmId, userId, error);
    }
    const later: DelayedTurn[][] = [];
    for (const userId of held) later.push(await this.attempt(realmId, [userId]));
    return later.flat();
  }

  private async work(realmId: number, held: readonly number[]): Promise<DelayedTurn[]> {
    const waiting = (await this.jobs.load(held)).filter(({ jobs }) => jobs[0]?.isDue === true);
    const turns = waiting.length === 0 ? new Map<UserJobs, Turn>() : await this.prepare(realmId, waiting);
    await this.jobs.flag(
      [...turns.values()].flatMap(({ plan }) =>
        plan.steps.flatMap((step) => (step.kind === 'message' ? step.jobs.filter((job) => !job.hasFlagged) : [])),
      ),
    );
    const sent: SentTurn[] = await Promise.all(
      [...turns].map(async ([user, turn]) => ({ user, outcomes: await this.take(turn) })),
    );
    const plans = new Map([...turns].map(([user, { plan }]) => [user, plan]));
    const result = resultOf(waiting, plans, sent);
    await this.finish(result, held);
    this.observe(turns, sent);
    return laterOf(result, sent);
  }

  /** Everything that a turn depends on, for all users together. */
  private async prepare(realmId: number, waiting: readonly UserJobs[]): Promise<Map<UserJobs, Turn>> {
    const pairs = waiting.flatMap(({ userId, jobs }) =>
      jobs.flatMap((job) => (job.kind === 'message' ? [{ userId, messageId: job.messageId }] : [])),
    );
    const [recipients, states] = await Promise.all([
      this.facts.recipients(waiting.map(({ userId }) => userId)),
      this.states.states(pairs),
    ]);
    const [first] = recipients.values();
    const messageIds = [...new Set(pairs.map(({ messageId }) => messageId))];
    const messages =
      first && messageIds.length > 0
        ? await this.facts.messages(messageIds, first.pushRealm)
        : new Map<number, DeliveredMessage>();
    const channelIds = new Map([...messages].map(([id, { channelId }]) => [id, channelId]));
    const access = await this.access.of(realmId, { pairs, channelIds, states });
    const nowMs = Date.now();
    const turns = new Map<UserJobs, Turn>();
    for (const user of waiting) {
      const recipient = recipients.get(user.userId);
      const known = access.get(user.userId) ?? new Map<number, MessageFacts>();
      const plan = planTurn(user, {
        isConfigured: this.relay.isConfigured,
        isServed: recipient?.isServed ?? false,
        ...reachOf(recipient),
        settings: recipient?.settings ?? NO_SETTINGS,
        messages: known,
        nowMs,
      });
      if (recipient) turns.set(user, { recipient, plan, messages });
      else turns.set(user, { recipient: NOBODY, plan, messages });
    }
    return turns;
  }

  /** Step after step; after a failure nothing of the user's goes before what failed. */
  private async take({ recipient, plan, messages }: Turn): Promise<JobOutcome[]> {
    const outcomes: JobOutcome[] = [];
    for (const step of plan.steps) {
      // A process that was stopped for a while may have been replaced by another.
      if (!this.leases.isHeld(recipient.id)) break;
      const own = await this.sender.send(recipient, step, messages);
      outcomes.push(...own);
      const isOutage = own.some(({ failure }) => failure?.kind === 'retry' || failure?.kind === 'operator');
      if (isOutage) {
        this.pause.observeOutage();
        break;
      }
      this.pause.observeAnswer();
    }
    return outcomes;
  }

  /** What the relay has taken must not be sent again because the database was away for a moment. */
  private async finish(result: TurnResult, held: readonly number[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const obsolete = await this.jobs.finish(result, { userIds: held, holder: this.leases.holder });
        this.leases.forget(held);
        if (obsolete > 0) this.metrics.observeOutcome('message', 'backlog', obsolete);
        return;
      } catch (error) {
        if (!(error instanceof UnavailableError) || attempt >= FINISH_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, backoff(attempt, FINISH_PAUSE_MS)));
      }
    }
  }

  private async postponeFault(realmId: number, userId: number, error: unknown): Promise<DelayedTurn[]> {
    const failure = `fault: ${error instanceof Error ? error.message : String(error)}`.slice(0, LONGEST_FAILURE_TEXT);
    const job = (await this.jobs.load([userId]))[0]?.jobs[0];
    this.log.error({ err: error, realmId, userId, jobId: job?.id }, 'a delivery failed');
    const { id: jobId = 0, attempts = 0, sentParts = 0 } = job ?? {};
    const isHopeless = attempts + 1 >= MOST_FAULTS;
    const delayMs = backoff(attempts + 1, LONGEST_PAUSE_MS);
    const result: TurnResult = {
      ...NOTHING,
      postponed: isHopeless ? [] : [{ jobId, delaySeconds: delayMs / 1000, sentParts }],
      dead: isHopeless ? [{ jobId, failure, sentParts }] : [],
    };
    await this.finish(result, [userId]);
    return isHopeless ? [] : [{ recipient: { realmId, userId }, delayMs }];
  }

  private observe(turns: ReadonlyMap<UserJobs, Turn>, sent: readonly { outcomes: readonly JobOutcome[] }[]): void {
    for (const { plan } of turns.values()) {
      for (const { job, reason } of plan.dropped) this.metrics.observeOutcome(job.kind, reason);
    }
    for (const { job, failure } of sent.flatMap(({ outcomes }) => outcomes)) {
      this.metrics.observeOutcome(job.kind, outcomeName(failure));
      if (failure === null) this.metrics.observeLatency(job.kind, (Date.now() - job.happenedAtMs) / 1000);
    }
  }
}

const FINISH_ATTEMPTS = 20;
const FINISH_PAUSE_MS = 3_000;
const NO_SETTINGS = { enableOfflinePushNotifications: false, enableOnlinePushNotifications: false };
const NOTHING: TurnResult = { doneIds: [], postponed: [], dead: [], unflagged: [], obsolete: [] };
/** An account that does not exist any more: its plan has no steps. */
const NOBODY: DeliveryRecipient = {
  id: 0,
  uuid: '',
  realm: { id: 0, partition: 0, uuid: '' },
  isServed: false,
  language: '',
  settings: NO_SETTINGS,
  pushRealm: { realmId: 0, url: '', name: '', host: '' },
  requiresE2ee: false,
  devices: [],
  tokens: [],
};

/** Legacy tokens are told of no message where end-to-end encryption is required, and may still have to withdraw some. */
function reachOf(recipient: DeliveryRecipient | undefined): Pick<TurnFacts, 'hasDevice' | 'canNotify'> {
  const [devices, tokens] = [recipient?.devices.length ?? 0, recipient?.tokens.length ?? 0];
  return { hasDevice: devices + tokens > 0, canNotify: devices > 0 || (tokens > 0 && !recipient?.requiresE2ee) };
}
