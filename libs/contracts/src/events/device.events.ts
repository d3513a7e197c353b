import { Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

const device = { id: Type.Integer(), type: Type.Literal('device'), device_id: Type.Integer() };
const TOKEN_ID = { description: "Base64 of the first 8 bytes of the SHA-256 of the vendor's token." };

/** Devices of the user (push.md 3.3). */
export const DeviceAddEventSchema = Type.Object({ ...device, op: Type.Literal('add') }, CLOSED);

/** What is absent has not changed; null is a value. */
export const DeviceUpdateEventSchema = Type.Object(
  {
    ...device,
    op: Type.Literal('update'),
    push_key_id: Type.Optional(Type.Integer()),
    push_token_id: Type.Optional(Nullable(Type.String(TOKEN_ID))),
    pending_push_token_id: Type.Optional(Nullable(Type.String(TOKEN_ID))),
    push_token_last_updated_timestamp: Type.Optional(Type.Integer()),
    push_registration_error_code: Type.Optional(Nullable(Type.String())),
  },
  CLOSED,
);

export const DeviceRemoveEventSchema = Type.Object({ ...device, op: Type.Literal('remove') }, CLOSED);
