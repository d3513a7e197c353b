import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, json, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What became of a delivery. */
export const DELIVERY_OUTCOMES = ['posted', 'filtered', 'nothing', 'unsupported', 'refused', 'failed'] as const;

/** Characters of what tools say, and of a body that is remembered; names of events. What is beyond is not remembered. */
export const LONGEST_DELIVERY_TEXT = 500;
export const LONGEST_DELIVERY_BODY = 65_536;
export const MOST_DELIVERY_EVENTS = 100;

const Outcome = Type.Union(
  DELIVERY_OUTCOMES.map((outcome) => Type.Literal(outcome)),
  {
    description:
      '`posted`: it gave messages; `filtered`: parameters of the address kept it out; `nothing`: it is not worth a message; `unsupported`: the integration does not know the event; `refused`: see `failure`; `failed`: a fault of the service, the tool may repeat it.',
  },
);

const facts = {
  integration: Type.String(),
  delivery_id: Nullable(Type.String({ maxLength: LONGEST_DELIVERY_TEXT, description: 'What the tool calls it.' })),
  duration_ms: Type.Integer(),
  outcome: Outcome,
  status: Type.Integer({ description: 'HTTP status that the tool got.' }),
  failure: Nullable(Type.String({ maxLength: LONGEST_DELIVERY_TEXT, description: 'Why it gave no messages.' })),
  events: Type.Array(Type.String({ maxLength: LONGEST_DELIVERY_TEXT }), {
    maxItems: MOST_DELIVERY_EVENTS,
    description: 'Names of its events, as filters know them.',
  }),
  filtered_by: Type.Array(Type.String(), { description: 'Parameters of the address that kept something out.' }),
  message_ids: Type.Array(Type.Integer()),
};

const Texts = Type.Record(Type.String(), Type.String());
const IsSigned = Nullable(
  Type.Boolean({ description: 'Whether the bot had a secret and the signature was right; null: it is not known.' }),
);

const IncomingDeliverySchema = Type.Object(
  {
    id: Type.Integer({ description: 'Newer deliveries have larger ones.' }),
    received_at: Type.Integer({ description: 'UNIX time.' }),
    ...facts,
    is_signed: IsSigned,
    replay_of: Nullable(Type.Integer({ description: 'The delivery that was taken again; null: a tool delivered it.' })),
    headers: Nullable(
      Type.Record(Type.String(), Type.String(), {
        description: 'Without credentials and signatures. Null: as the body.',
      }),
    ),
    body: Nullable(
      Type.String({
        description:
          "The beginning of its body. Only the bot's owner gets it; null for others, and where bodies are not recorded.",
      }),
    ),
    can_replay: Type.Boolean({ description: 'Whether it is there as a whole, for the caller to have it taken again.' }),
  },
  CLOSED,
);
export type IncomingDelivery = Static<typeof IncomingDeliverySchema>;

/** Remembers what became of a delivery for the owner of its bot, who is the actor. */
export const noteIncomingDelivery = defineRpc({
  subject: 'rpc.messages.v1.incoming-deliveries.note',
  request: Type.Object(
    {
      received_at_ms: Type.Integer({ description: 'Milliseconds since 1970.' }),
      ...facts,
      body: Type.String({ maxLength: LONGEST_DELIVERY_BODY }),
      head: Type.Object(
        {
          headers: Texts,
          query: Texts,
          is_whole: Type.Boolean({ description: 'Body and query are all of what the tool sent, with nothing hidden.' }),
        },
        CLOSED,
      ),
      is_signed: IsSigned,
      replay_of: Type.Optional(Type.Integer()),
      code: Type.Optional(Type.String({ description: 'Of the error that the tool got.' })),
    },
    CLOSED,
  ),
  response: Type.Object(
    { id: Type.Optional(Type.Integer({ description: 'Of a replay that is remembered.' })) },
    CLOSED,
  ),
  auth: 'user',
  timeoutMs: 2_000,
  idempotent: false,
});

/** A delivery as it was taken, for the owner of its bot to have it taken again. The bot is whose delivery it becomes. */
export const readIncomingDelivery = defineRpc({
  subject: 'rpc.messages.v1.incoming-deliveries.read',
  request: Type.Object({ bot_id: Type.Integer(), id: Type.Integer() }, CLOSED),
  response: Type.Object(
    {
      bot: Type.Object(
        {
          role: Type.Integer(),
          email: Type.String(),
          delivery_email: Type.String(),
          full_name: Type.String(),
          can_forge_sender: Type.Boolean(),
        },
        CLOSED,
      ),
      integration: Type.String(),
      is_signed: IsSigned,
      headers: Texts,
      query: Texts,
      body: Type.String(),
    },
    CLOSED,
  ),
  auth: 'user',
  idempotent: true,
});

const bot_id = integer({ doc: 'ID of the bot.' });
const REFUSALS: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'No such bot' },
  { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
];

