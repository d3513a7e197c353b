import { Type } from '@sinclair/typebox';
import { boolean, integer, json, text, texts } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { QueueNarrowSchema } from './queue-narrow';

const TAG = 'Real-time events';
const BAD_QUEUE: DocumentedError = {
  code: 'BAD_EVENT_QUEUE_ID',
  msg: 'Bad event queue ID: fb67bf8a-c031-47cc-84cf-ed80accacda8',
};

const PollResponseSchema = Type.Object({
  idle_queue_timeout_secs: Type.Optional(
    Type.Integer({ description: 'Registering: seconds that the queue lives without a poll.' }),
  ),
  events: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: true })),
  queue_id: Type.String(),
});

const capability = boolean({ default: false, doc: 'Registering: client capability.' });

/** realtime.md 3; everything but the first three parameters is for registering without a queue (3.5). */
export const pollEvents = defineEndpoint({
  method: 'GET',
  path: 'events',
  tag: TAG,
  summary: 'Get events from an event queue',
  description:
    'Answers at once if the queue has events that were not acknowledged; else holds the request until there is one, ' +
    'or until a heartbeat after 45 to 55 seconds.',
  auth: 'user',
  isPoll: true,
  eventStream:
    'Events as they come, in one answer that goes on. `data` is an event of the queue as JSON, `id` its ID; ' +
    'the header `Last-Event-ID` of the next request acknowledges it as `last_event_id` does. Heartbeats have the name ' +
    '`heartbeat` and no ID. The service ends the stream now and then, so that the client acknowledges: it asks again.',
  params: {
    queue_id: text({ optional: true, doc: 'The queue, from `POST /register`.' }),
    last_event_id: integer({
      optional: true,
      doc: 'The highest event ID received so far; acknowledges it and everything before. -1 at first.',
    }),
    dont_block: boolean({
      default: false,
      doc: 'Answer at once, possibly without events. Without `queue_id`: register a queue instead.',
    }),
    apply_markdown: boolean({ default: false, doc: 'Registering: HTML instead of markup.' }),
    client_gravatar: boolean({ default: false, doc: 'Registering: the client computes gravatar addresses.' }),
    slim_presence: boolean({ default: false, doc: 'Registering: presence events without email.' }),
    all_public_streams: boolean({ default: false, doc: 'Registering: messages of every public channel.' }),
    event_types: texts({
      optional: true,
      nullMeansAbsent: true,
      doc: 'Registering: types of events to get; all without.',
    }),
    narrow: json(QueueNarrowSchema, {
      optional: true,
      nullMeansAbsent: true,
      doc: 'Registering: pairs of operator and operand that messages must match.',
    }),
    lifespan_secs: integer({
      default: 0,
      min: 0,
      doc: 'Registering: an older name of `idle_queue_timeout`; 0 = default.',
    }),
    idle_queue_timeout: json(Type.Union([Type.Integer(), Type.Literal('mobile')]), {
      optional: true,
      nullMeansAbsent: true,
      doc: 'Registering: seconds that the queue lives without a poll, or `"mobile"`.',
    }),
    bulk_message_deletion: capability,
    stream_typing_notifications: capability,
    user_settings_object: capability,
    linkifier_url_template: capability,
    user_list_incomplete: capability,
    include_deactivated_groups: capability,
    archived_channels: capability,
    empty_topic_name: capability,
    simplified_presence_events: capability,
    individual_emoji_changes: capability,
  },
  response: PollResponseSchema,
  errors: [
    BAD_QUEUE,
    { code: 'BAD_REQUEST', msg: "Missing 'queue_id' argument" },
    { code: 'BAD_REQUEST', msg: "Missing 'last_event_id' argument" },
    { code: 'BAD_REQUEST', msg: 'An event newer than 7 has already been pruned!' },
    { code: 'BAD_REQUEST', msg: 'Event 7 was not in this queue' },
    { code: 'BAD_REQUEST', msg: 'User not authorized for this query' },
  ],
});

/** realtime.md 4. */
export const deleteQueue = defineEndpoint({
  method: 'DELETE',
  path: 'events',
  tag: TAG,
  summary: 'Delete an event queue',
  auth: 'user',
  params: { queue_id: text({ doc: 'The queue, from `POST /register`.' }) },
  response: Type.Object({}),
  errors: [BAD_QUEUE],
});
