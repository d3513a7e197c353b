import { Type } from '@sinclair/typebox';
import { boolean, integer, integers, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { ChannelFolderSchema } from './channel-object';

const LONGEST_NAME = 60;
const LONGEST_DESCRIPTION = 1024;

const NAME_ERRORS: readonly DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: "Channel folder name can't be empty." },
  { code: 'BAD_REQUEST', msg: 'Channel folder name already in use' },
];
const INVALID_FOLDER: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel folder ID' };

/** Folders, into which administrators sort channels (channels.md 12). */
export const createChannelFolder = defineEndpoint({
  method: 'POST',
  path: 'channel_folders/create',
  tag: 'Channels',
  summary: 'Create a channel folder',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.channel-folders.create',
  params: {
    name: text({ allowNul: true, maxLength: LONGEST_NAME, doc: 'Name of the folder.' }),
    description: text({ maxLength: LONGEST_DESCRIPTION, doc: 'Description, in markup; may be empty.' }),
  },
  response: Type.Object({ channel_folder_id: Type.Integer() }, CLOSED),
  errors: NAME_ERRORS,
});

export const listChannelFolders = defineEndpoint({
  method: 'GET',
  path: 'channel_folders',
  tag: 'Channels',
  summary: 'Get the channel folders',
  auth: 'user',
  subject: 'rpc.messages.v1.channel-folders.list',
  params: { include_archived: boolean({ default: false, doc: 'Whether archived folders are listed too.' }) },
  response: Type.Object({ channel_folders: Type.Array(ChannelFolderSchema) }, CLOSED),
});

export const reorderChannelFolders = defineEndpoint({
  method: 'PATCH',
  path: 'channel_folders',
  tag: 'Channels',
  summary: 'Put the channel folders in order',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.channel-folders.reorder',
  idempotent: true,
  params: { order: integers({ doc: 'IDs of all folders, archived ones included, in their new order.' }) },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: 'Invalid order mapping.' }],
});

/** What is left out stays. */
export const updateChannelFolder = defineEndpoint({
  method: 'PATCH',
  path: 'channel_folders/{channel_folder_id}',
  tag: 'Channels',
  summary: 'Change a channel folder',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.channel-folders.update',
  idempotent: true,
  params: {
    channel_folder_id: integer({ doc: 'ID of the folder.' }),
    name: text({ optional: true, allowNul: true, maxLength: LONGEST_NAME, doc: 'New name.' }),
    description: text({ optional: true, maxLength: LONGEST_DESCRIPTION, doc: 'New description, in markup.' }),
    is_archived: boolean({ optional: true, doc: 'Whether the folder is archived.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    ...NAME_ERRORS,
    INVALID_FOLDER,
    { code: 'BAD_REQUEST', msg: 'You need to remove all the channels from this folder to archive it.' },
  ],
});
