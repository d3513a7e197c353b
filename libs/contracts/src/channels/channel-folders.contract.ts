import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';
import { ChannelFolderSchema } from './channel-object';

const NothingSchema = Type.Object({}, CLOSED);

/** `POST /channel_folders/create` (channels.md 12). */
export const createChannelFolder = defineRpc({
  subject: 'rpc.messages.v1.channel-folders.create',
  request: Type.Object({ name: Type.String(), description: Type.String() }),
  response: Type.Object({ channel_folder_id: Type.Integer() }, CLOSED),
  idempotent: false,
});

/** `GET /channel_folders`. */
export const listChannelFolders = defineRpc({
  subject: 'rpc.messages.v1.channel-folders.list',
  request: Type.Object({ includeArchived: Type.Boolean() }),
  response: Type.Object({ channel_folders: Type.Array(ChannelFolderSchema) }, CLOSED),
  idempotent: true,
});

/** `PATCH /channel_folders`. */
export const reorderChannelFolders = defineRpc({
  subject: 'rpc.messages.v1.channel-folders.reorder',
  request: Type.Object({ order: Type.Array(Type.Integer()) }),
  response: NothingSchema,
  idempotent: true,
});

/** `PATCH /channel_folders/{channel_folder_id}`; what is absent stays. */
export const updateChannelFolder = defineRpc({
  subject: 'rpc.messages.v1.channel-folders.update',
  request: Type.Object({
    folderId: Type.Integer(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    isArchived: Type.Optional(Type.Boolean()),
  }),
  response: NothingSchema,
  idempotent: true,
});
