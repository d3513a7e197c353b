import { Type } from '@sinclair/typebox';
import { boolean, integer, json, text } from '@stoa/http-params';
import { type DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION } from './session-schemas';
import { STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';

const OF_BOTS = { tag: 'Bots', auth: 'user', guard: 'human-member' } as const;

const bot_id = integer({ doc: 'ID of the bot.' });
const REFUSALS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'No such bot' },
  { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
  { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' },
];
const NO_DELIVERIES: DocumentedError = { code: 'BAD_REQUEST', msg: 'This bot takes no deliveries.' };
const NO_INTEGRATION: DocumentedError = { code: 'BAD_REQUEST', msg: "Invalid integration 'unknown'." };

/** Entries that a bot may have. */
const MOST_BOT_MENTIONS = 1_000;

const BotMentionSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'A user name, address or id; case does not count.',
    }),
    user_id: Type.Integer(),
  },
  CLOSED,
);

export const getWebhookSettings = defineEndpoint({
  ...OF_BOTS,
  method: 'GET',
  path: 'bots/{bot_id}/webhook_settings',
  summary: 'Get how an incoming webhook bot is set up',
  description: 'For its owner and administrators. Secrets are never shown.',
  subject: 'rpc.users.v1.webhook-settings.get',
  params: { bot_id },
  response: Type.Object(
    {
      settings: Nullable(
        Type.Record(Type.String(), Type.String(), {
          description: "Its `config_data` without secrets. Only the bot's owner gets it; null for others.",
        }),
      ),
      secrets: Type.Array(
        Type.Object(
          {
            integration: Nullable(Type.String({ description: 'Null: every integration that has none of its own.' })),
            has_former: Type.Boolean({ description: 'The one before it is valid, too.' }),
          },
          CLOSED,
        ),
      ),
      mentions: Type.Array(BotMentionSchema, { description: 'Whom names mean that tools give people.' }),
    },
    CLOSED,
  ),
  errors: [...REFUSALS, NO_DELIVERIES],
});

export const setWebhookSecret = defineEndpoint({
  ...OF_BOTS,
  method: 'PUT',
  path: 'bots/{bot_id}/webhook_secrets/{integration}',
  summary: 'Set the secret of an integration',
  description:
    'Deliveries of the integration must be signed with it from then on, or with the one before it, until that is ended. Other integrations of the bot then need secrets of their own.',
  subject: 'rpc.users.v1.webhook-settings.set-secret',
  idempotent: false,
  params: {
    bot_id,
    integration: text({ doc: 'Name of the integration.' }),
    secret: text({ minLength: 1, maxLength: 1_000, doc: 'The secret, as the tool has it.' }),
    keeps_former: boolean({ default: true, doc: 'Whether the one before it stays valid, until it is ended.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    ...REFUSALS,
    NO_DELIVERIES,
    NO_INTEGRATION,
    { code: 'BAD_REQUEST', msg: 'This tool signs nothing: a secret would keep all of its deliveries out.' },
  ],
});

export const removeWebhookSecret = defineEndpoint({
  ...OF_BOTS,
  method: 'DELETE',
  path: 'bots/{bot_id}/webhook_secrets/{integration}',
  summary: 'Remove the secrets of an integration',
  subject: 'rpc.users.v1.webhook-settings.remove-secret',
  idempotent: true,
  params: {
    bot_id,
    integration: text({ doc: 'Name of the integration.' }),
    former_only: boolean({ default: false, doc: 'Only the one before the one in use ends.' }),
  },
  response: EmptyResponseSchema,
  errors: [...REFUSALS, NO_DELIVERIES],
});

export const setBotMentions = defineEndpoint({
  ...OF_BOTS,
  method: 'PUT',
  path: 'bots/{bot_id}/mentions',
  summary: 'Set whom an incoming webhook bot mentions',
  description:
    'Where a tool gives somebody something to do, whom one of these names means is mentioned. What people have done themselves names them silently.',
  subject: 'rpc.users.v1.webhook-settings.set-mentions',
  idempotent: true,
  params: {
    bot_id,
    mentions: json(Type.Array(BotMentionSchema, { maxItems: MOST_BOT_MENTIONS }), {
      doc: 'All of them: what is not in the list ends.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [
    ...REFUSALS,
    NO_DELIVERIES,
    { code: 'BAD_REQUEST', msg: 'No such user' },
    { code: 'BAD_REQUEST', msg: "The name 'ada' is there twice." },
  ],
});

/** A token outlives the session (identity.md 9); whoever has a key gets it with the bot. */
export const showServiceToken = defineEndpoint({
  ...OF_BOTS,
  surface: 'session',
  method: 'POST',
  path: 'bots/{bot_id}/service_token',
  summary: 'Show the token of an outgoing webhook bot in a browser that is signed in',
  description: 'The password is asked for once more, as at `POST /json/fetch_api_key`.',
  params: { bot_id, password: text({ default: '', doc: 'Password of the account.' }) },
  response: Type.Object({ token: Type.String() }, CLOSED),
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'This bot has no token.' },
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    CROSS_SITE,
  ],
});

export const readServiceToken = defineRpc({
  subject: 'rpc.users.v1.bots.read-service-token',
  request: Type.Object({ bot_id: Type.Integer(), password: Type.String(), ...ASKING_SESSION }),
  response: showServiceToken.response,
  auth: 'user',
  idempotent: true,
});
