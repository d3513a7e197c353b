import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { type E2eePlaintext, type E2eePushRequest, type PushKind, type PushMessageView } from '../rules/payloads/facts';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { e2eeMessage, e2eeRemoval } from '../rules/payloads/e2ee-plaintext';
import { e2eePushRequest } from '../rules/payloads/relay-request';
import { encryptPush } from '../rules/crypto/encrypt-push';
import { legacyMessage, legacyRemoval } from '../rules/payloads/legacy-payloads';
import { DevicePruning } from '../devices/device-pruning';
import type { ActiveDevice } from '../devices/active-devices.repository';
import type { RelayAnswer, RelayFailure } from '../relay/relay-answer';
import { RelayClient } from '../relay/relay-client';
import { TokenKind } from '../relay/relay-requests';
import type { DeliveredMessage, DeliveryRecipient } from './delivery-facts.repository';
import { NotificationJob, PushJob, SentPart } from './job-rows';
import type { TurnStep } from './turn-rules';

/** What became of a job at the relay. */
export interface JobOutcome {
  job: PushJob;
  /** Null: the relay has taken all of it. */
  failure: RelayFailure | null;
  /** Bits of {@link SentPart}: what the relay has taken by now. */
  sentParts: number;
}

/** What one job says to the devices. */
interface Content {
  job: PushJob;
  kind: PushKind;
  plaintext: E2eePlaintext;
  legacy: () => ReturnType<typeof legacyMessage>;
}

/** Requests of one call: the devices of one user, and as many of the user's messages as wait. */
const REQUESTS_PER_CALL = 100;

/** Sends to one user's devices: end-to-end encrypted and legacy, independently (push.md 9.3, step 6). */
@Injectable()
export class PushSender {
  constructor(
    private readonly relay: RelayClient,
    private readonly keyring: PushKeyring,
    private readonly pruning: DevicePruning,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Outcomes of all the step's jobs. What was taken at an earlier attempt is not sent again. */
  async send(
    recipient: DeliveryRecipient,
    step: TurnStep,
    messages: ReadonlyMap<number, DeliveredMessage>,
  ): Promise<JobOutcome[]> {
    const contents = contentsOf(recipient, step, messages);
    const outcomes = new Map<PushJob, JobOutcome>(
      contents.map(({ job }) => [job, { job, failure: null, sentParts: job.sentParts }]),
    );
    await Promise.all([
      this.sendEncrypted(recipient, contents, outcomes),
      this.sendLegacy(recipient, contents, outcomes),
    ]);
    const all = [...outcomes.values()];
    // Withdrawals are sent as one, and share its fate.
    return step.kind === 'removal' ? all.flatMap((shared) => step.jobs.map((job) => ({ ...shared, job }))) : all;
  }

  private async sendEncrypted(
    recipient: DeliveryRecipient,
    contents: readonly Content[],
    outcomes: ReadonlyMap<PushJob, JobOutcome>,
  ): Promise<void> {
    const open = contents.filter(({ job }) => (job.sentParts & SentPart.Encrypted) === 0);
    const devices = this.openDevices(recipient);
    const perCall = Math.max(1, Math.floor(REQUESTS_PER_CALL / Math.max(1, devices.length)));
    for (let first = 0; first < open.length; first += perCall) {
      const group = open.slice(first, first + perCall);
      const outage = await this.callEncrypted(recipient, devices, group, outcomes);
      if (!outage) continue;
      // The rest keeps its order behind what failed.
      for (const { job } of open.slice(first + perCall)) settle(outcomes, job, outage, 0);
      return;
    }
  }

  /** @returns the failure after which there is no use in going on */
  private async callEncrypted(
    recipient: DeliveryRecipient,
    devices: readonly OpenDevice[],
    group: readonly Content[],
    outcomes: ReadonlyMap<PushJob, JobOutcome>,
  ): Promise<RelayFailure | null> {
    const answer = await this.notify(recipient, devices, group);
    if (answer.kind === 'refused' && group.length > 1) {
      // One of them is wrong, and must not keep the others.
      for (const content of group) {
        settle(outcomes, content.job, failureOf(await this.notify(recipient, devices, [content])), SentPart.Encrypted);
      }
      return null;
    }
    for (const { job } of group) settle(outcomes, job, failureOf(answer), SentPart.Encrypted);
    return answer.kind === 'retry' || answer.kind === 'operator' ? answer : null;
  }

  private async notify(
    recipient: DeliveryRecipient,
    devices: readonly OpenDevice[],
    group: readonly Content[],
  ): Promise<RelayAnswer<unknown>> {
    if (devices.length === 0) return { kind: 'ok', value: null };
    const requests: E2eePushRequest[] = [];
    for (const content of group) {
      for (const device of devices) requests.push(await this.encrypted(recipient, device, content));
    }
    const answer = await this.relay.notify(recipient.realm, requests);
    if (answer.kind === 'ok') {
      const addressed = devices.map(({ device }) => device);
      await this.prune(() => this.pruning.devices(recipient, addressed, answer.value));
    }
    return answer;
  }

  private async sendLegacy(
    recipient: DeliveryRecipient,
    contents: readonly Content[],
    outcomes: ReadonlyMap<PushJob, JobOutcome>,
  ): Promise<void> {
    let isAway: RelayFailure | null = null;
    for (const { job, kind, legacy } of contents) {
      if ((job.sentParts & SentPart.Legacy) !== 0) continue;
      if (isAway) {
        settle(outcomes, job, isAway, 0);
        continue;
      }
      const isUnwanted = kind === 'message' && recipient.requiresE2ee;
      if (recipient.tokens.length === 0 || isUnwanted) {
        settle(outcomes, job, null, SentPart.Legacy);
        continue;
      }
      const answer = await this.relay.notifyLegacy(recipient, { payloads: legacy(), tokens: recipient.tokens });
      settle(outcomes, job, failureOf(answer), SentPart.Legacy);
      if (answer.kind === 'retry' || answer.kind === 'operator') isAway = answer;
      if (answer.kind !== 'ok') continue;
      const { android_devices: android, apple_devices: apple } = answer.value.deleted_devices;
      await this.prune(() => this.pruning.tokens(recipient, TokenKind.Fcm, android));
      await this.prune(() => this.pruning.tokens(recipient, TokenKind.Apns, apple));
    }
  }

  /** The next answer names them again; a failure here would have the notification repeated. */
  private async prune(remove: () => Promise<unknown>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      this.log.warn({ err: error }, 'devices that are gone were not removed');
    }
  }

