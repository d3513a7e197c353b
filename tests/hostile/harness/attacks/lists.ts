import type { Attack } from '../attack';
import { asking, form, listOf } from './asking';

const many = (count: number, make: (index: number) => unknown) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => make(index)));
const addresses = (count: number, from = '') =>
  Array.from({ length: count }, (_, index) => `invitee${from}-${index}@people.example`).join();

const longLists = asking('lists', [400, 413], ({ own }) => {
  const id = own.users[0]?.id ?? 0;
  return [
    form('/users/me/alert_words', { alert_words: many(100_000, (index) => `word ${index}`) }),
    form('/messages/flags', { messages: many(200_000, (index) => index), op: 'add', flag: 'read' }),
    form('/user_groups/create', { name: 'many', description: '', members: listOf(id, 300_000) }),
    form('/messages', { type: 'direct', to: listOf(id, 300_000), content: 'many' }),
    form('/users/me/subscriptions', { subscriptions: many(20_000, (index) => ({ name: `channel ${index}` })) }),
    form('/invites', { invitee_emails: addresses(10_000), stream_ids: '[]' }),
    form('/typing', { op: 'start', to: listOf(id, 300_000) }),
    form(
      '/users/me/subscriptions/muted_topics',
      { stream: 'a'.repeat(60_000), topic: 'b'.repeat(600_000), op: 'add' },
      'PATCH',
    ),
    form('/submessage', { message_id: '1', msg_type: 'widget', content: listOf(1, 300_000) }),
  ];
});

/** Mails to strangers: a day has a bound of them, for everybody together and for each who is no administrator. */
const invitations: Attack = {
  ...asking('invitations', [200, 400], () =>
    Array.from(
      { length: 40 },
      (_, round) =>
        ({ index }) =>
          form('/invites', { invitee_emails: addresses(100, `${index}x${round}`), stream_ids: '[]' })(),
    ),
  ),
  check: async ({ bench, own }) => {
    const rows = await bench.database.query(
      'hostile_invitations',
      `SELECT invited_by_user_id AS by, count(*)::int AS count FROM invitation WHERE realm_id = $1 GROUP BY 1`,
      [own.id],
    );
    const [owner] = own.users;
    const counts = rows.map(({ by, count }) => ({ isOwner: Number(by) === owner?.id, count: Number(count) }));
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    return [
      ...(all > MOST_INVITATIONS ? [`${all} invitations in a day`] : []),
      ...counts
        .filter(({ isOwner, count }) => !isOwner && count > MOST_INVITATIONS / 10)
        .map(({ count }) => `${count} invitations of one member in a day`),
    ];
  },
};

/** STOA_INVITATIONS_PER_DAY as it is by default. */
const MOST_INVITATIONS = 1_000;

export const LISTS = [longLists, invitations];
