import { Static, TProperties, TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const UUID4 = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';
const Uuid = Type.String({ pattern: UUID4 });
const Text = Type.String({ minLength: 1 });
const CLOSED = { additionalProperties: false } as const;
const Payload = Type.Record(Type.String(), Type.Unknown());
/** A number when it is small, a bigint when only 64 bits hold it. */
const Int64 = Type.Union([Type.Integer(), Type.BigInt({ minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n })]);
/** At least a nonce, an authentication code and two bytes of JSON. */
const EncryptedData = Type.String({ pattern: '^[A-Za-z0-9+/]{56,}={0,2}$' });

const FormIdentity = { user_uuid: Text, user_id: Type.String({ pattern: '^[0-9]+$' }) };
const JsonIdentity = { user_uuid: Text, user_id: Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]) };
const LegacyPriority = Type.Union([Type.Literal('high'), Type.Literal('normal')]);
/** Tokens; objects with one are taken as well. */
const LegacyDevices = Type.Array(Type.Union([Text, Type.Object({ token: Text })]));

const Alert = Type.Object({
  apns_priority: Type.Literal(10),
  apns_push_type: Type.Literal('alert'),
});
const Background = Type.Object({
  apns_priority: Type.Literal(5),
  apns_push_type: Type.Literal('background'),
});
const TokenId = Type.String({ pattern: '^[A-Za-z0-9+/]{10}[AEIMQUYcgkosw048]=$' });
const Uint32 = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 });
const FcmPriority = Type.Union([Type.Literal('high'), Type.Literal('normal')]);

/** What a push has for its vendor: `address` says to whom, `key` what decrypts it. */
function pushRequest<A extends TProperties, K extends TProperties>(address: A, key: K) {
  const payload = { ...key, encrypted_data: EncryptedData };
  return [
    Type.Object(
      {
        ...address,
        http_headers: Type.Union([Alert, Background]),
        payload: Type.Object({ ...payload, aps: Payload }, CLOSED),
      },
      CLOSED,
    ),
    Type.Object({ ...address, fcm_priority: FcmPriority, payload: Type.Object(payload, CLOSED) }, CLOSED),
  ] as const;
}

/** To a device, as the relay numbered it (push.md 5.5). */
const DeviceRequest = Type.Union([...pushRequest({ device_id: Type.Integer() }, { push_account_id: Int64 })]);
/** To a token, by its id (push.md 3.6). */
const TokenRequest = Type.Union([...pushRequest({ token_id: TokenId }, { push_key_id: Uint32 })]);
export type DeviceRequest = Static<typeof DeviceRequest>;
export type TokenRequest = Static<typeof TokenRequest>;
export type PushRequest = DeviceRequest | TokenRequest;

const UploadedRealm = Type.Object({
  id: Type.Integer(),
  uuid: Uuid,
  uuid_owner_secret: Type.String(),
  host: Text,
  url: Text,
  name: Type.String(),
  org_type: Type.Integer(),
  date_created: Type.Number(),
  deactivated: Type.Boolean(),
});

const Registration = { realm_uuid: Uuid, encrypted_push_registration: Text, bouncer_public_key: Text };

/** Bodies of the relay's calls (push.md 7.2 to 7.5). */
export const RelayRequests = {
  legacyRegister: Type.Object({
    ...FormIdentity,
    realm_uuid: Uuid,
    server_uuid: Uuid,
    token: Type.String(),
    token_kind: Type.String(),
    ios_app_id: Type.Optional(Type.String()),
  }),
  legacyUnregister: Type.Object({ ...FormIdentity, realm_uuid: Uuid, token: Type.String(), token_kind: Type.String() }),
  legacyUnregisterAll: Type.Object(FormIdentity),
  legacyNotify: Type.Object({
    ...JsonIdentity,
    realm_uuid: Uuid,
    gcm_payload: Payload,
    apns_payload: Payload,
    gcm_options: Type.Object({ priority: Type.Optional(LegacyPriority) }, { additionalProperties: false }),
    android_devices: LegacyDevices,
    apple_devices: LegacyDevices,
  }),
  legacyTest: Type.Object({
    ...JsonIdentity,
    realm_uuid: Uuid,
    token: Text,
    token_kind: Type.Integer(),
    base_payload: Payload,
  }),
  registerDevice: Type.Object(
    { ...Registration, push_account_id: Type.String({ pattern: '^-?[0-9]{1,19}$' }) },
    CLOSED,
  ),
  registerToken: Type.Object({ ...Registration, token_id: TokenId }, CLOSED),
  notify: Type.Object({
    realm_uuid: Uuid,
    push_requests: Type.Array(Type.Union([DeviceRequest, TokenRequest]), { minItems: 1 }),
  }),
  /** A form has the list as JSON text. */
  analytics: Type.Object({ realms: Type.Union([Type.String(), Type.Array(UploadedRealm)]) }),
  realms: Type.Array(UploadedRealm),
  serverRegister: Type.Object({
    zulip_org_id: Uuid,
    zulip_org_key: Type.String({ minLength: 64, maxLength: 64 }),
    hostname: Text,
    contact_email: Text,
    new_org_key: Type.Optional(Type.String({ minLength: 64, maxLength: 64 })),
  }),
  nothing: Type.Object({}),
};

/** Where and why a body does not have its shape, or the body with its type. */
export function readBody<T extends TSchema>(schema: T, body: unknown): { value: Static<T> } | { problem: string } {
  if (Value.Check(schema, body)) return { value: body };
  const [first] = [...Value.Errors(schema, body)];
  return { problem: `${first?.path.slice(1).replaceAll('/', '.') || 'body'}: ${first?.message ?? 'wrong shape'}` };
}
