import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

const integers = Type.Array(Type.Integer());

/** `unread_msgs` (realtime.md 2.4). */
export const UnreadMessagesSchema = Type.Object(
  {
    count: Type.Integer(),
    pms: Type.Array(
      Type.Object({ other_user_id: Type.Integer(), sender_id: Type.Integer(), unread_message_ids: integers }, CLOSED),
    ),
    streams: Type.Array(
      Type.Object({ stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: integers }, CLOSED),
    ),
    huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: integers }, CLOSED)),
    mentions: integers,
    old_unreads_missing: Type.Boolean(),
  },
  CLOSED,
);
export type UnreadMessages = Static<typeof UnreadMessagesSchema>;

/** messages.md 16. */
export const DraftSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String(),
    to: integers,
    topic: Type.String(),
    content: Type.String(),
    timestamp: Type.Integer(),
  },
  CLOSED,
);

/** messages.md 17. */
export const ScheduledMessageSchema = Type.Object(
  {
    scheduled_message_id: Type.Integer(),
    type: Type.String(),
    to: Type.Union([Type.Integer(), integers]),
    topic: Type.Optional(Type.String()),
    content: Type.String(),
    rendered_content: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
    failed: Type.Boolean(),
  },
  CLOSED,
);

/** messages.md 18. */
export const ReminderSchema = Type.Object(
  {
    reminder_id: Type.Integer(),
    type: Type.Literal('private'),
    to: integers,
    content: Type.String(),
    rendered_content: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
    failed: Type.Boolean(),
    reminder_target_message_id: Type.Integer(),
  },
  CLOSED,
);

/** messages.md 19. */
export const SavedSnippetSchema = Type.Object(
  { id: Type.Integer(), title: Type.String(), content: Type.String(), date_created: Type.Integer() },
  CLOSED,
);

/** users.md 17. */
export const NavigationViewSchema = Type.Object(
  { fragment: Type.String(), is_pinned: Type.Boolean(), name: Nullable(Type.String()) },
  CLOSED,
);

/** users.md 14. */
export const OnboardingStepSchema = Type.Object({ type: Type.String(), name: Type.String() }, CLOSED);

/** channels.md 3.5. */
export const UserTopicSchema = Type.Object(
  {
    stream_id: Type.Integer(),
    topic_name: Type.String(),
    last_updated: Type.Integer(),
    visibility_policy: Type.Integer(),
  },
  CLOSED,
);

/** users.md 10: only what is set. */
export const UserStatusSchema = Type.Object(
  {
    away: Type.Optional(Type.Literal(true)),
    status_text: Type.Optional(Type.String()),
    emoji_name: Type.Optional(Type.String()),
    emoji_code: Type.Optional(Type.String()),
    reaction_type: Type.Optional(Type.String()),
  },
  CLOSED,
);

/** push.md 4, by push account id. */
export const PushDeviceSchema = Type.Object(
  {
    status: Type.Union([Type.Literal('active'), Type.Literal('pending'), Type.Literal('failed')]),
    error_code: Nullable(Type.String()),
  },
  CLOSED,
);

/** push.md 3.3, by device id. Token ids are base64 of 8 bytes. */
export const DeviceSchema = Type.Object(
  {
    push_key_id: Nullable(Type.Integer()),
    push_token_id: Nullable(Type.String()),
    pending_push_token_id: Nullable(Type.String()),
    push_token_last_updated_timestamp: Nullable(Type.Integer()),
    push_registration_error_code: Nullable(Type.String()),
  },
  CLOSED,
);
