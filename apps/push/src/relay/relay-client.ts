import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { E2eePushRequest, LegacyPayloads } from '@stoa/push';
import type { RelayAnswer } from './relay-answer';
import { RealmStatusService } from '../realm-status/realm-status.service';
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
 * what happened. Whoever is told that the relay does not know the organization has it uploaded here and the call made once
 * more; what an answer says about the organization's right to push is stored here as well (push.md 7.4).
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

  /** Sends to devices of one user, all in one call. */
  async notify(
    realm: RelayRealm,
    pushRequests: readonly E2eePushRequest[],
    options: CallOptions = {},
  ): Promise<RelayAnswer<NotifyAnswer>> {
    const body = { realm_uuid: realm.uuid, push_requests: pushRequests };
    const answer = await this.withRealm(realm, options, () =>
      this.transport.postJson(RelayAnswers.notify, 'push/e2ee/notify', body, options),
    );
    await this.recordStatus(realm, answer, answer.kind === 'ok' ? answer.value.realm_push_status : undefined);
    return answer;
  }

  /** Sends to a user's legacy tokens. */
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

  /** Tells the relay about organizations; the answer's statuses are by UUID. The caller stores them. */
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
