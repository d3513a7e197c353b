import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, json, oneOf, text, texts } from '@stoa/http-params';
import { Role } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { IMAGE_MS, SpooledFilesSchema } from './spooled-files';

const Texts = Type.Record(Type.String(), Type.String());

/** Channel defaults of a bot, by channel name (users.md 16); deprecated. */
const defaults = {
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
};

const OwnBotSchema = Type.Object(
  {
    username: Type.String({ description: 'API email.' }),
    full_name: Type.String(),
    api_key: Type.String(),
    avatar_url: Type.String(),
    ...defaults,
  },
  CLOSED,
);

const NO_SUCH_BOT: DocumentedError = { code: 'BAD_REQUEST', msg: 'No such bot' };
const NO_PERMISSION: DocumentedError = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const NOT_OWNER: DocumentedError = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const NAME_IN_USE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Name is already in use.' };
const BAD_ADDRESS: DocumentedError = { code: 'BAD_REQUEST', msg: 'Bad name or username' };
const ADDRESS_IN_USE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Email is already in use.' };
const BAD_INTERFACE: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid interface type' };
const BAD_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: "Invalid channel name 'nowhere'" };
const AVATAR_ERRORS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'You may only upload one file at a time' },
  { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
  { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' },
];

const BAD_CONFIG: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid configuration data!' };
const NO_SUCH_KEY: DocumentedError = { code: 'BAD_REQUEST', msg: 'Key does not exist.' };

function notAUrl(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'Not a URL';
}

/** Channel defaults that clients do not use any more (users.md 16). */
const channelDefaults = {
  default_sending_stream: text({
    optional: true,
    deprecated: true,
    doc: 'Name of the channel that messages without one go to.',
  }),
  default_events_register_stream: text({
    optional: true,
    deprecated: true,
    doc: 'Name of the channel that the queues of the bot are narrowed to.',
  }),
  default_all_public_streams: boolean({
    optional: true,
    deprecated: true,
    doc: 'Whether the queues of the bot get messages of all public channels.',
  }),
};

const CreatedBotSchema = Type.Object(
  { user_id: Type.Integer(), api_key: Type.String(), avatar_url: Type.String(), ...defaults },
  CLOSED,
);

const newBot = {
  full_name: text({ allowNul: true, doc: 'Name of the bot.' }),
  short_name: text({ doc: 'Begins the address of the bot.' }),
  bot_type: integer({
    default: 1,
    doc: '1 generic, 2 incoming webhook (may only send messages), 3 outgoing webhook, 4 embedded.',
  }),
  payload_url: text({ json: true, optional: true, check: notAUrl, doc: 'Where an outgoing webhook posts to.' }),
  interface_type: integer({ default: 1, doc: 'What an outgoing webhook posts: 1 native, 2 Slack-compatible.' }),
  service_name: text({ optional: true, doc: 'Name of the service or integration.' }),
  config_data: json(Texts, { default: {}, doc: 'Settings of an incoming webhook or embedded bot.' }),
  ...channelDefaults,
};

export const createBot = defineEndpoint({
  method: 'POST',
  path: 'bots',
  tag: 'Bots',
  summary: 'Create a bot',
  description: 'A file of a multipart body becomes its avatar.',
  auth: 'user',
  guard: 'human-member',
  streamsFiles: true,
  params: newBot,
  response: CreatedBotSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'Name must not be empty!' },
    NAME_IN_USE,
    BAD_ADDRESS,
    ADDRESS_IN_USE,
    { code: 'BAD_REQUEST', msg: 'Invalid bot type' },
    { code: 'BAD_REQUEST', msg: 'Embedded bots are not enabled.' },
    { code: 'BAD_REQUEST', msg: 'Invalid embedded bot name.' },
    BAD_CONFIG,
    { code: 'BAD_REQUEST', msg: "Invalid integration 'unknown'." },
    { code: 'BAD_REQUEST', msg: 'Invalid payload_url: Value error, Not a URL' },
    BAD_INTERFACE,
    NO_PERMISSION,
    BAD_CHANNEL,
    ...AVATAR_ERRORS,
  ],
});

/** The caller's own active bots (users.md 16). */
export const listBots = defineEndpoint({
  method: 'GET',
  path: 'bots',
  tag: 'Bots',
  summary: 'List the own bots',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.bots.list',
  response: Type.Object({ bots: Type.Array(OwnBotSchema) }, CLOSED),
});

