import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { KnownFragmentsSchema } from './known-fragments';

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
});
export type ClientCapabilities = Static<typeof ClientCapabilitiesSchema>;

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
};

const NullableStrings = Type.Union([Type.Array(Type.String()), Type.Null()]);

/** `POST /register` (realtime.md 1): decoded and checked by the gateway; spectators' contexts have no actor. */
export const RegisterRequestSchema = Type.Object({
  realmId: Type.Integer(),
  applyMarkdown: Type.Boolean(),
  clientGravatar: Type.Boolean(),
  includeSubscribers: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('partial')]),
  slimPresence: Type.Boolean(),
  presenceHistoryLimitDays: Type.Integer(),
  /** Null: all. */
  eventTypes: NullableStrings,
  /** Null: everything. */
  fetchEventTypes: NullableStrings,
  /** Null: not given; a bot's own default applies. */
  allPublicStreams: Type.Union([Type.Boolean(), Type.Null()]),
  capabilities: ClientCapabilitiesSchema,
  /** Null: not given; a bot's own default applies. */
  narrow: Type.Union([Type.Array(Type.Tuple([Type.String(), Type.String()])), Type.Null()]),
  /** Seconds that the queue may live without a poll; 0 is the default life. */
  queueLifespanSeconds: Type.Integer(),
  /** Profile fields of type pronouns are shown as short text (realtime.md 1.3). */
  withoutPronouns: Type.Boolean(),
  known: KnownFragmentsSchema,
});
export type RegisterRequest = Static<typeof RegisterRequestSchema>;

/** Answers a rope whose text is the JSON object of RegisterResponseSchema, without the envelope's fields. */
export const register = defineRpc({
  subject: 'rpc.users.v1.register.register',
  request: RegisterRequestSchema,
  response: Type.Unknown(),
  timeoutMs: 14_000,
  idempotent: false,
});
