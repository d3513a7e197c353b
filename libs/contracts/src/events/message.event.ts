import { Static, Type } from '@sinclair/typebox';

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

export const ReactionSchema = Type.Object(
  {
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.Union([
      Type.Literal('unicode_emoji'),
      Type.Literal('realm_emoji'),
      Type.Literal('zulip_extra_emoji'),
    ]),
    user_id: Type.Integer(),
  },
  { additionalProperties: false },
);

export const SubmessageSchema = Type.Object(
  {
    id: Type.Integer(),
    message_id: Type.Integer(),
    sender_id: Type.Integer(),
    msg_type: Type.String(),
    content: Type.String(),
  },
  { additionalProperties: false },
);

export const DirectRecipientSchema = Type.Object(
  { id: Type.Integer(), email: Type.String(), full_name: Type.String(), is_mirror_dummy: Type.Boolean() },
  { additionalProperties: false },
);

const messageProperties = {
  id: Type.Integer(),
  sender_id: Type.Integer(),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Nullable(Type.String()),
  client: Type.String(),
  content: Type.String(),
  content_type: Type.Union([Type.Literal('text/html'), Type.Literal('text/x-markdown')]),
  timestamp: Type.Integer(),
  recipient_id: Type.Integer(),
  type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
  stream_id: Type.Optional(Type.Integer()),
  display_recipient: Type.Union([Type.String(), Type.Array(DirectRecipientSchema)]),
  subject: Type.String(),
  topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() }, { additionalProperties: false })),
  is_me_message: Type.Boolean(),
  reactions: Type.Array(ReactionSchema),
  submessages: Type.Array(SubmessageSchema),
};

/** The `message` of a `message` event as a client sees it (messages.md 2). */
export const MessageSchema = Type.Object(messageProperties, { additionalProperties: false });
export type WireMessage = Static<typeof MessageSchema>;

/** An entry of `edit_history` (messages.md 5.6). */
const EditHistoryEntrySchema = Type.Object(
  {
    user_id: Type.Union([Type.Integer(), Type.Null()]),
    timestamp: Type.Integer(),
    prev_content: Type.Optional(Type.String()),
    prev_rendered_content: Type.Optional(Type.String()),
    prev_topic: Type.Optional(Type.String()),
    topic: Type.Optional(Type.String()),
    prev_stream: Type.Optional(Type.Integer()),
    stream: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** A message of `GET /messages` (messages.md 2, 8): flags inside, history and search matches where they apply. */
export const FetchedMessageSchema = Type.Object(
  {
    ...messageProperties,
    flags: Type.Array(Type.String()),
    last_edit_timestamp: Type.Optional(Type.Integer()),
    last_moved_timestamp: Type.Optional(Type.Integer()),
    edit_history: Type.Optional(Type.Array(EditHistoryEntrySchema)),
    match_content: Type.Optional(Type.String()),
    match_subject: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type FetchedMessage = Static<typeof FetchedMessageSchema>;

/**
 * The `message` of a `message` event inside a change: everything that any queue's form needs. `content` is the source;
 * libs/event-shape picks source or HTML, the avatar and the topic's display name, and hides an inaccessible sender.
 */
export interface CanonicalMessage {
  id: number;
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_realm_str: string;
  /** URL that is sent where the client does not compute gravatars itself. */
  avatar_url: string;
  client: string;
  content: string;
  rendered_content: string;
  timestamp: number;
  recipient_id: number;
  type: 'stream' | 'private';
  stream_id?: number;
  display_recipient: string | Static<typeof DirectRecipientSchema>[];
  subject: string;
  topic_links: { text: string; url: string }[];
  is_me_message: boolean;
  reactions: Static<typeof ReactionSchema>[];
  submessages: Static<typeof SubmessageSchema>[];
}

/** `hints` of a `message` event's body. */
export interface MessageEventHints {
  /** The sender's avatar is the hosted identicon and the sender's address is public: null with `client_gravatar`. */
  gravatar: boolean;
  /** Limited guests who cannot access the sender see a placeholder. */
  senderHiddenFrom?: number[];
  /** Notifies nobody outside of clients: welcome and onboarding messages (push.md 9, item 4). */
  withoutNotifications?: true;
}
