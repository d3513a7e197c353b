import fc from 'fast-check';
import { e2eeMessage, e2eeRemoval, e2eeTest, newestMessageIds } from './e2ee-plaintext';
import { REALM, directWith, sampleView } from './sample-view';

const base = { realm_url: 'https://chat.example.org', realm_name: 'Example', user_id: 10 };
const message = {
  ...base,
  type: 'message',
  message_id: 905,
  time: 1_700_000_000,
  content: 'hello',
  sender_id: 31,
  sender_full_name: 'Ada Byron',
  sender_avatar_url: 'https://chat.example.org/user_avatars/2/ada.png',
};
const channel = { recipient_type: 'channel', channel_id: 5, channel_name: 'ops', topic: 'big deploy' };
const direct = { trigger: 'direct_message' } as const;

describe('plaintext of a message', () => {
  it('in a channel', () => {
    expect(e2eeMessage(sampleView())).toEqual({ ...message, ...channel });
  });

  it('names an empty topic as people see it', () => {
    const view = sampleView({
      message: { conversation: { type: 'channel', channelId: 5, channelName: 'ops', topic: '' } },
    });
    expect(e2eeMessage(view)).toEqual({ ...message, ...channel, topic: 'general chat' });
    const inGerman = e2eeMessage({ ...view, language: 'de' });
    expect(inGerman).toEqual({ ...message, ...channel, topic: 'Allgemeiner Chat' });
  });

  it('to one person names both', () => {
    const view = sampleView({ decision: direct, message: { conversation: directWith() } });
    expect(e2eeMessage(view)).toEqual({ ...message, recipient_type: 'direct', recipient_user_ids: [10, 31] });
  });

  it('to a group names everyone as integers only (level 429)', () => {
    const conversation = directWith({ userId: 9, fullName: 'Bo' }, { userId: 100, fullName: 'Cy' });
    const view = sampleView({ decision: direct, message: { conversation } });
    const ids = [9, 10, 31, 100];
    expect(e2eeMessage(view)).toEqual({ ...message, recipient_type: 'direct', recipient_user_ids: ids });
  });

  it('names the group whose mention caused it', () => {
    const decision = { trigger: 'mentioned', mentionedGroup: { groupId: 17, name: 'oncall' } } as const;
    const group = { mentioned_user_group_id: 17, mentioned_user_group_name: 'oncall' };
    expect(e2eeMessage(sampleView({ decision }))).toEqual({ ...message, ...channel, ...group });
  });

  it('hides a sender whom the recipient may not see', () => {
    expect(e2eeMessage(sampleView({ canAccessSender: false }))).toEqual({
      ...message,
      ...channel,
      sender_full_name: 'Unknown user',
      sender_avatar_url: 'https://chat.example.org/static/images/unknown-user-avatar.png',
    });
  });

  it('keeps an avatar that is hosted elsewhere', () => {
    const avatarUrl = 'https://secure.gravatar.com/avatar/x?d=identicon';
    const sender = { ...sampleView().message.sender, avatarUrl };
    expect(e2eeMessage(sampleView({ message: { sender } })).sender_avatar_url).toBe(avatarUrl);
  });
});

describe('the limit of the vendors', () => {
  const text = '漢'.repeat(200);
  const crowd = (count: number) =>
    directWith(
      ...Array.from({ length: count }, (_, index) => ({ userId: 1_000_000 + index, fullName: 'x'.repeat(100) })),
    );
  const of = (count: number) =>
    e2eeMessage(sampleView({ decision: direct, message: { text, conversation: crowd(count) } }));

  it('leaves what is within it whole', () => {
    expect(of(100)).toMatchObject({ content: text });
    expect(of(100)).toHaveProperty('recipient_user_ids');
  });

  it('cuts the content, and no id', () => {
    expect(of(180)).toMatchObject({ content: text });
    expect(of(300).recipient_user_ids).toHaveLength(302);
    expect(of(270).content).toBe(`${'漢'.repeat(100)}…`);
    expect(of(300).content).toBe(`${'漢'.repeat(20)}…`);
  });

  it.each([1, 100, 180, 270, 300])('holds with %d more participants', (count) => {
    expect(encryptedSize(of(count))).toBeLessThanOrEqual(4096);
  });

  it('holds for any removal', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 400 }), (ids) => {
        const plaintext = e2eeRemoval(REALM, 10, ids);
        expect(encryptedSize(plaintext)).toBeLessThanOrEqual(4096);
        expect(plaintext.message_ids).toContain(Math.max(...ids));
      }),
    );
  });
});

describe('plaintext of a removal', () => {
  it('names ids once and ascending', () => {
    const expected = { ...base, type: 'remove', message_ids: [2, 9, 10] };
    expect(e2eeRemoval(REALM, 10, [10, 9, 2, 10])).toEqual(expected);
  });

  it('names the newest 200', () => {
    const ids = Array.from({ length: 250 }, (_, index) => 1_000_000_000 + index).reverse();
    expect(e2eeRemoval(REALM, 10, ids).message_ids).toEqual(ids.slice(0, 200).reverse());
    expect(newestMessageIds(ids)).toHaveLength(200);
  });
});

it('plaintext of a test', () => {
  expect(e2eeTest(REALM, 10, 1_700_000_001)).toEqual({ ...base, type: 'test', time: 1_700_000_001 });
});

/** Bytes of the larger of the two vendors' payloads. */
function encryptedSize(plaintext: object): number {
  const encrypted_data = Buffer.alloc(40 + Buffer.byteLength(JSON.stringify(plaintext))).toString('base64');
  const aps = { 'mutable-content': 1, alert: { title: 'New notification' } };
  const text = JSON.stringify({ push_account_id: '', encrypted_data, aps });
  return text.length - 2 + '-9223372036854775808'.length;
}
