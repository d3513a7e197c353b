import type { CanonicalMessage } from '../events/message.event';

/** The message of a `message` event in a change, complete; for tests that care about some of its fields. */
export function storedMessage(changes: Partial<CanonicalMessage> = {}): CanonicalMessage {
  return {
    id: 1,
    sender_id: 10,
    sender_email: 'ada@chat.example',
    sender_full_name: 'Ada',
    sender_realm_str: '',
    avatar_url: 'https://avatars.example/ada',
    client: 'website',
    content: 'hi',
    rendered_content: '<p>hi</p>',
    timestamp: 1_700_000_000,
    recipient_id: 3,
    type: 'stream',
    stream_id: 3,
    display_recipient: 'General',
    subject: 'Plans',
    topic_links: [],
    is_me_message: false,
    reactions: [],
    submessages: [],
    ...changes,
  };
}
