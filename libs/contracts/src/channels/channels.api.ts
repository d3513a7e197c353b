import { Type } from '@sinclair/typebox';
import { boolean, integer, integers, retentionDays, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { GroupSettingUpdateSchema } from '../users/group-object';
import { CLOSED } from '../rpc/nullable';
import { ChannelSchema } from './channel-object';
import { RETENTION_DOC, newChannelParams } from './new-channel-params';
import { permissionParams } from './permission-params';

const INVALID_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
const NOT_ALLOWED: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const NAME_TAKEN: DocumentedError = {
  code: 'CHANNEL_ALREADY_EXISTS',
  msg: "Channel 'general' already exists",
  status: 409,
};
const CANNOT_ADMINISTER: DocumentedError = {
  code: 'BAD_REQUEST',
  msg: 'You do not have permission to administer this channel.',
};

/** Creating, changing or archiving a channel may write to all of its members. */
const CHANGE_TIMEOUT_MS = 30_000;

const stream_id = integer({ doc: 'ID of the channel.' });

/** channels.md 5.2 */
export const getChannel = defineEndpoint({
  method: 'GET',
  path: 'streams/{stream_id}',
  tag: 'Channels',
  summary: 'Get a channel',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.get',
  params: { stream_id },
  response: Type.Object({ stream: ChannelSchema }, CLOSED),
  errors: [INVALID_CHANNEL],
});

/** channels.md 5.3 */
export const getChannelId = defineEndpoint({
  method: 'GET',
  path: 'get_stream_id',
  tag: 'Channels',
  summary: "Get a channel's ID",
  auth: 'user',
  subject: 'rpc.messages.v1.channels.find',
  params: { stream: text({ doc: 'Name of the channel, in any case.' }) },
  response: Type.Object({ stream_id: Type.Integer() }, CLOSED),
  errors: [{ code: 'BAD_REQUEST', msg: "Invalid channel name 'nonexistent'" }],
});

/** channels.md 5.4 */
export const getChannelMembers = defineEndpoint({
  method: 'GET',
  path: 'streams/{stream_id}/members',
  tag: 'Channels',
  summary: "Get a channel's subscribers",
  auth: 'user',
  subject: 'rpc.messages.v1.channels.members',
  params: { stream_id },
  response: Type.Object({ subscribers: Type.Array(Type.Integer()) }, CLOSED),
  errors: [INVALID_CHANNEL],
});

/** channels.md 5.8 */
export const getChannelEmailAddress = defineEndpoint({
  method: 'GET',
  path: 'streams/{stream_id}/email_address',
  tag: 'Channels',
  summary: 'Get the address by which mail is posted to a channel',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.email-address',
  params: {
    stream_id,
    sender_id: integer({ optional: true, doc: 'Who sends what is mailed; a bot of the service if left out.' }),
  },
  response: Type.Object({ email: Type.String({ description: 'Empty without an email gateway.' }) }, CLOSED),
  errors: [INVALID_CHANNEL, { code: 'BAD_REQUEST', msg: 'No such bot' }, NOT_ALLOWED],
});

/** Who has got an address of a channel by mistake can be rid of it; the next one that is asked for is a new one. */
export const endChannelEmailAddresses = defineEndpoint({
  method: 'DELETE',
  path: 'streams/{stream_id}/email_address',
  tag: 'Channels',
  summary: 'End addresses by which mail is posted to a channel',
  description: 'Those that the caller was given; mail to them is refused from then on.',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.end-email-addresses',
  idempotent: true,
  params: {
    stream_id,
    everybody: boolean({ default: false, doc: 'Those of everybody: for who may administer the channel.' }),
  },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL, CANNOT_ADMINISTER],
});

/** channels.md 6 */
export const createChannel = defineEndpoint({
  method: 'POST',
  path: 'channels/create',
  tag: 'Channels',
  summary: 'Create a channel',
  auth: 'user',
  guard: 'non-guest',
  subject: 'rpc.messages.v1.channels.create',
  timeoutMs: CHANGE_TIMEOUT_MS,
  params: {
    name: text({ strip: true, minLength: 1, allowNul: true, doc: 'Name of the channel.' }),
    subscribers: integers({ doc: 'IDs of the users to subscribe; the creator only if listed.' }),
    description: text({ default: '', maxLength: 1024, doc: 'Description, in markup.' }),
    announce: boolean({ default: false, doc: 'Announce the channel.' }),
    send_new_subscription_messages: boolean({
      optional: true,
      doc: 'Has no effect: nobody is written to about a channel that is created.',
    }),
    ...newChannelParams,
  },
  response: Type.Object({ id: Type.Integer({ description: 'ID of the new channel.' }) }, CLOSED),
  errors: [NAME_TAKEN, { code: 'BAD_REQUEST', msg: 'Invalid channel folder ID' }, NOT_ALLOWED],
});

