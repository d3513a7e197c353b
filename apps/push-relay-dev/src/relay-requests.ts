import { Static, TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Identity = {
  realm_uuid: Type.String(),
  user_uuid: Type.String(),
  user_id: Type.Union([Type.String(), Type.Integer()]),
};
const Payload = Type.Record(Type.String(), Type.Unknown());
const LegacyDevice = Type.Object({ token: Type.String({ minLength: 1, maxLength: 4096 }) });
const Text = Type.String({ minLength: 1 });

/** Bodies of the relay's calls (push.md 7.2 to 7.4); unknown fields are allowed, as the real relay does. */
export const RelayRequests = {
  legacyRegister: Type.Object({
    ...Identity,
    server_uuid: Text,
    token: Text,
    token_kind: Type.Union([Type.Literal('1'), Type.Literal('2')]),
  }),
  legacyUnregister: Type.Object({ user_uuid: Text, token: Text, token_kind: Text }),
  legacyUnregisterAll: Type.Object({ user_uuid: Text, user_id: Text }),
  legacyNotify: Type.Object({
    ...Identity,
    gcm_payload: Payload,
    apns_payload: Payload,
    gcm_options: Payload,
    android_devices: Type.Array(LegacyDevice),
    apple_devices: Type.Array(LegacyDevice),
  }),
  legacyTest: Type.Object({ ...Identity, token: Text, token_kind: Type.Integer(), base_payload: Payload }),
  register: Type.Object({
    realm_uuid: Text,
    push_account_id: Type.String({ pattern: '^-?[0-9]+$' }),
    encrypted_push_registration: Text,
    bouncer_public_key: Text,
  }),
  notify: Type.Object({
    realm_uuid: Text,
    push_requests: Type.Array(
      Type.Union([
        Type.Object({
          device_id: Type.Integer(),
          http_headers: Type.Object({
            apns_priority: Type.Union([Type.Literal(5), Type.Literal(10)]),
            apns_push_type: Type.Union([Type.Literal('alert'), Type.Literal('background')]),
          }),
          payload: Type.Object({ push_account_id: Type.Integer(), encrypted_data: Text, aps: Payload }),
        }),
        Type.Object({
          device_id: Type.Integer(),
          fcm_priority: Type.Union([Type.Literal('high'), Type.Literal('normal')]),
          payload: Type.Object({ push_account_id: Type.Integer(), encrypted_data: Text }),
        }),
      ]),
    ),
  }),
  analytics: Type.Object({ realms: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Unknown())])) }),
};

/** Where and why a body does not have its shape, or the body with its type. */
export function readBody<T extends TSchema>(schema: T, body: unknown): { value: Static<T> } | { problem: string } {
  if (Value.Check(schema, body)) return { value: body };
  const [first] = [...Value.Errors(schema, body)];
  return { problem: `${first?.path.slice(1).replaceAll('/', '.') || 'body'}: ${first?.message ?? 'wrong shape'}` };
}
