import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import type { E2eePushRequest, LegacyPayloads } from '../rules/payloads/facts';
import type { RelayAnswer } from './relay-answer';
import { RealmStatusService } from './realm-status.service';
import { RelayRealmsRepository } from './relay-realms.repository';
import {
  EncryptedRegistration,
  LegacyNotifyAnswer,
  LegacyToken,
  NotifyAnswer,
  RelayAnswers,
  RelayPushStatus,
  RelayRealm,
  RelayUser,
  TokenKind,
  TokenRegistration,
  UploadedRealm,
} from './relay-requests';
import { CallOptions, RelayTransport } from './relay-transport';

/** `push/notify` (push.md 7.2). */
export interface LegacyNotification {
  payloads: LegacyPayloads;
  tokens: readonly LegacyToken[];
}

/**
 * The calls of the push relay (push.md 7.2 to 7.5). None throws for what the relay or the network does: the answer says
 * what happened. If the relay does not know the organization, it is uploaded here and the call is made once more; what
 * an answer says about the organization's right to push is stored here as well (push.md 7.4).
 */
@Injectable()
export class RelayClient {
  constructor(
    private readonly transport: RelayTransport,
    private readonly realms: RelayRealmsRepository,
    private readonly status: RealmStatusService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Whether there is a relay at all. Without one no call may be made. */
  get isConfigured(): boolean {
    return this.transport.isConfigured;
  }

  /** Makes a device known. @returns the relay's id of the device */
  async registerDevice(
    realm: RelayRealm,
    registration: EncryptedRegistration,
    options: CallOptions = {},
  ): Promise<RelayAnswer<number>> {
    const answer = await this.withRealm(realm, options, () =>
      this.transport.postForm(
        RelayAnswers.register,
        'push/e2ee/register',
        registrationForm(realm, registration),
        options,
      ),
    );
    return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.device_id } : answer;
  }

  /** Makes a token of a client's device known. Repeating it is safe. */
  registerDeviceToken(
    realm: RelayRealm,
    { tokenId, encryptedPushRegistration, bouncerPublicKey }: TokenRegistration,
    options: CallOptions = {},
  ): Promise<RelayAnswer<object>> {
    const form = {
      realm_uuid: realm.uuid,
      token_id: tokenId,
      encrypted_push_registration: encryptedPushRegistration,
      bouncer_public_key: bouncerPublicKey,
    };
    return this.withRealm(realm, options, () =>
      this.transport.postForm(RelayAnswers.empty, 'push/e2ee/register', form, options),
    );
  }

  /**
   * Sends to devices of one user, all in one call. A relay refuses such a call as a whole: each device then gets one of its
   * own, so that one that is wrong does not keep the user's others. It is refused if the relay takes none of them.
   */
  async notify(
    realm: RelayRealm,
    pushRequests: readonly E2eePushRequest[],
    options: CallOptions = {},
  ): Promise<RelayAnswer<NotifyAnswer>> {
    const answer = await this.notifyTogether(realm, pushRequests, options);
    const devices = byDevice(pushRequests);
    if (answer.kind !== 'refused' || devices.size < 2) return answer;
    const taken: NotifyAnswer[] = [];
    for (const [deviceId, requests] of devices) {
      const own = await this.notifyTogether(realm, requests, options);
      if (own.kind === 'ok') taken.push(own.value);
      else if (own.kind !== 'refused') return own;
      else this.log.warn({ realmId: realm.id, deviceId, answer: own }, 'the push relay refuses what is for a device');
    }
    return taken.length === 0 ? answer : { kind: 'ok', value: sumOf(taken) };
  }

  private async notifyTogether(
    realm: RelayRealm,
    pushRequests: readonly E2eePushRequest[],
    options: CallOptions,
  ): Promise<RelayAnswer<NotifyAnswer>> {
    const body = { realm_uuid: realm.uuid, push_requests: pushRequests };
    const answer = await this.withRealm(realm, options, () =>
      this.transport.postJson(RelayAnswers.notify, 'push/e2ee/notify', body, options),
    );
    await this.recordStatus(realm, answer, answer.kind === 'ok' ? answer.value.realm_push_status : undefined);
    return answer;
  }

  async notifyLegacy(
    user: RelayUser,
    { payloads, tokens }: LegacyNotification,
    options: CallOptions = {},
  ): Promise<RelayAnswer<LegacyNotifyAnswer>> {
    const devices = (kind: TokenKind): string[] =>
      tokens.filter((token) => token.kind === kind).map(({ token }) => token);
    const body = {
      ...identity(user),
      user_id: user.id,
      ...payloads,
      android_devices: devices(TokenKind.Fcm),
      apple_devices: devices(TokenKind.Apns),
    };
    const answer = await this.withRealm(user.realm, options, () =>
      this.transport.postJson(RelayAnswers.legacyNotify, 'push/notify', body, options),
    );
    await this.recordStatus(user.realm, answer, answer.kind === 'ok' ? answer.value.realm : undefined);
    return answer;
  }