export const listIncomingDeliveries = defineEndpoint({
  method: 'GET',
  path: 'bots/{bot_id}/incoming_deliveries',
  tag: 'Bots',
  summary: 'List what other tools have delivered to a bot',
  description:
    'The newest deliveries at `/api/v1/external`, the newest first, for the owner of the bot and administrators. Some days are remembered, and at most 100 deliveries of a bot. Deliveries with a wrong key belong to no bot.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.incoming-deliveries.list',
  params: {
    bot_id,
    before: integer({ optional: true, min: 1, doc: 'Only deliveries with smaller IDs.' }),
    limit: integer({ default: 20, min: 1, max: 100, doc: 'Deliveries at most.' }),
  },
  response: Type.Object(
    {
      deliveries: Type.Array(IncomingDeliverySchema),
      health: Type.Array(
        Type.Object(
          {
            integration: Type.String(),
            failures: Type.Integer({ description: 'Refused and failed deliveries since the last success.' }),
            last_success_at: Nullable(
              Type.Integer({ description: 'UNIX time of the last delivery that was posted or left out on purpose.' }),
            ),
          },
          CLOSED,
        ),
        { description: 'How the deliveries of each tool fare, replays apart.' },
      ),
      records_bodies: Type.Boolean({ description: 'Whether headers and bodies are recorded.' }),
    },
    CLOSED,
  ),
  errors: REFUSALS,
});

const ReplayedSchema = Type.Object(
  {
    id: Nullable(Type.Integer({ description: 'Of the new delivery; null if it could not be remembered.' })),
    ...facts,
  },
  CLOSED,
);
export type ReplayedDelivery = Static<typeof ReplayedSchema>;

export const replayDelivery = defineEndpoint({
  method: 'POST',
  path: 'bots/{bot_id}/deliveries/{id}/replay',
  tag: 'Bots',
  summary: 'Take a delivery of another tool again',
  description:
    'What a tool delivered goes the way of a delivery once more, with the settings that the bot has now, and posts what it becomes, also if it was posted before. For the owner of the bot. A delivery whose signature was wrong or not looked at is refused once the bot has a secret.',
  auth: 'user',
  guard: 'human-member',
  params: { bot_id, id: integer({ doc: 'ID of an incoming delivery.' }) },
  response: Type.Object(
    {
      delivery: ReplayedSchema,
    },
    CLOSED,
  ),
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'This bot takes no deliveries.' },
    { code: 'BAD_REQUEST', msg: 'Bot is deactivated' },
    { code: 'BAD_REQUEST', msg: 'No such delivery' },
    { code: 'BAD_REQUEST', msg: 'This delivery was not recorded as a whole.' },
  ],
});

export const changeDeliveryLog = defineEndpoint({
  method: 'PATCH',
  path: 'bots/{bot_id}/delivery_log',
  tag: 'Bots',
  summary: "Switch the recording of a bot's deliveries and calls",
  description:
    'Says whether headers and bodies of deliveries to the bot, and of calls of its service, are recorded. For its owner and administrators. Where it is switched off, those that are there are forgotten.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.delivery-log.change',
  idempotent: true,
  params: { bot_id, records_bodies: boolean({ doc: 'Whether headers and bodies are recorded.' }) },
  response: Type.Object({ records_bodies: Type.Boolean() }, CLOSED),
  errors: REFUSALS,
});

/** A dry run, unless a channel is named; no signature is looked at. */
export const tryIncomingDelivery = defineEndpoint({
  method: 'POST',
  path: 'bots/{bot_id}/try_delivery',
  tag: 'Bots',
  summary: 'Show what a delivery would become',
  description:
    'Reads an example of the integration, or a body of the caller, with the settings of the bot. Nothing is posted, unless the owner of the bot names a channel to see it there: then the bot posts up to ten messages.',
  auth: 'user',
  guard: 'human-member',
  subject: 'rpc.messages.v1.incoming-deliveries.try',
  params: {
    bot_id,
    integration: text({ doc: 'Name of the integration.' }),
    event: text({ optional: true, doc: 'Value of the header that names the event; that of the example unless given.' }),
    stream_id: integer({ optional: true, doc: 'Channel to which the bot posts what it becomes.' }),
    topic: text({ optional: true, doc: 'Replaces the topic, as the parameter of an address does.' }),
    settings: json(Type.Record(Type.String(), Type.String()), {
      optional: true,
      doc: 'Settings in place of those of the bot, such as templates that are not stored yet.',
    }),
    body: text({ optional: true, maxLength: 100_000, doc: 'What the tool would send; an example unless given.' }),
  },
  response: Type.Object(
    {
      events: Type.Array(Type.String()),
      messages: Type.Array(Type.Object({ topic: Type.String(), content: Type.String() }, CLOSED)),
      message_ids: Type.Optional(Type.Array(Type.Integer(), { description: 'Of those that were posted.' })),
    },
    CLOSED,
  ),
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'This bot takes no deliveries.' },
    { code: 'BAD_REQUEST', msg: "Invalid integration 'unknown'." },
    { code: 'BAD_REQUEST', msg: 'Bot is deactivated' },
    { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel with ID '7' does not exist" },
    { code: 'INVALID_JSON', msg: 'Malformed JSON' },
    {
      code: 'ANOMALOUS_WEBHOOK_PAYLOAD',
      msg: 'Unable to parse request: Did Jira generate this event?',
    },
    {
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      msg: "The 'package' event isn't currently supported by the GitHub webhook; ignoring",
    },
  ],
});
