import { integer, text, texts } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';

const INVALID_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
const NO_GROUP: DocumentedError = { code: 'BAD_REQUEST', msg: "Default channel group with id '7' does not exist." };

const stream_id = integer({ doc: 'ID of the channel.' });
const group_id = integer({ doc: 'ID of the group.' });

/** Default channels are those that new users are subscribed to (channels.md 10). */
export const addDefaultChannel = defineEndpoint({
  method: 'POST',
  path: 'default_streams',
  tag: 'Channels',
  summary: 'Add a default channel',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channels.add',
  idempotent: true,
  params: { stream_id },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL, { code: 'BAD_REQUEST', msg: 'Private channels cannot be made default.' }],
});

export const removeDefaultChannel = defineEndpoint({
  method: 'DELETE',
  path: 'default_streams',
  tag: 'Channels',
  summary: 'Remove a default channel',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channels.remove',
  idempotent: true,
  params: { stream_id },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL],
});

export const createDefaultChannelGroup = defineEndpoint({
  method: 'POST',
  path: 'default_stream_groups/create',
  tag: 'Channels',
  summary: 'Create a group of default channels',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channel-groups.create',
  params: {
    group_name: text({ allowNul: true, doc: 'Name of the group.' }),
    description: text({ doc: 'Description of the group.' }),
    stream_names: texts({ doc: 'Names of its channels.' }),
  },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: "Default channel group 'backend' already exists" }],
});

export const updateDefaultChannelGroup = defineEndpoint({
  method: 'PATCH',
  path: 'default_stream_groups/{group_id}',
  tag: 'Channels',
  summary: 'Change a group of default channels',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channel-groups.update',
  params: {
    group_id,
    new_group_name: text({ optional: true, allowNul: true, doc: 'New name.' }),
    new_description: text({ optional: true, doc: 'New description.' }),
  },
  response: EmptyResponseSchema,
  errors: [NO_GROUP, { code: 'BAD_REQUEST', msg: 'You must pass "new_description" or "new_group_name".' }],
});

export const changeDefaultChannelGroup = defineEndpoint({
  method: 'PATCH',
  path: 'default_stream_groups/{group_id}/streams',
  tag: 'Channels',
  summary: 'Add channels to a group of default channels, or remove them',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channel-groups.change-channels',
  params: {
    group_id,
    op: text({ doc: '`add` or `remove`.' }),
    stream_names: texts({ doc: 'Names of the channels.' }),
  },
  response: EmptyResponseSchema,
  errors: [NO_GROUP, { code: 'BAD_REQUEST', msg: 'Invalid value for "op". Specify one of "add" or "remove".' }],
});

export const deleteDefaultChannelGroup = defineEndpoint({
  method: 'DELETE',
  path: 'default_stream_groups/{group_id}',
  tag: 'Channels',
  summary: 'Delete a group of default channels',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.default-channel-groups.delete',
  params: { group_id },
  response: EmptyResponseSchema,
  errors: [NO_GROUP],
});