  private openDevices({ id: userId, devices }: DeliveryRecipient): OpenDevice[] {
    return devices.flatMap((device) => {
      try {
        return [{ device, key: this.keyring.open(device.sealedPushKey, device.keyOwner) }];
      } catch (error) {
        this.log.error({ err: error, userId }, 'a push key cannot be opened; was STOA_PUSH_KEY_SECRET changed?');
        return [];
      }
    });
  }

  private async encrypted(
    { language }: DeliveryRecipient,
    { device, key }: OpenDevice,
    { job, kind, plaintext: fields }: Content,
  ): Promise<E2eePushRequest> {
    const plaintext = JSON.stringify(fields);
    const nonce = this.keyring.nonce({ jobId: job.id, deviceId: device.rowId, plaintext });
    const data = await encryptPush(key, plaintext, nonce);
    return e2eePushRequest(kind, device, data, language);
  }
}

interface OpenDevice {
  device: ActiveDevice;
  key: Buffer;
}

function contentsOf(
  recipient: DeliveryRecipient,
  step: TurnStep,
  messages: ReadonlyMap<number, DeliveredMessage>,
): Content[] {
  const { id: userId, pushRealm: realm } = recipient;
  if (step.kind === 'removal') {
    const [job] = step.jobs;
    if (!job) return [];
    const plaintext = e2eeRemoval(realm, userId, step.removedIds);
    return [{ job, kind: 'remove', plaintext, legacy: () => legacyRemoval(realm, userId, step.removedIds) }];
  }
  return step.jobs.flatMap((job) => {
    const view = viewOf(recipient, job, messages);
    return view
      ? [{ job, kind: 'message' as const, plaintext: e2eeMessage(view), legacy: () => legacyMessage(view) }]
      : [];
  });
}

function viewOf(
  { id: userId, language, pushRealm: realm }: DeliveryRecipient,
  job: NotificationJob,
  messages: ReadonlyMap<number, DeliveredMessage>,
): PushMessageView | undefined {
  const message = messages.get(job.messageId);
  const { decision, isSenderHidden } = job;
  return message && { realm, userId, language, message: message.push, decision, canAccessSender: !isSenderHidden };
}

function failureOf(answer: RelayAnswer<unknown>): RelayFailure | null {
  return answer.kind === 'ok' ? null : answer;
}

/** Notes what became of a part; of two failures that which lets the job be tried again counts. */
function settle(
  outcomes: ReadonlyMap<PushJob, JobOutcome>,
  job: PushJob,
  failure: RelayFailure | null,
  part: number,
): void {
  const outcome = outcomes.get(job);
  if (!outcome) return;
  if (failure === null) outcome.sentParts |= part;
  else if (!outcome.failure || failure.kind === 'retry') outcome.failure = failure;
}
