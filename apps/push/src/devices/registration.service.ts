import { Inject, Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { RelayAnswer } from '../relay/relay-answer';
import { RelayClient } from '../relay/relay-client';
import { deviceChange } from './device-change';
import { DevicesRepository, PendingDevice, Registration } from './devices.repository';

/** The relay refuses registrations that are older. */
const LONGEST_WAIT_SECONDS = 24 * 3600;
const COMPLAIN_EVERY_MS = 600_000;
const EXPIRED = 'REQUEST_EXPIRED';
/** Codes of the relay that are passed on; any other refusal of a registration is `BAD_REQUEST` (push.md 4.1). */
const PASSED_ON = new Set(['INVALID_BOUNCER_PUBLIC_KEY', EXPIRED]);

type Outcome = { relayDeviceId: number; errorCode: null } | { relayDeviceId: null; errorCode: string };

/** Reports registered devices to the relay (push.md 4.1). */
@Injectable()
export class RegistrationService {
  private readonly outcomes;
  /** By organization, in milliseconds since the epoch. */
  private readonly quietUntil = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly repository: DevicesRepository,
    private readonly relay: RelayClient,
    @Inject(LOGGER) private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('stoa_push_registrations_total', 'Attempts to register a device, by outcome.', [
      'outcome',
    ]);
  }

  /**
   * One attempt.
   * @returns whether it was the last: the device is active or failed, or the registration was replaced
   */
  async attempt(registration: Registration): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const pending = await this.repository.findPending(registration);
    if (!pending) return true;
    const outcome = await this.ask(pending);
    this.outcomes.inc({ outcome: outcome ? (outcome.errorCode ?? 'active') : 'later' });
    if (!outcome) return false;
    const { userId, pushAccountId, realm } = pending;
    const context = { realmId: realm.id, partition: realm.partition };
    await this.database.write(context, [lockUser(userId)], async (tx) => {
      if (!(await this.repository.settle(tx, registration, outcome))) return;
      tx.emit(deviceChange(userId, pushAccountId, outcome.errorCode));
    });
    return true;
  }

  /** @returns undefined if there is no outcome yet */
  private async ask(pending: PendingDevice): Promise<Outcome | undefined> {
    if (pending.ageSeconds > LONGEST_WAIT_SECONDS) return this.failed(pending, EXPIRED);
    const answer = await this.relay.registerDevice(pending.realm, pending);
    if (answer.kind === 'ok') return { relayDeviceId: answer.value, errorCode: null };
    const refusal = refusalOf(answer);
    if (refusal !== undefined) return this.failed(pending, refusal);
    if (answer.kind !== 'retry') this.complain(pending.realm.id, answer);
    return undefined;
  }

  /**
   * Every device of an organization is refused alike, every few seconds: the log mentions it only from time to time.
   */
  private complain(realmId: number, answer: RelayAnswer<number>): void {
    if ((this.quietUntil.get(realmId) ?? 0) > Date.now()) return;
    this.quietUntil.set(realmId, Date.now() + COMPLAIN_EVERY_MS);
    this.log.error({ realmId, answer }, 'the push relay takes no registrations of an organization');
  }

  private failed({ userId, realm }: PendingDevice, errorCode: string): Outcome {
    const facts = { userId, realmId: realm.id, errorCode };
    if (errorCode === EXPIRED) this.log.error(facts, 'a device was not registered at the push relay in time');
    else this.log.info(facts, 'the push relay refused a device');
    return { relayDeviceId: null, errorCode };
  }
}

/** The error code of a registration that is wrong in itself. */
function refusalOf(answer: RelayAnswer<number>): string | undefined {
  if (answer.kind !== 'refused' || answer.status !== 400) return undefined;
  return PASSED_ON.has(answer.code) ? answer.code : 'BAD_REQUEST';
}
