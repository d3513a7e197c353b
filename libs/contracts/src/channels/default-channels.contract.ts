import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';

const NothingSchema = Type.Object({}, CLOSED);

/** `POST` and `DELETE /default_streams` (channels.md 10). */
export const setDefaultChannel = defineRpc({
  subject: 'rpc.messages.v1.default-channels.set',
  request: Type.Object({ channelId: Type.Integer(), isDefault: Type.Boolean() }),
  response: NothingSchema,
  idempotent: true,
});

/** `POST /default_stream_groups/create`. */
export const createDefaultChannelGroup = defineRpc({
  subject: 'rpc.messages.v1.default-channel-groups.create',
  request: Type.Object({ name: Type.String(), description: Type.String(), channelNames: Type.Array(Type.String()) }),
  response: NothingSchema,
  idempotent: false,
});

/** `PATCH /default_stream_groups/{group_id}`; at least one of the two. */
export const updateDefaultChannelGroup = defineRpc({
  subject: 'rpc.messages.v1.default-channel-groups.update',
  request: Type.Object({
    groupId: Type.Integer(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  }),
  response: NothingSchema,
  idempotent: false,
});

/** `PATCH /default_stream_groups/{group_id}/streams`. */
export const changeDefaultChannelGroup = defineRpc({
  subject: 'rpc.messages.v1.default-channel-groups.change-channels',
  request: Type.Object({
    groupId: Type.Integer(),
    op: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
    channelNames: Type.Array(Type.String()),
  }),
  response: NothingSchema,
  idempotent: false,
});

/** `DELETE /default_stream_groups/{group_id}`. */
export const deleteDefaultChannelGroup = defineRpc({
  subject: 'rpc.messages.v1.default-channel-groups.delete',
  request: Type.Object({ groupId: Type.Integer() }),
  response: NothingSchema,
  idempotent: false,
});
