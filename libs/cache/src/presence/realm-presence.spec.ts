import fc from 'fast-check';
import { PresenceEntry, legacyPresence, modernPresence } from './presence-formats';
import { RealmPresence } from './realm-presence';

const JOINED = 1_000;
const view = (version = 1, missing = new Set<number>()) => ({
  version,
  find: (id: number) => (missing.has(id) ? undefined : { id, email: `user${id}@chat.example`, dateJoined: JOINED }),
});

describe('presences of an organization', () => {
  it('are those of the newest report of each, after any id, however they were encoded before', () => {
    const steps = fc.array(fc.record({ user: fc.nat(400), asks: fc.boolean(), back: fc.nat(900) }), {
      maxLength: 1500,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const presence = new RealmPresence();
        const naive = new Map<number, PresenceEntry>();
        all.forEach(({ user, asks, back }, index) => {
          const entry = {
            userId: user,
            lastActive: index % 3 ? index : null,
            lastConnected: index,
            updateId: index + 1,
          };
          presence.apply([entry]);
          naive.set(user, entry);
          if (!asks) return;
          const after = Math.max(0, index - back);
          const expected = [...naive.values()].filter(({ updateId }) => updateId > after);
          expect(JSON.parse(presence.modernJson(after, view()).toString())).toEqual(
            Object.fromEntries(expected.map((item) => [item.userId, modernPresence(item, JOINED)])),
          );
          expect([...presence.since(after)].map(({ userId }) => userId).sort()).toEqual(
            expected.map(({ userId }) => userId).sort(),
          );
        });
        expect(presence.size).toBe(naive.size);
      }),
      { numRuns: 20 },
    );
  });

  it('leave out who is not to be told of, also after that changed', () => {
    const presence = new RealmPresence();
    presence.apply(
      Array.from({ length: 600 }, (_, id) => ({ userId: id, lastActive: 5, lastConnected: 5, updateId: id + 1 })),
    );
    const ids = (text: Buffer) => Object.keys(JSON.parse(text.toString())).map(Number);
    expect(ids(presence.modernJson(0, view())).length).toBe(600);
    expect(ids(presence.modernJson(0, view(2, new Set([3, 300]))))).not.toContain(300);
    expect(ids(presence.modernJson(600, view(2)))).toEqual([]);
  });

  it.each([
    [{ lastActive: 100, lastConnected: 170 }, 'active', 100],
    [{ lastActive: 100, lastConnected: 171 }, 'idle', 171],
    [{ lastActive: null, lastConnected: 9 }, 'idle', 9],
  ])('%j is %s in the legacy format', (entry, status, timestamp) => {
    const { website, aggregated } = legacyPresence(entry);
    expect(aggregated).toEqual({ client: 'website', status, timestamp });
    expect(website).toEqual({ ...aggregated, pushable: false });
  });
});
