import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, json, oneOf, texts } from '@stoa/http-params';
import { QueueNarrowSchema } from '../queues/queue-narrow';
import { defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { RpcRequest, defineRpc } from '../rpc/define-rpc';
import { FRAGMENT_FIELDS } from './fragment-fields';
import { RegisterResponseSchema } from './register-response.schema';

/** Client capabilities (realtime.md 1.3); what a client does not name is false. */
export const ClientCapabilitiesSchema = Type.Object({
  notification_settings_null: Type.Boolean(),
  bulk_message_deletion: Type.Boolean(),
  user_avatar_url_field_optional: Type.Boolean(),
  stream_typing_notifications: Type.Boolean(),
  user_settings_object: Type.Boolean(),
  linkifier_url_template: Type.Boolean(),
  user_list_incomplete: Type.Boolean(),
  include_deactivated_groups: Type.Boolean(),
  archived_channels: Type.Boolean(),
  empty_topic_name: Type.Boolean(),
  simplified_presence_events: Type.Boolean(),
  /** Gateways of the last release do not send it. */
  individual_emoji_changes: Type.Optional(Type.Boolean()),
});
export type ClientCapabilities = Static<typeof ClientCapabilitiesSchema>;

/** Of a client that knows everything that there is. */
export const ALL_CAPABILITIES: ClientCapabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
};

export const NO_CAPABILITIES: ClientCapabilities = {
  notification_settings_null: false,
  bulk_message_deletion: false,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: false,
  user_settings_object: false,
  linkifier_url_template: false,
  user_list_incomplete: false,
  include_deactivated_groups: false,
  archived_channels: false,
  empty_topic_name: false,
  simplified_presence_events: false,
  individual_emoji_changes: false,
};

/** Parameters that the service gets as they were sent (realtime.md 1.1). */
const passedOn = {
  include_subscribers: oneOf(['true', 'false', 'partial'], {
    text: 'short',
    default: 'false',
    doc: 'Whether each channel lists its subscribers; `partial` shortens the lists of large channels.',
  }),
  slim_presence: boolean({ default: false, doc: 'Presences by user ID, in the modern format.' }),
  presence_history_limit_days: integer({
    default: 14,
    doc: 'Age of the oldest presence, in days; 0 is no presence data.',
  }),
  event_types: texts({
    optional: true,
    nullMeansAbsent: true,
    doc: 'Types of events that the queue takes; all unless given.',
  }),
  fetch_event_types: texts({
    optional: true,
    nullMeansAbsent: true,
    doc: 'Parts of the state to return; those of `event_types` unless given.',
  }),
  all_public_streams: boolean({ optional: true, doc: 'Also messages of every public channel.' }),
};
const apply_markdown = boolean({ default: false, doc: 'Messages in events carry HTML instead of source.' });
const narrowed = {
  narrow: json(QueueNarrowSchema, {
    optional: true,
    nullMeansAbsent: true,
    doc: 'Which messages the queue takes: pairs of operator and operand, all of which must hold.',
  }),
  queue_lifespan_secs: integer({
    default: 0,
    doc: 'An older name of `idle_queue_timeout`, which wins; 0 is ten minutes.',
  }),
  idle_queue_timeout: json(Type.Union([Type.Integer(), Type.Literal('mobile')]), {
    optional: true,
    nullMeansAbsent: true,
    doc: 'Seconds that the queue lives without a poll, ten minutes to a week; `"mobile"` is twelve hours.',
  }),
};

/** realtime.md 1. */
export const registerQueue = defineEndpoint({
  method: 'POST',
  path: 'register',
  tag: 'Events',
  summary: 'Register an event queue and get the state',
  description: 'The answer is what the client needs to begin with; the queue delivers every change after it.',
  auth: 'optional',
  deadlineMs: 14_000,
  params: {
    apply_markdown,
    client_gravatar: boolean({
      optional: true,
      doc: 'Leave out avatars that the client can compute; true unless anonymous.',
    }),
    ...passedOn,
    client_capabilities: json(Type.Partial(ClientCapabilitiesSchema), {
      optional: true,
      doc: 'What the client can do; unknown names are ignored.',
    }),
    ...narrowed,
  },
  response: RegisterResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'User not authorized for this query' },
    { code: 'BAD_REQUEST', msg: 'Operator near not supported.' },
    { code: 'BAD_REQUEST', msg: 'Operand followed not supported.' },
    { code: 'BAD_REQUEST', msg: "Invalid 'client_gravatar' parameter for anonymous request" },
    { code: 'BAD_REQUEST', msg: "Invalid 'include_subscribers' parameter for anonymous request" },
    { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
    { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
  ],
});

/**
 * The work of a registration, with what the caller knows of the client. The answer is fragmented; its text is the JSON
 * object of RegisterResponseSchema, without the envelope's fields.
 */
export const register = defineRpc({
  subject: 'rpc.users.v1.register.register',
  request: requestWith(
    { apply_markdown, ...passedOn, ...narrowed },
    {
      realm_id: Type.Integer(),
      client_gravatar: Type.Boolean(),
      client_capabilities: ClientCapabilitiesSchema,
      /** A session of a browser asks: gateways of the release before do not say so. */
      is_browser: Type.Optional(Type.Boolean()),
      /** Profile fields of type pronouns are shown as short text (realtime.md 1.3). */
      without_pronouns: Type.Boolean(),
      ...FRAGMENT_FIELDS,
    },
  ),
  response: Type.Unknown(),
  auth: 'optional',
  timeoutMs: 14_000,
  // A queue that nobody knows of is collected.
  idempotent: true,
  repeatAfterMs: 4_000,
});
/** Without `fetch_event_types`: everything; without `all_public_streams` or `narrow`: a bot's own default applies. */
export type RegisterRequest = RpcRequest<typeof register>;
