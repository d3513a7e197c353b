import fc from 'fast-check';
import { PresenceEntry, legacyPresence } from './presence-formats';
import { RealmPresence } from './realm-presence';

describe('presences of an organization', () => {
  it('are those of the newest report of each, after any id', () => {
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
          expect([...presence.since(after)].map(({ userId }) => userId).sort()).toEqual(
            expected.map(({ userId }) => userId).sort(),
          );
        });
        expect(presence.size).toBe(naive.size);
      }),
      { numRuns: 20 },
    );
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