/** What is left out stays (channels.md 8.1, 8.2, 8.4). */
export const updateChannel = defineEndpoint({
  method: 'PATCH',
  path: 'streams/{stream_id}',
  tag: 'Channels',
  summary: 'Change a channel',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.update',
  timeoutMs: CHANGE_TIMEOUT_MS,
  params: {
    stream_id,
    new_name: text({ optional: true, allowNul: true, doc: 'New name.' }),
    description: text({ optional: true, maxLength: 1024, doc: 'New description, in markup.' }),
    is_private: boolean({ optional: true, doc: 'Whether only its members can access it.' }),
    is_web_public: boolean({ optional: true, doc: 'Whether it can be read without an account.' }),
    history_public_to_subscribers: boolean({
      optional: true,
      doc: 'Whether subscribers read what was sent before they came.',
    }),
    is_default_stream: boolean({ optional: true, doc: 'Whether new users are subscribed.' }),
    message_retention_days: retentionDays({ optional: true, doc: RETENTION_DOC }),
    is_archived: boolean({ optional: true, doc: 'False takes the channel out of the archive.' }),
    topics_policy: text({ optional: true, doc: 'Whether the empty topic may or must be used.' }),
    folder_id: integer({ optional: true, nullable: true, doc: 'Folder; null: none.' }),
    ...permissionParams(GroupSettingUpdateSchema),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_CHANNEL,
    CANNOT_ADMINISTER,
    NAME_TAKEN,
    { code: 'BAD_REQUEST', msg: 'Channel already has that name.' },
    { code: 'BAD_REQUEST', msg: 'Invalid parameters' },
    { code: 'BAD_REQUEST', msg: 'A default channel cannot be private.' },
    { code: 'BAD_REQUEST', msg: 'Channel content access is required.' },
    { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
  ],
});
export type UpdateChannelRequest = RequestOf<typeof updateChannel>;

/** channels.md 8.3 */
export const archiveChannel = defineEndpoint({
  method: 'DELETE',
  path: 'streams/{stream_id}',
  tag: 'Channels',
  summary: 'Archive a channel',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.archive',
  timeoutMs: CHANGE_TIMEOUT_MS,
  params: { stream_id },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL, CANNOT_ADMINISTER, { code: 'BAD_REQUEST', msg: 'Channel is already deactivated' }],
});

/** `is_default` only if asked for. */
const ListedChannelSchema = Type.Object(
  { ...ChannelSchema.properties, is_default: Type.Optional(Type.Boolean()) },
  CLOSED,
);

/** The sources are joined (channels.md 5.1). */
export const listChannels = defineEndpoint({
  method: 'GET',
  path: 'streams',
  tag: 'Channels',
  summary: 'Get channels',
  auth: 'user',
  subject: 'rpc.messages.v1.channels.list',
  params: {
    include_public: boolean({ default: true, doc: 'All public channels.' }),
    include_web_public: boolean({ default: false, doc: 'All web-public channels.' }),
    include_subscribed: boolean({ default: true, doc: 'Channels that the user is subscribed to.' }),
    include_owner_subscribed: boolean({
      default: false,
      doc: "For bots: channels that the bot's owner is subscribed to.",
    }),
    include_can_access_content: boolean({ default: false, doc: 'Every channel whose messages the user can read.' }),
    include_all: boolean({
      default: false,
      alias: ['include_all_active'],
      doc: 'Every channel that the user can see.',
    }),
    exclude_archived: boolean({ default: true, doc: 'Leaves archived channels out.' }),
    include_default: boolean({ default: false, doc: 'Adds `is_default` to each channel.' }),
  },
  response: Type.Object({ streams: Type.Array(ListedChannelSchema) }, CLOSED),
});
