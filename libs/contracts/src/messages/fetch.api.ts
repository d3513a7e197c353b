import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, integers, text } from '@stoa/http-params';
import { FetchedMessageSchema } from '../events/message.event';
import { defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { RpcRequest, defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { INVALID_MESSAGE } from './documented-errors';

const SPECTATED = 'Without credentials: what is open to the web, where the organization allows it.';

/** Where somebody without account reads; absent for everybody else (messages.md 8, "Spectators"). */
const SpectatorSchema = Type.Object({ realmId: Type.Integer(), realmHost: Type.String() });
export type Spectator = Static<typeof SpectatorSchema>;
const BySpectator = { spectator: Type.Optional(SpectatorSchema) };

const apply_markdown = boolean({ default: true, doc: 'HTML instead of markup.' });
const allow_empty_topic_name = boolean({ default: false, doc: 'The client knows the empty topic.' });

const range = {
  anchor: text({ optional: true, doc: '`newest`, `oldest`, `first_unread`, `date` or a message ID.' }),
  anchor_date: text({
    optional: true,
    doc: 'Date or time of ISO 8601, in UTC unless it has an offset: the anchor `date` is the first message sent then or later.',
  }),
  include_anchor: boolean({ default: true, doc: 'Whether the message at the anchor is included.' }),
  num_before: integer({ default: 0, min: 0, doc: 'Messages before the anchor.' }),
  num_after: integer({ default: 0, min: 0, doc: 'Messages after the anchor.' }),
  narrow: text({ optional: true, doc: 'JSON list of narrow terms; nothing is filtered without.' }),
  message_ids: integers({ optional: true, doc: 'Exactly these messages, instead of a range.' }),
  client_gravatar: boolean({ default: true, doc: 'The client computes the addresses of gravatars.' }),
  apply_markdown,
  use_first_unread_anchor: boolean({
    default: false,
    deprecated: true,
    doc: 'Overrides the anchor with `first_unread`.',
  }),
  allow_empty_topic_name,
};

const FetchedMessagesSchema = Type.Object(
  {
    messages: Type.Array(FetchedMessageSchema),
    anchor: Type.Optional(Type.Integer()),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    history_limited: Type.Boolean(),
  },
  CLOSED,
);

/** messages.md 8 */
export const getMessages = defineEndpoint({
  method: 'GET',
  path: 'messages',
  tag: 'Messages',
  summary: 'Get messages',
  description: SPECTATED,
  auth: 'optional',
  params: range,
  response: FetchedMessagesSchema,
  errors: [
    { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'anchor_date' argument" },
    { code: 'BAD_REQUEST', msg: 'Invalid anchor_date' },
    { code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator nonexistent' },
  ],
});

/** The work of {@link getMessages}. */
export const fetchMessages = defineRpc({
  subject: 'rpc.messages.v1.messages.fetch',
  auth: 'optional',
  request: requestWith(range, BySpectator),
  response: FetchedMessagesSchema,
  timeoutMs: 20_000,
  idempotent: true,
});
export type FetchMessagesRequest = RpcRequest<typeof fetchMessages>;

const oneMessage = { message_id: integer({ doc: 'The message.' }), apply_markdown, allow_empty_topic_name };
const OneMessageSchema = Type.Object({ message: FetchedMessageSchema, raw_content: Type.String() }, CLOSED);

/** messages.md 4 */
export const getMessage = defineEndpoint({
  method: 'GET',
  path: 'messages/{message_id}',
  tag: 'Messages',
  summary: 'Get one message',
  description: SPECTATED,
  auth: 'optional',
  params: oneMessage,
  response: OneMessageSchema,
  errors: [INVALID_MESSAGE],
});

/** The work of {@link getMessage}. */
export const fetchMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.fetch-one',
  auth: 'optional',
  request: requestWith(oneMessage, BySpectator),
  response: OneMessageSchema,
  idempotent: true,
});

/** messages.md 8 */
export const matchesNarrow = defineEndpoint({
  method: 'GET',
  path: 'messages/matches_narrow',
  tag: 'Messages',
  summary: 'Check which messages match a narrow',
  auth: 'user',
  subject: 'rpc.messages.v1.messages.matches-narrow',
  timeoutMs: 20_000,
  params: {
    msg_ids: integers({ doc: 'The messages to look at.' }),
    narrow: text({ doc: 'JSON list of narrow terms.' }),
  },
  response: Type.Object(
    {
      messages: Type.Record(
        Type.String(),
        Type.Object({ match_content: Type.String(), match_subject: Type.String() }, CLOSED),
      ),
    },
    CLOSED,
  ),
  errors: [{ code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator with' }],
});

/** messages.md 21 */
export const getTopicSummary = defineEndpoint({
  method: 'GET',
  path: 'messages/summary',
  tag: 'Messages',
  summary: 'Summarise a conversation',
  description: 'This service has no language model: it refuses every request, as a server without one does.',
  auth: 'user',
  isUnavailable: true,
  params: { narrow: text({ doc: 'JSON list of narrow terms: the conversation.' }) },
  response: Type.Object({ summary: Type.String({ description: 'HTML.' }) }, CLOSED),
  errors: [{ code: 'BAD_REQUEST', msg: 'AI features are not enabled on this server.' }],
});
