import { parseObject, textField } from '../../../../bench/support/json';
import { Attack, always } from '../attack';
import { asking, form, query } from './asking';

const gone = asking('polls of queues that are gone', [400], () => [
  query('/events', { queue_id: 'gone', last_event_id: '-1' }),
]);

const registrations = asking('registrations without end', [200], () => [
  form('/register', {}),
  form('/register', { event_types: '["message"]', queue_lifespan_secs: '604800' }),
]);

const AT_ONCE = 10;
const HELD_MS = 1_000;

/** Many polls of one queue at once: each waits, and none keeps what others need. */
const held: Attack = {
  name: 'held polls',
  begin: async (caller) => {
    const registered = await caller.succeed(form('/register', { event_types: '["message"]' })());
    const fields = { queue_id: textField(parseObject(registered.body), 'queue_id'), last_event_id: '-1' };
    return always(async (tally) => {
      const polls = Array.from({ length: AT_ONCE }, async () => {
        const status = await caller.leaveUnread(query('/events', fields)(), HELD_MS);
        tally.note(status === 0 ? 'held' : String(status), status < 500 || status === 503 ? undefined : `${status}`);
      });
      await Promise.all(polls);
    });
  },
};

const small = asking('floods of small changes', [200, 400], ({ own }) => {
  const others = `[${own.users[0]?.id ?? 0}]`;
  return [
    form('/typing', { op: 'start', to: others }),
    form('/users/me/presence', { status: 'active', ping_only: 'true' }),
    form('/users/me/status', { status_text: 'here' }),
    form('/messages', { type: 'direct', to: others, content: 'and again' }),
    query('/users', { include_custom_profile_fields: 'true' }),
  ];
});

export const QUEUES = [gone, registrations, held, small];
