import { Static, Type } from '@sinclair/typebox';

/** An organization as the relay's calls name it. */
export interface RelayRealm {
  id: number;
  /** Partition of its change log. */
  partition: number;
  uuid: string;
}

/** A user as the relay's legacy calls name it. */
export interface RelayUser {
  id: number;
  uuid: string;
  realm: RelayRealm;
}

export const TokenKind = { Apns: 1, Fcm: 2 } as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** A vendor's token that was registered without end-to-end encryption. */
export interface LegacyToken {
  kind: TokenKind;
  token: string;
  /** APNs only. */
  iosAppId: string | null;
}

/** `push/e2ee/register` of generation A (push.md 7.3). */
export interface EncryptedRegistration {
  /** int64 in decimal. */
  pushAccountId: string;
  encryptedPushRegistration: string;
  bouncerPublicKey: string;
}

/** `push/e2ee/register` of a token (push.md 3.6). */
export interface TokenRegistration {
  tokenId: string;
  encryptedPushRegistration: string;
  bouncerPublicKey: string;
}

/** One organization of `server/analytics` (push.md 7.5). */
export interface UploadedRealm {
  id: number;
  uuid: string;
  uuid_owner_secret: string;
  host: string;
  url: string;
  name: string;
  org_type: number;
  /** Unix seconds. */
  date_created: number;
  deactivated: boolean;
}

const PushStatusSchema = Type.Object({
  can_push: Type.Boolean(),
  expected_end_timestamp: Type.Union([Type.Integer(), Type.Null()]),
});
/** What the relay says about an organization: whether it may push, and until when (Unix seconds). */
export type RelayPushStatus = Static<typeof PushStatusSchema>;

const count = Type.Integer({ minimum: 0 });

/**
 * What successes hold; unknown fields are allowed. A relay may leave the organization's status out, and names what is gone
 * only in the form of registration that it knows.
 */
export const RelayAnswers = {
  empty: Type.Object({}),
  register: Type.Object({ device_id: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }) }),
  notify: Type.Object({
    apple_successfully_sent_count: count,
    android_successfully_sent_count: count,
    delete_device_ids: Type.Optional(Type.Array(Type.Integer())),
    delete_token_ids: Type.Optional(Type.Array(Type.String())),
    realm_push_status: Type.Optional(PushStatusSchema),
  }),
  legacyNotify: Type.Object({
    total_android_devices: count,
    total_apple_devices: count,
    deleted_devices: Type.Object({
      android_devices: Type.Array(Type.String()),
      apple_devices: Type.Array(Type.String()),
    }),
    realm: Type.Optional(Type.Union([PushStatusSchema, Type.Null()])),
  }),
  analytics: Type.Object({ realms: Type.Record(Type.String(), PushStatusSchema) }),
};

export type NotifyAnswer = Static<typeof RelayAnswers.notify>;
export type LegacyNotifyAnswer = Static<typeof RelayAnswers.legacyNotify>;
