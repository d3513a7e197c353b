import { Static, Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';

/** How a call ended. */
export const BOT_CALL_OUTCOMES = ['replied', 'silent', 'will_retry', 'failed'] as const;

const BotCallSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Newer calls have larger ones.' }),
    delivery_id: Type.String({ description: 'The UUID in `X-Stoa-Delivery`, the same for each attempt.' }),
    message_id: Nullable(Type.Integer({ description: 'The message that the call is about; null for a test.' })),
    trigger: Type.String({ description: '`mention` or `direct_message`.' }),
    attempt: Type.Integer({ description: 'From 1 on.' }),
    outcome: Type.Union(
      BOT_CALL_OUTCOMES.map((outcome) => Type.Literal(outcome)),
      {
        description:
          '`replied`: the bot says what was answered; `silent`: a success with nothing to say; `will_retry` and `failed`: no success.',
      },
    ),
    url: Type.String({
      description: 'Without passwords and the values of parameters; `embedded:NAME` for embedded bots.',
    }),
    started_at: Type.Integer({ description: 'UNIX time.' }),
    duration_ms: Type.Integer({ description: 'Until the end of the answer.' }),
    status: Nullable(Type.Integer({ description: 'HTTP status, 200 for embedded bots; null if there was no answer.' })),
    failure: Nullable(Type.String({ description: 'Why it was no success.' })),
    request_body: Nullable(
      Type.String({
        description:
          "The beginning of what was sent, without the bot's token. Only the bot's owner gets it; null for others, and if nothing was sent.",
      }),
    ),
    answer_body: Nullable(Type.String({ description: 'The beginning of what was answered, for the owner as well.' })),
  },
  CLOSED,
);
export type BotCall = Static<typeof BotCallSchema>;

const bot_id = integer({ doc: 'ID of the bot.' });
const REFUSALS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'No such bot' },
  { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
];

export const listBotCalls = defineEndpoint({
  method: 'GET',
  path: 'bots/{bot_id}/deliveries',
  tag: 'Bots',
  summary: "List the calls of a bot's service",
  description:
    'The newest calls of an outgoing webhook bot or an embedded bot, the newest first, for its owner and administrators. Some days are remembered, and at most 100 calls of a bot.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.bot-calls.list',
  params: {
    bot_id,
    before: integer({ optional: true, min: 1, doc: 'Only calls with smaller IDs.' }),
    limit: integer({ default: 20, min: 1, max: 100, doc: 'Calls at most.' }),
  },
  response: Type.Object(
    {
      deliveries: Type.Array(BotCallSchema),
      failures: Type.Integer({ description: 'Failed attempts since the last success.' }),
      paused_until: Nullable(
        Type.Integer({ description: 'UNIX time until which the service is not called; null if it is.' }),
      ),
    },
    CLOSED,
  ),
  errors: REFUSALS,
});

export const testBot = defineEndpoint({
  method: 'POST',
  path: 'bots/{bot_id}/test',
  tag: 'Bots',
  summary: "Call a bot's service for a test",
  description:
    'Calls the service of an outgoing webhook bot at once, with a made-up message of the caller and the header `X-Stoa-Test: true`, or asks an embedded bot. Nobody hears of the answer but the caller. A success ends a pause that failures caused.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.bot-calls.test',
  timeoutMs: 20_000,
  idempotent: false,
  params: {
    bot_id,
    content: text({ default: 'Test', minLength: 1, maxLength: 10_000, doc: 'What the made-up message says.' }),
  },
  response: Type.Object({ delivery: BotCallSchema }, CLOSED),
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'Bot is deactivated' },
    { code: 'BAD_REQUEST', msg: 'This bot has no service that could be called.' },
  ],
});
