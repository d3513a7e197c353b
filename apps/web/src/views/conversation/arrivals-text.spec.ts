import { messageFrom } from '../../store/message';
import { snapshotState } from '../../store/snapshot';
import { ME, aUser, anAnswer } from '../../test-support/answer';
import { arrivalsText } from './arrivals-text';

const base = {
  ...{ sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null, client: 't' },
  ...{ content_type: 'text/html' as const, recipient_id: 1, topic_links: [], is_me_message: false },
  ...{ reactions: [], submessages: [], flags: [], timestamp: 1 },
};
const inTopic = (id: number, sender_id: number, subject: string) =>
  messageFrom(
    { ...base, id, sender_id, type: 'stream', stream_id: 5, subject, display_recipient: 'x', content: `text ${id}` },
    { ownId: ME, flags: [] },
  );
const state = snapshotState(
  anAnswer({
    realm_users: [aUser(ME), aUser(20, { full_name: 'Bo' }), aUser(30)],
    realm_empty_topic_display_name: 'general chat',
    muted_users: [{ id: 30, timestamp: 1 }],
  }),
);
const plain = (html: string, longest: number): string => html.slice(0, longest);

describe('what is said of messages that arrive', () => {
  it('names sender and topic before the text, one message after the other', () => {
    const text = arrivalsText(state, [inTopic(1, 20, '✔ logo'), inTopic(2, 20, '')], plain);
    expect(text.split('\n')).toEqual(['Bo in logo: text 1', 'Bo in general chat: text 2']);
  });

  it('says of an own message that it was sent, and nothing of muted people', () => {
    expect(arrivalsText(state, [inTopic(1, ME, 'logo')], plain)).toBe('Sent');
    expect(arrivalsText(state, [inTopic(1, 30, 'logo')], plain)).toBe('');
  });

  it('says of a direct message who it is from', () => {
    const display_recipient = [{ id: 20, email: '', full_name: '', is_mirror_dummy: false }];
    const direct = messageFrom(
      { ...base, id: 3, sender_id: 20, type: 'private', subject: '', display_recipient, content: 'x'.repeat(300) },
      { ownId: ME, flags: [] },
    );
    expect(arrivalsText(state, [direct], plain)).toBe(`Bo: ${'x'.repeat(200)}`);
  });
});
