import { Static, Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { EmptyResponseSchema } from '../rpc/empty-response';
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
          '`replied`: the bot says what was answered; `silent`: a success with nothing to say, or nothing that the bot has not said already; `will_retry` and `failed`: no success.',
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
    request_headers: Nullable(Type.Record(Type.String(), Type.String(), { description: 'Without the signature.' })),
    answer_headers: Nullable(Type.Record(Type.String(), Type.String(), { description: 'Without cookies.' })),
    resend_of: Nullable(
      Type.Integer({ description: 'The call whose request was sent again; null: it was made anew.' }),
    ),
    can_resend: Type.Boolean({
      description: 'Whether the request is there as a whole, for the caller to send it again.',
    }),
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
      last_success_at: Nullable(Type.Integer({ description: 'UNIX time of the last success.' })),
      records_bodies: Type.Boolean({ description: 'Whether headers and bodies are recorded.' }),
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

export const resendBotCall = defineEndpoint({
  method: 'POST',
  path: 'bots/{bot_id}/deliveries/{id}/resend',
  tag: 'Bots',
  summary: "Send a bot's service a request again",
  description:
    'The service of an outgoing webhook bot gets the same body once more, under the same `X-Stoa-Delivery`, signed anew, and as often as a request that fails for the first time. The bot says what is answered, unless the log knows that it has said an answer to this request before (a process that dies may leave that out); a failure stands in the list of calls only. For the owner of the bot.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.bot-calls.resend',
  idempotent: false,
  params: { bot_id, id: integer({ doc: 'ID of a call.' }) },
  response: EmptyResponseSchema,
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'Bot is deactivated' },
    { code: 'BAD_REQUEST', msg: 'This bot has no service that could be called.' },
    { code: 'BAD_REQUEST', msg: 'No such delivery' },
    { code: 'BAD_REQUEST', msg: 'This delivery was not recorded as a whole.' },
    { code: 'BAD_REQUEST', msg: 'This request waits to be sent already.' },
  ],
});
