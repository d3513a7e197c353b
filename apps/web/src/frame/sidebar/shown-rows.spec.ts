import type { TopicRow } from '../../views/topics/topic-rows';
import { directsInOrder, shownDirects, shownTopics } from './shown-rows';

const row = (topic: string, changes: Partial<TopicRow> = {}): TopicRow => ({
  ...{ topic, policy: 0, unread: 0, isMention: false },
  ...changes,
});
const many = (count: number, changes: Partial<TopicRow> = {}) =>
  Array.from({ length: count }, (_, index) => row(`t${index}`, changes));
const names = (rows: readonly TopicRow[]) => rows.map(({ topic }) => topic);

describe('topics below an open channel', () => {
  it('are the newest eight, up to twelve with unread messages, and the open one', () => {
    expect(shownTopics(many(20), { isChannelMuted: false })).toHaveLength(8);
    expect(shownTopics(many(20, { unread: 1 }), { isChannelMuted: false })).toHaveLength(12);
    expect(names(shownTopics(many(20), { isChannelMuted: false, open: 'T19' }))).toEqual([...names(many(8)), 't19']);
  });

  it('leave muted ones out unless one is open', () => {
    const rows = [row('muted', { policy: 1, unread: 3 }), row('other')];
    expect(names(shownTopics(rows, { isChannelMuted: false }))).toEqual(['other']);
    expect(names(shownTopics(rows, { isChannelMuted: false, open: 'muted' }))).toEqual(['other', 'muted']);
  });

  it('begin with the wanted ones of a muted channel', () => {
    const rows = [row('newest'), row('unmuted', { policy: 2 }), row('followed', { policy: 3 })];
    expect(names(shownTopics(rows, { isChannelMuted: true }))).toEqual(['unmuted', 'followed', 'newest']);
    expect(names(shownTopics(rows, { isChannelMuted: false }))).toEqual(['newest', 'unmuted', 'followed']);
  });
});

describe('direct conversations of the sidebar', () => {
  const recentDirects = new Map(Array.from({ length: 20 }, (_, index) => [String(100 + index), 1000 - index] as const));
  const unread = (key: string, id: number) => [key, { ids: [id] }] as const;
  const state = {
    recentDirects,
    unreadDirects: new Map([unread('119', 2000), unread('110', 990)]),
    mutedUsers: new Map<number, number>(),
  };

  it('stand by their newest messages, which may be unread ones', () => {
    expect(directsInOrder(state).slice(0, 3)).toEqual(['119', '100', '101']);
  });

  it('are the newest, the unread and the open one; none with muted people alone', () => {
    expect(shownDirects(state, undefined)).toEqual(['119', '100', '101', '102', '103', '104', '105', '106', '110']);
    expect(shownDirects(state, '115')).toContain('115');
    expect(shownDirects({ ...state, mutedUsers: new Map([[119, 1]]) }, undefined)).not.toContain('119');
    expect(shownDirects({ ...state, mutedUsers: new Map([[119, 1]]) }, '119')).toContain('119');
  });
});
