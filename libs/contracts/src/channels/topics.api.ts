import { Type } from '@sinclair/typebox';
import { boolean, integer, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

const LONGEST_TOPIC = 60;
const INVALID_CHANNEL: DocumentedError = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };

const TopicsSchema = Type.Object(
  {
    topics: Type.Array(
      Type.Object({ name: Type.String(), max_id: Type.Integer({ description: 'ID of its newest message.' }) }, CLOSED),
    ),
  },
  CLOSED,
);

/** People without an account see those of web-public channels (channels.md 11.2). */
export const listTopics = defineEndpoint({
  method: 'GET',
  path: 'users/me/{stream_id}/topics',
  tag: 'Channels',
  summary: "Get a channel's topics",
  auth: 'optional',
  params: {
    stream_id: integer({ doc: 'ID of the channel.' }),
    allow_empty_topic_name: boolean({
      default: false,
      doc: 'Whether the empty topic is listed as such instead of by its display name.',
    }),
  },
  response: TopicsSchema,
  errors: [INVALID_CHANNEL],
});

/** The work of {@link listTopics}. */
export const readTopics = defineRpc({
  subject: 'rpc.messages.v1.topics.list',
  auth: 'optional',
  request: Type.Object({
    stream_id: Type.Integer(),
    allow_empty_topic_name: Type.Boolean(),
    /** Of the organization whose web-public channel somebody without an account asks for; null with an account. */
    spectatedRealmId: Nullable(Type.Integer()),
  }),
  response: TopicsSchema,
  idempotent: true,
});

/** channels.md 11.4 */
export const setTopicPolicy = defineEndpoint({
  method: 'POST',
  path: 'user_topics',
  tag: 'Channels',
  summary: 'Mute, unmute or follow a topic',
  auth: 'user',
  subject: 'rpc.messages.v1.topics.set-policy',
  idempotent: true,
  params: {
    stream_id: integer({ doc: 'ID of the channel.' }),
    topic: text({
      strip: true,
      maxLength: LONGEST_TOPIC,
      alias: ['subject'],
      doc: 'The topic; it need not exist.',
    }),
    visibility_policy: oneOf([0, 1, 2, 3], { text: 'long', doc: '0 none, 1 muted, 2 unmuted, 3 followed.' }),
  },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL],
});

/** The channel by its ID or by its name (channels.md 11.5). */
export const muteTopic = defineEndpoint({
  method: 'PATCH',
  path: 'users/me/subscriptions/muted_topics',
  tag: 'Channels',
  summary: 'Mute a topic (deprecated)',
  auth: 'user',
  subject: 'rpc.messages.v1.topics.mute',
  idempotent: true,
  params: {
    stream_id: integer({ optional: true, doc: 'ID of the channel.' }),
    stream: text({ optional: true, doc: 'Name of the channel, instead of its ID.' }),
    topic: text({ strip: true, maxLength: LONGEST_TOPIC, alias: ['subject'], doc: 'The topic.' }),
    op: oneOf(['add', 'remove'], { text: 'short', doc: 'Whether to mute the topic or to forget about it.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_CHANNEL,
    { code: 'BAD_REQUEST', msg: "Invalid channel name 'nonexistent'" },
    { code: 'BAD_REQUEST', msg: 'Topic is not muted' },
    { code: 'BAD_REQUEST', msg: "Missing 'stream_id' argument" },
    { code: 'BAD_REQUEST', msg: 'Unsupported parameter combination: stream_id, stream' },
  ],
});