  /** The relay's legacy test notification. @param basePayload base fields of push.md 5.6 */
  testLegacy(
    user: RelayUser,
    { kind, token }: LegacyToken,
    basePayload: object,
    options: CallOptions = {},
  ): Promise<RelayAnswer<object>> {
    const body = { ...identity(user), user_id: user.id, token, token_kind: kind, base_payload: basePayload };
    return this.withRealm(user.realm, options, () =>
      this.transport.postJson(RelayAnswers.empty, 'push/test_notification', body, options),
    );
  }

  registerToken(user: RelayUser, token: LegacyToken, options: CallOptions = {}): Promise<RelayAnswer<object>> {
    const form = {
      server_uuid: this.transport.organizationId,
      ...identity(user),
      ...tokenForm(token),
      ...(token.kind === TokenKind.Apns && token.iosAppId !== null ? { ios_app_id: token.iosAppId } : {}),
    };
    return this.withRealm(user.realm, options, () =>
      this.transport.postForm(RelayAnswers.empty, 'push/register', form, options),
    );
  }

  unregisterToken(user: RelayUser, token: LegacyToken, options: CallOptions = {}): Promise<RelayAnswer<object>> {
    const form = { ...identity(user), ...tokenForm(token) };
    return this.transport.postForm(RelayAnswers.empty, 'push/unregister', form, options);
  }

  unregisterAllTokens(user: RelayUser, options: CallOptions = {}): Promise<RelayAnswer<object>> {
    const form = { user_uuid: user.uuid, user_id: String(user.id) };
    return this.transport.postForm(RelayAnswers.empty, 'push/unregister/all', form, options);
  }

  /** Reports organizations to the relay; the answer's statuses are by UUID. The caller stores them. */
  async upload(
    realms: readonly UploadedRealm[],
    options: CallOptions = {},
  ): Promise<RelayAnswer<Record<string, RelayPushStatus>>> {
    const answer = await this.transport.upload(RelayAnswers.analytics, 'server/analytics', realms, options);
    return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.realms } : answer;
  }

  /** Makes a call; if the relay does not know the organization, uploads it and makes the call once more. */
  private async withRealm<T>(
    realm: RelayRealm,
    options: CallOptions,
    call: () => Promise<RelayAnswer<T>>,
  ): Promise<RelayAnswer<T>> {
    const answer = await call();
    if (answer.kind !== 'missing_realm') return answer;
    const uploaded = await this.realms.toUpload([realm.id]);
    const uploading = await this.upload(uploaded, options);
    if (uploading.kind !== 'ok') return uploading.kind === 'refused' ? answer : uploading;
    await this.recordStatus(realm, uploading, uploading.value[realm.uuid]);
    return call();
  }

  private async recordStatus(
    realm: RelayRealm,
    answer: RelayAnswer<unknown>,
    status: RelayPushStatus | null | undefined,
  ): Promise<void> {
    const isDenied = answer.kind === 'missing_realm' || answer.kind === 'plan';
    if (!status && !isDenied) return;
    try {
      await (status ? this.status.record(realm, status) : this.status.recordDenied(realm));
    } catch (error) {
      // The next answer says it again; a failure here would have a notification sent twice.
      this.log.warn({ err: error, realmId: realm.id }, "an organization's right to push was not stored");
    }
  }
}

/** In the order in which devices come first. */
function byDevice(requests: readonly E2eePushRequest[]): Map<string, E2eePushRequest[]> {
  const devices = new Map<string, E2eePushRequest[]>();
  for (const request of requests) {
    const deviceId = 'token_id' in request ? request.token_id : String(request.device_id);
    devices.set(deviceId, [...(devices.get(deviceId) ?? []), request]);
  }
  return devices;
}

/** What several answers say together; of the right to push the last one counts. */
function sumOf(answers: readonly NotifyAnswer[]): NotifyAnswer {
  const total = (count: (answer: NotifyAnswer) => number): number =>
    answers.reduce((sum, answer) => sum + count(answer), 0);
  return {
    ...answers.at(-1),
    apple_successfully_sent_count: total((answer) => answer.apple_successfully_sent_count),
    android_successfully_sent_count: total((answer) => answer.android_successfully_sent_count),
    delete_device_ids: answers.flatMap((answer) => answer.delete_device_ids ?? []),
    delete_token_ids: answers.flatMap((answer) => answer.delete_token_ids ?? []),
  };
}

function identity(user: RelayUser): { realm_uuid: string; user_uuid: string; user_id: string } {
  return { realm_uuid: user.realm.uuid, user_uuid: user.uuid, user_id: String(user.id) };
}

function tokenForm({ kind, token }: LegacyToken): { token: string; token_kind: string } {
  return { token, token_kind: String(kind) };
}

function registrationForm(realm: RelayRealm, registration: EncryptedRegistration): Record<string, string> {
  return {
    realm_uuid: realm.uuid,
    push_account_id: registration.pushAccountId,
    encrypted_push_registration: registration.encryptedPushRegistration,
    bouncer_public_key: registration.bouncerPublicKey,
  };
}
