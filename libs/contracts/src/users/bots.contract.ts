import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { SpooledFilesSchema } from './images.contract';
import { CLOSED, Nullable } from './nullable';

/** Making an avatar takes long. */
const AVATAR_MS = 25_000;
const Texts = Type.Record(Type.String(), Type.String());

/** Channel defaults of a bot, by channel name (users.md 16); deprecated. */
const defaults = {
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
};

/** `POST /bots` (users.md 16). */
export const createBot = defineRpc({
  subject: 'rpc.users.v1.bots.create',
  request: Type.Object({
    fullName: Type.String(),
    shortName: Type.String(),
    botType: Type.Integer(),
    payloadUrl: Nullable(Type.String()),
    interfaceType: Type.Integer(),
    serviceName: Nullable(Type.String()),
    configData: Texts,
    defaultSendingChannel: Nullable(Type.String()),
    defaultEventsRegisterChannel: Nullable(Type.String()),
    defaultAllPublicChannels: Nullable(Type.Boolean()),
    /** The avatar, if one was sent. */
    files: SpooledFilesSchema,
  }),
  response: Type.Object(
    { user_id: Type.Integer(), api_key: Type.String(), avatar_url: Type.String(), ...defaults },
    CLOSED,
  ),
  timeoutMs: AVATAR_MS,
  idempotent: false,
});
export type CreateBotRequest = Static<(typeof createBot)['request']>;

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

/** `GET /bots` (users.md 16): the caller's own active bots. */
export const listBots = defineRpc({
  subject: 'rpc.users.v1.bots.list',
  request: Type.Object({}),
  response: Type.Object({ bots: Type.Array(OwnBotSchema) }, CLOSED),
  idempotent: true,
});

/** `PATCH /bots/{bot_id}` (users.md 16); null leaves a part as it is. */
export const updateBot = defineRpc({
  subject: 'rpc.users.v1.bots.update',
  request: Type.Object({
    botId: Type.Integer(),
    fullName: Nullable(Type.String()),
    role: Nullable(Type.Integer()),
    ownerId: Nullable(Type.Integer()),
    /** "" clears the default. */
    defaultSendingChannel: Nullable(Type.String()),
    defaultEventsRegisterChannel: Nullable(Type.String()),
    defaultAllPublicChannels: Nullable(Type.Boolean()),
    servicePayloadUrl: Nullable(Type.String()),
    serviceInterface: Nullable(Type.Integer()),
    configData: Nullable(Texts),
    /** The new avatar, if one was sent. */
    files: SpooledFilesSchema,
  }),
  response: Type.Object(
    {
      full_name: Type.String(),
      avatar_url: Type.String(),
      service_interface: Nullable(Type.Integer()),
      service_payload_url: Nullable(Type.String()),
      config_data: Nullable(Texts),
      ...defaults,
      bot_owner: Type.Optional(Type.String({ description: 'API email of the owner.' })),
    },
    CLOSED,
  ),
  timeoutMs: AVATAR_MS,
  idempotent: true,
});
export type UpdateBotRequest = Static<(typeof updateBot)['request']>;
export type UpdatedBot = Static<(typeof updateBot)['response']>;

/** `DELETE /bots/{bot_id}` (users.md 16). */
export const deactivateBot = defineRpc({
  subject: 'rpc.users.v1.bots.deactivate',
  request: Type.Object({ botId: Type.Integer() }),
  response: EmptyResponseSchema,
  timeoutMs: 30_000,
  idempotent: true,
});

/** `POST /bots/{bot_id}/api_key/regenerate` (organization.md 2.3). */
export const regenerateBotApiKey = defineRpc({
  subject: 'rpc.users.v1.bots.regenerate-api-key',
  request: Type.Object({ botId: Type.Integer() }),
  response: Type.Object({ api_key: Type.String() }, CLOSED),
  idempotent: false,
});

const Keys = Nullable(Type.Array(Type.String()));

/** `GET /bot_storage` (users.md 16). */
export const getBotStorage = defineRpc({
  subject: 'rpc.users.v1.bot-storage.get',
  request: Type.Object({ keys: Keys }),
  response: Type.Object({ storage: Texts }, CLOSED),
  idempotent: true,
});

/** `PUT /bot_storage`: adds and replaces values. */
export const putBotStorage = defineRpc({
  subject: 'rpc.users.v1.bot-storage.put',
  request: Type.Object({ storage: Texts }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /bot_storage`. */
export const deleteBotStorage = defineRpc({
  subject: 'rpc.users.v1.bot-storage.delete',
  request: Type.Object({ keys: Keys }),
  response: EmptyResponseSchema,
  idempotent: true,
});
