import { setTimeout } from 'node:timers/promises';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { SlotLeases, allSlots, slotName } from './index';
import { QueueFixture } from './testing/queue-fixture';

let servers: TestServers;
let fixture: QueueFixture;
const slots = allSlots(4);
/** Of leases that must outlive a stall of a busy machine. */
const LIFE_MS = 3_000;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());
beforeEach(() => {
  fixture = new QueueFixture(servers.redisUrl);
});
afterEach(() => fixture.close());

const replica = (replicaId: string, ttlMs = 30_000) => fixture.queues.leases({ replicaId, slots, ttlMs });

function names(leases: readonly SlotLeases[]): string[] {
  return leases.flatMap((one) => one.held.map(slotName)).sort();
}

describe('slot leases', () => {
  const everything = slots.map(slotName).sort();

  it('are shared fairly, within every partition, as replicas come and go', async () => {
    const [first, second, third] = [replica('a'), replica('b'), replica('c')];
    expect((await first.tick()).acquired).toHaveLength(64);
    expect((await second.tick()).acquired).toHaveLength(0);
    expect((await first.tick()).lost).toHaveLength(32);
    expect((await second.tick()).acquired).toHaveLength(32);
    for (const leases of [first, second]) {
      for (const partition of [0, 1, 2, 3]) {
        expect(leases.held.filter((slot) => slot.partition === partition)).toHaveLength(8);
      }
    }
    await third.tick();
    for (const leases of [first, second, third]) await leases.tick();
    expect([first, second, third].map((leases) => leases.held.length).sort()).toEqual([20, 22, 22]);
    expect(names([first, second, third])).toEqual(everything);
    await second.release();
    for (const leases of [first, third]) await leases.tick();
    expect(names([first, third])).toEqual(everything);
  });

  it('are kept by one command a tick, whatever their number', async () => {
    const leases = replica('only', 3_000);
    // The second one makes sure of what the first took.
    for (let count = 0; count < 2; count++) await leases.tick();
    const before = await fixture.scriptCalls();
    expect(await leases.tick()).toEqual({ acquired: [], lost: [], wasUnknown: false });
    expect((await fixture.scriptCalls()) - before).toBe(1);
  });

  it('are kept by a replica that only says that it is there, and looked at again by one that said so too late', async () => {
    const [busy, heir] = [replica('busy', LIFE_MS), replica('heir', LIFE_MS)];
    await busy.tick();
    const until = performance.now() + 1.5 * LIFE_MS;
    while (performance.now() < until) {
      await busy.beat();
      expect((await heir.tick()).acquired).toEqual([]);
      await setTimeout(50);
    }
    expect((await busy.tick()).wasUnknown).toBe(false);
    await fixture.forgetEverything();
    await busy.beat();
    expect((await busy.tick()).wasUnknown).toBe(true);
  });

  it('are looked at again by a replica that Redis does not know any more', async () => {
    const leases = replica('only');
    await leases.tick();
    await leases.tick();
    await fixture.forgetEverything();
    expect(await leases.tick()).toEqual({ acquired: [], lost: [], wasUnknown: true });
    expect((await replica('other').tick()).acquired).toHaveLength(0);
  });

  it('fall to others when a replica is silent, which then learns that it lost them', async () => {
    const silent = replica('silent', 200);
    const heir = replica('heir');
    await silent.tick();
    await eventually(async () => {
      await heir.tick();
      return heir.held.length === 64;
    });
    expect((await silent.tick()).lost).toHaveLength(64);
    expect(silent.held).toEqual([]);
  });
});
