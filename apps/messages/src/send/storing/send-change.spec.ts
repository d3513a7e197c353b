import { encodeAudience } from '@stoa/contracts/changes';
import { ChangeEvent } from '@stoa/contracts/events';
import { SendChangeInput, UnsentMessage, sendChange } from './send-change';

const message: UnsentMessage = {
  sender_id: 1,
  sender_email: 'ada@chat.example',
  sender_full_name: 'Ada',
  sender_realm_str: '',
  avatar_url: '',
  client: 'test',
  content: '@MESSAGE_ID@',
  rendered_content: '<p>"@MESSAGE_ID@"</p>',
  recipient_id: 2,
  type: 'stream',
  stream_id: 3,
  display_recipient: 'general',
  subject: '@SENT_AT@',
  topic_links: [],
  is_me_message: false,
  reactions: [],
  submessages: [],
};
const input: SendChangeInput = {
  realmId: 1,
  message,
  audience: encodeAudience([1]),
  isPublicChannel: true,
  flags: [],
  hints: { gravatar: false },
  localEcho: undefined,
  policyChanges: [{ userId: 1, policy: 3, mutedTopics: [] }],
  widget: { submessageId: 5, content: '{}' },
  attachmentOwnerIds: [],
};

describe('the change of a send', () => {
  it('has numbers where message_write puts them, and leaves texts that look like their places alone', () => {
    const written = sendChange(input).body.replaceAll('"@MESSAGE_ID@"', '77').replaceAll('"@SENT_AT@"', '1000');
    const { events }: { events: ChangeEvent['body'][] } = JSON.parse(written);
    const [muted, topic, sent] = events.map(({ event }) => event);
    expect(muted).toMatchObject({ type: 'muted_topics' });
    expect(topic).toMatchObject({ topic_name: '@SENT_AT@', last_updated: 1000 });
    expect(sent?.message).toEqual({
      ...message,
      id: 77,
      timestamp: 1000,
      submessages: [{ id: 5, message_id: 77, sender_id: 1, msg_type: 'widget', content: '{}' }],
    });
  });
});
