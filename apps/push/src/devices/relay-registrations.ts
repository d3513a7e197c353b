import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { RelayAnswer } from '../relay/relay-answer';
import type { RelayRealm } from '../relay/relay-requests';

/** The relay refuses registrations that are older. */
const LONGEST_WAIT_SECONDS = 24 * 3600;
const COMPLAIN_EVERY_MS = 600_000;
const EXPIRED = 'REQUEST_EXPIRED';
/** Codes of the relay that are passed on; any other refusal of a registration is `BAD_REQUEST` (push.md 4.1). */
const PASSED_ON = new Set(['INVALID_BOUNCER_PUBLIC_KEY', EXPIRED]);

/** A registration that the relay has not confirmed. */
export interface PendingRegistration {
  userId: number;
  /** Since the client made it. */
  ageSeconds: number;
  realm: RelayRealm;
}

/** How an attempt ended, for good. */
export type RegistrationOutcome<T> = { value: T; errorCode: null } | { value: null; errorCode: string };

/** Asks the relay to take a registration, and reads its answer: the same for both forms (push.md 4.1, push.md 3.6). */
@Injectable()
export class RelayRegistrations {
  private readonly outcomes;
  /** By organization, in milliseconds since the epoch. */
  private readonly quietUntil = new Map<number, number>();

  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('stoa_push_registrations_total', 'Attempts to register a device, by outcome.', [
      'outcome',
    ]);
  }

  /**
   * One attempt; a registration that is a day old fails without one.
   * @returns undefined if there is no outcome yet
   */
  async attempt<T>(
    pending: PendingRegistration,
    call: () => Promise<RelayAnswer<T>>,
  ): Promise<RegistrationOutcome<T> | undefined> {
    const outcome = await this.ask(pending, call);
    this.outcomes.inc({ outcome: outcome ? (outcome.errorCode ?? 'active') : 'later' });
    return outcome;
  }

  private async ask<T>(
    pending: PendingRegistration,
    call: () => Promise<RelayAnswer<T>>,
  ): Promise<RegistrationOutcome<T> | undefined> {
    if (pending.ageSeconds > LONGEST_WAIT_SECONDS) return this.failed(pending, EXPIRED);
    const answer = await call();
    if (answer.kind === 'ok') return { value: answer.value, errorCode: null };
    const refusal = refusalOf(answer);
    if (refusal !== undefined) return this.failed(pending, refusal);
    if (answer.kind !== 'retry') this.complain(pending.realm.id, answer);
    return undefined;
  }

  /**
   * Every device of an organization is refused alike, every few seconds: the log mentions it only from time to time.
   */
  private complain(realmId: number, answer: RelayAnswer<unknown>): void {
    if ((this.quietUntil.get(realmId) ?? 0) > Date.now()) return;
    this.quietUntil.set(realmId, Date.now() + COMPLAIN_EVERY_MS);
    this.log.error({ realmId, answer }, 'the push relay takes no registrations of an organization');
  }

  private failed({ userId, realm }: PendingRegistration, errorCode: string): { value: null; errorCode: string } {
    const facts = { userId, realmId: realm.id, errorCode };
    if (errorCode === EXPIRED) this.log.error(facts, 'a device was not registered at the push relay in time');
    else this.log.info(facts, 'the push relay refused a device');
    return { value: null, errorCode };
  }
}

/** The error code of a registration that is wrong in itself. */
function refusalOf(answer: RelayAnswer<unknown>): string | undefined {
  if (answer.kind !== 'refused' || answer.status !== 400) return undefined;
  return PASSED_ON.has(answer.code) ? answer.code : 'BAD_REQUEST';
}
