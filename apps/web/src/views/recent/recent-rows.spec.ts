import { applyEvents } from '../../store/apply';
import type { Message } from '../../store/message';
import { messageFrom } from '../../store/message';
import { snapshotState } from '../../store/snapshot';
import type { State } from '../../store/state';
import { ME, aSubscription, anAnswer } from '../../test-support/answer';
import { type Wanted, recentOf, recentRows } from './recent-rows';

const WANTED: Wanted = { typed: '', shown: 'unmuted', switches: ['directs'], column: 'time', isReversed: false };

const base = {
  ...{ sender_email: '', sender_full_name: '', sender_realm_str: '', avatar_url: null, client: 't' },
  ...{ content: '', content_type: 'text/html' as const, recipient_id: 1, topic_links: [], is_me_message: false },
  ...{ reactions: [], submessages: [], flags: [] },
};

function wire(id: number, sender_id: number, where: string | readonly number[], stream_id = 5) {
  const common = { ...base, id, sender_id, timestamp: id * 60 };
  if (typeof where === 'string') {
    return { ...common, type: 'stream' as const, stream_id, subject: where, display_recipient: 'x' };
  }
  const display_recipient = [ME, ...where].map((person) => ({
    id: person,
    email: '',
    full_name: '',
    is_mirror_dummy: false,
  }));
  return { ...common, type: 'private' as const, subject: '', display_recipient };
}

const MESSAGES = [
  wire(1, 20, 'Lunch'),
  wire(2, ME, 'lunch'),
  wire(3, 30, 'Noise'),
  wire(4, 20, [20]),
  wire(5, 30, 'LUNCH'),
  wire(6, 20, 'Quiet', 6),
  wire(7, 30, [20, 30]),
];
const messages: Message[] = MESSAGES.map((one) => messageFrom(one, { ownId: ME, flags: [] }));

function stateWith(changes: Parameters<typeof anAnswer>[0] = {}): State {
  return snapshotState(
    anAnswer({
      realm_empty_topic_display_name: 'general chat',
      subscriptions: [aSubscription(5), aSubscription(6, { is_muted: true })],
      user_topics: [
        { stream_id: 5, topic_name: 'Noise', visibility_policy: 1, last_updated: 1 },
        { stream_id: 5, topic_name: 'Lunch', visibility_policy: 3, last_updated: 1 },
      ],
      unread_msgs: {
        ...{
          count: 3,
          pms: [{ other_user_id: 20, sender_id: 20, unread_message_ids: [4] }],
          huddles: [],
          mentions: [5],
        },
        ...{ old_unreads_missing: false, streams: [{ stream_id: 5, topic: 'Lunch', unread_message_ids: [1, 5] }] },
      },
      ...changes,
    }),
  );
}

const keys = (wanted: Partial<Wanted> = {}, state = stateWith()): string[] =>
  recentRows(state, messages, { ...WANTED, ...wanted }).map(({ key }) => key);

describe('recent conversations', () => {
  it('are told apart by topic, whatever its case, and by people; who wrote last stands first', () => {
    expect(recentOf(messages, ME).map(({ key, participantIds, hasOwn }) => [key, participantIds, hasOwn])).toEqual([
      ['dm/20,30', [20, 30], false],
      ['6/quiet', [20], false],
      ['5/lunch', [30, ME, 20], true],
      ['dm/20', [20], false],
      ['5/noise', [30], false],
    ]);
  });

  it('are those of what is not muted, unless all are wanted', () => {
    expect(keys()).toEqual(['dm/20,30', '5/lunch', 'dm/20']);
    expect(keys({ shown: 'all' })).toEqual(['dm/20,30', '6/quiet', '5/lunch', 'dm/20', '5/noise']);
    expect(keys({ shown: 'followed', switches: [] })).toEqual(['5/lunch']);
  });

  it('are without those of muted people', () => {
    expect(keys({}, stateWith({ muted_users: [{ id: 20, timestamp: 1 }] }))).toEqual(['dm/20,30', '5/lunch']);
  });

  it('are filtered by what is switched on, and by words', () => {
    expect(keys({ switches: ['directs', 'unread'] })).toEqual(['5/lunch', 'dm/20']);
    expect(keys({ switches: ['directs', 'participated'] })).toEqual(['5/lunch']);
    expect(keys({ typed: 'lun chan' })).toEqual(['5/lunch']);
    expect(keys({ typed: 'user 30' })).toEqual(['dm/20,30']);
  });

  it('stand in the order that is wanted, either way', () => {
    expect(keys({ column: 'unread' })).toEqual(['5/lunch', 'dm/20', 'dm/20,30']);
    expect(keys({ column: 'conversation' })).toEqual(['5/lunch', 'dm/20', 'dm/20,30']);
    expect(keys({ column: 'conversation', isReversed: true })).toEqual(['dm/20,30', 'dm/20', '5/lunch']);
  });

  it('say what is unread, and whether it mentions the user', () => {
    const [row] = recentRows(stateWith(), messages, { ...WANTED, typed: 'lunch' });
    expect(row).toMatchObject({ unread: [1, 5], isMention: true, policy: 3, name: 'channel 5 > LUNCH' });
  });

  it('follow events: a new message brings its conversation to the top', () => {
    const event = { id: 1, type: 'message', flags: ['read'], message: { ...wire(9, 20, 'Lunch') } };
    const state = applyEvents(stateWith(), [event], { now: 0 });
    const next = state.messages.get(9);
    if (!next) throw new Error('it is held');
    expect(recentRows(state, [...messages, next], WANTED)[0]?.key).toBe('5/lunch');
  });
});
