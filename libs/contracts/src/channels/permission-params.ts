import type { TSchema } from '@sinclair/typebox';
import { json } from '@stoa/http-params';

/** The permission settings of a channel as parameters (channels.md 4), each a value of the given shape. */
export function permissionParams<S extends TSchema>(schema: S) {
  const setting = (doc: string) => json(schema, { optional: true, doc });
  return {
    can_add_subscribers_group: setting('Who may add subscribers.'),
    can_administer_channel_group: setting('Who may change settings.'),
    can_create_topic_group: setting('Who may begin topics; everyone where history is protected.'),
    can_delete_any_message_group: setting('Who may delete any message.'),
    can_delete_own_message_group: setting('Who may delete own messages.'),
    can_move_messages_out_of_channel_group: setting('Who may move messages to other channels.'),
    can_move_messages_within_channel_group: setting('Who may move messages between topics.'),
    can_remove_subscribers_group: setting('Who may unsubscribe others.'),
    can_resolve_topics_group: setting('Who may resolve topics.'),
    can_send_message_group: setting('Who may post.'),
    can_subscribe_group: setting('Who may subscribe to a private channel.'),
  };
}
