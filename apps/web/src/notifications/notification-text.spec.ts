import { directKey } from '../store/conversation';
import type { Message } from '../store/message';
import { snapshotState } from '../store/snapshot';
import { ME, aSubscription, aUser, anAnswer } from '../test-support/answer';
import { bodyOf, tagOf, titleOf } from './notification-text';

const BO = 20;
const ANN = 30;
const people = [aUser(ME), aUser(BO, { full_name: 'Bo' }), aUser(ANN, { full_name: 'Ann' }), aUser(40), aUser(50)];
const base = snapshotState(
  anAnswer({
    realm_users: people,
    realm_empty_topic_display_name: 'general chat',
    subscriptions: [aSubscription(5, { name: 'design' })],
  }),
);
const state = (content: boolean) => ({
  ...base,
  settings: { ...base.settings, pm_content_in_desktop_notifications: content },
});

const common = {
  ...{ id: 1, sender_id: BO, sender_full_name: '', sender_email: '', avatar_url: null, client: '', content: '' },
  ...{ timestamp: 0, is_me_message: false, topic_links: [], reactions: [], submessages: [], flags: new Set<string>() },
};
const inTopic = (topic: string, senderId = BO): Message => ({
  ...common,
  ...{ type: 'stream', stream_id: 5, topic, sender_id: senderId },
});
const direct = (...userIds: number[]): Message => ({ ...common, type: 'private', directKey: directKey(userIds, ME) });

describe('what a notification says', () => {
  const title = (...messages: Message[]) => titleOf(state(true), messages);

  it('names sender and place', () => {
    expect(title(inTopic('logo'))).toBe('Bo (#design > logo)');
    expect(title(inTopic(''))).toBe('Bo (#design > general chat)');
    expect(title(direct(BO))).toBe('Bo (to you)');
    expect(title(direct(BO, ANN))).toBe('Bo (to you and Ann)');
    expect(title(direct(BO, ANN, 40, 50))).toBe('Bo (to you and 3 others)');
  });

  it('counts the messages of a conversation', () => {
    expect(title(direct(BO), direct(BO), direct(BO))).toMatch(/^3 messages from Bo/);
  });

  it('shows direct messages only where that is wanted', () => {
    expect(bodyOf(state(true), direct(BO), 'Lunch?')).toBe('Lunch?');
    expect(bodyOf(state(false), direct(BO), 'Lunch?')).toBe('New direct message from Bo');
    expect(bodyOf(state(false), inTopic('logo'), 'A logo')).toBe('A logo');
  });

  it('says what has no text, and who does something', () => {
    expect(bodyOf(state(true), inTopic('logo'), '')).toBe('(attached file)');
    expect(bodyOf(state(true), { ...inTopic('logo'), is_me_message: true }, '/me waves')).toBe('Bo waves');
  });

  it('is one for a direct conversation, and for a person in a topic', () => {
    expect(tagOf(direct(BO, ANN))).toBe(tagOf(direct(ANN, BO)));
    expect(tagOf(inTopic('Logo'))).toBe(tagOf(inTopic('logo')));
    expect(tagOf(inTopic('logo', ANN))).not.toBe(tagOf(inTopic('logo')));
  });
});
