import { RealmPresence } from '@stoa/redis';
import { presenceFields } from './presence.section';

const NOW = 1_800_000_000;

describe('presences of a registration', () => {
  it('have an id below the report of an account that the state does not know yet', () => {
    const known = new Map([1, 2, 4].map((id) => [id, { id, isActive: true, isBot: false, email: '', dateJoined: 0 }]));
    const state = {
      request: { slim_presence: true, client_capabilities: {}, presence_history_limit_days: 14 },
      users: { find: (id: number) => known.get(id) },
    };
    const presence = new RealmPresence();
    const report = (userId: number, updateId: number) =>
      presence.apply([{ userId, lastActive: NOW, lastConnected: NOW, updateId }]);
    const fields = () => presenceFields(state as never, presence, null, NOW * 1000);
    report(1, 10);
    report(2, 11);
    expect(fields()).toMatchObject({ presence_last_update_id: 11 });
    report(3, 12);
    report(4, 13);
    const { presences, presence_last_update_id: id } = fields();
    expect(Object.keys(presences as object)).toEqual(['1', '2', '4']);
    expect(id).toBe(11);
    expect([...presence.since(11)].map(({ userId }) => userId)).toEqual([3, 4]);
  });
});