/** An avatar that was sent is stored for the call. */
export const createBotWithAvatar = defineRpc({
  subject: 'rpc.users.v1.bots.create',
  request: requestWith(newBot, { files: SpooledFilesSchema }),
  response: CreatedBotSchema,
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

const botChanges = {
  bot_id: integer({ doc: 'ID of the bot.' }),
  full_name: text({ optional: true, allowNul: true, doc: 'New name.' }),
  short_name: text({ optional: true, doc: 'Begins the new address.' }),
  role: oneOf(Object.values(Role), {
    optional: true,
    text: 'long',
    doc: 'New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  }),
  bot_owner_id: integer({ optional: true, doc: 'ID of the new owner.' }),
  service_payload_url: text({
    json: true,
    optional: true,
    check: notAUrl,
    doc: 'Where an outgoing webhook posts to.',
  }),
  service_interface: integer({
    optional: true,
    doc: 'What an outgoing webhook posts: 1 native, 2 Slack-compatible.',
  }),
  config_data: json(Texts, { optional: true, doc: 'Settings to add or replace.' }),
  ...channelDefaults,
};

const UpdatedBotSchema = Type.Object(
  {
    full_name: Type.String(),
    avatar_url: Type.String(),
    service_interface: Nullable(Type.Integer({ description: 'As passed, or 1.' })),
    service_payload_url: Nullable(Type.String()),
    config_data: Nullable(Texts),
    ...defaults,
    bot_owner: Type.Optional(Type.String({ description: 'API email of the owner.' })),
  },
  CLOSED,
);
export type UpdatedBot = Static<typeof UpdatedBotSchema>;

export const updateBot = defineEndpoint({
  method: 'PATCH',
  path: 'bots/{bot_id}',
  tag: 'Bots',
  summary: 'Update a bot',
  description:
    'For its owner and administrators; roles are given by administrators only. A file of a multipart body becomes its avatar.',
  auth: 'user',
  guard: 'human-member',
  streamsFiles: true,
  params: botChanges,
  response: UpdatedBotSchema,
  errors: [
    NO_SUCH_BOT,
    NO_PERMISSION,
    NOT_OWNER,
    NAME_IN_USE,
    BAD_ADDRESS,
    ADDRESS_IN_USE,
    { code: 'BAD_REQUEST', msg: 'Failed to change owner, no such user' },
    { code: 'BAD_REQUEST', msg: 'Failed to change owner, user is deactivated' },
    { code: 'BAD_REQUEST', msg: "Failed to change owner, bots can't own other bots" },
    BAD_CHANNEL,
    BAD_INTERFACE,
    BAD_CONFIG,
    ...AVATAR_ERRORS,
  ],
});

/** What does not stand in the request stays as it is; an empty name clears a default channel. */
export const updateBotWithAvatar = defineRpc({
  subject: 'rpc.users.v1.bots.update',
  request: requestWith(botChanges, { files: SpooledFilesSchema }),
  response: UpdatedBotSchema,
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: true,
});

export const deactivateBot = defineEndpoint({
  method: 'DELETE',
  path: 'bots/{bot_id}',
  tag: 'Bots',
  summary: 'Deactivate a bot',
  auth: 'user',
  subject: 'rpc.users.v1.bots.deactivate',
  timeoutMs: 30_000,
  idempotent: true,
  params: {
    bot_id: integer({ doc: 'ID of the bot.' }),
  },
  response: EmptyResponseSchema,
  errors: [NO_SUCH_BOT, NO_PERMISSION, NOT_OWNER],
});

export const regenerateBotApiKey = defineEndpoint({
  method: 'POST',
  path: 'bots/{bot_id}/api_key/regenerate',
  tag: 'Bots',
  summary: "Replace a bot's API key by a new one",
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.bots.regenerate-api-key',
  params: {
    bot_id: integer({ doc: 'ID of the bot.' }),
  },
  response: Type.Object({ api_key: Type.String() }, CLOSED),
  errors: [NO_SUCH_BOT, NO_PERMISSION, NOT_OWNER],
});

/** Who may edit a bot may see its key. */
export const getBotApiKey = defineEndpoint({
  method: 'GET',
  path: 'bots/{bot_id}/api_key',
  tag: 'Bots',
  summary: "Get a bot's API key",
  description: 'For its owner and administrators.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.users.v1.bots.get-api-key',
  params: {
    bot_id: integer({ doc: 'ID of the bot.' }),
  },
  response: Type.Object({ api_key: Type.String() }, CLOSED),
  errors: [NO_SUCH_BOT, NO_PERMISSION, NOT_OWNER, { code: 'BAD_REQUEST', msg: 'Bot is deactivated' }],
});

export const getBotStorage = defineEndpoint({
  method: 'GET',
  path: 'bot_storage',
  tag: 'Bots',
  summary: 'Read stored values',
  description: 'Of the calling account.',
  auth: 'user',
  guard: 'bot',
  subject: 'rpc.users.v1.bot-storage.get',
  params: {
    keys: texts({ optional: true, doc: 'Keys; all unless given.' }),
  },
  response: Type.Object({ storage: Texts }, CLOSED),
  errors: [NO_SUCH_KEY],
});

/** Adds and replaces values. */
export const putBotStorage = defineEndpoint({
  method: 'PUT',
  path: 'bot_storage',
  tag: 'Bots',
  summary: 'Store values',
  auth: 'user',
  guard: 'bot',
  subject: 'rpc.users.v1.bot-storage.put',
  idempotent: true,
  params: {
    storage: json(Texts, { doc: 'Values by key, to add or replace.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    {
      code: 'BAD_REQUEST',
      msg: 'Request exceeds storage limit by 3 characters. The limit is 10000000 characters.',
    },
  ],
});

export const deleteBotStorage = defineEndpoint({
  method: 'DELETE',
  path: 'bot_storage',
  tag: 'Bots',
  summary: 'Delete stored values',
  auth: 'user',
  guard: 'bot',
  subject: 'rpc.users.v1.bot-storage.delete',
  idempotent: true,
  params: {
    keys: texts({ optional: true, doc: 'Keys; all unless given.' }),
  },
  response: EmptyResponseSchema,
  errors: [NO_SUCH_KEY],
});
