import type { Message } from '../../store/message';
import { snapshotState } from '../../store/snapshot';
import { ME, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { copiedText } from './copied-text';

const state = snapshotState(
  anAnswer({
    realm_users: [aUser(ME), aUser(20, { full_name: 'Bo' }), aUser(30, { full_name: 'Cy' })],
    subscriptions: [aSubscription(5, { name: 'design' })],
  }),
);
const inTopic = (sender_id: number, topic: string) =>
  ({ sender_id, type: 'stream', stream_id: 5, topic }) as unknown as Message;
const direct = (sender_id: number) => ({ sender_id, type: 'private', directKey: '20' }) as unknown as Message;

describe('messages that are copied', () => {
  it('say who wrote each', () => {
    const parts = [
      { message: inTopic(20, 'logo'), text: 'one\ntwo\n' },
      { message: inTopic(30, 'Logo'), text: ' three ' },
    ];
    expect(copiedText(state, parts)).toBe('Bo: one\ntwo\nCy: three');
  });

  it('stand below their conversations where these differ', () => {
    const parts = [
      { message: inTopic(20, 'logo'), text: 'one' },
      { message: inTopic(30, 'logo'), text: 'two' },
      { message: direct(20), text: 'three' },
    ];
    expect(copiedText(state, parts)).toBe('#design › logo\nBo: one\nCy: two\n\nBo\nBo: three');
  });
});
