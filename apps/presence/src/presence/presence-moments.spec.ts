import { setImmediate as turn } from 'node:timers/promises';
import { RealmUsers } from '@stoa/directory';
import type { CopyState, PresenceEntry } from '@stoa/redis';
import { RealmPresence } from '@stoa/redis';
import fc from 'fast-check';
import { PresenceFactsReader } from './presence-facts';
import { PresenceService } from './presence.service';

const REALM = 1;

/** PostgreSQL and Redis as far as presences need them. */
class World {
  users = new Map<number, { id: number; isActive: boolean; isBot: boolean; joinedAtSeconds: number; email: string }>();
  version = 0;
  /** Of the access set, in Redis: later than the commit, before the answer. */
  shared = 0;
  counter = 0;
  readonly reports: { userId: number; id: number }[] = [];

  constructor(private readonly random: () => number) {}

  /** @param most turns of the event loop */
  async pause(most = 4): Promise<void> {
    for (let turns = Math.floor(this.random() * most); turns > 0; turns--) await turn();
  }

  /** As `POST /users`: ends when the account may report. */
  async createAccount(): Promise<number> {
    const id = this.users.size + 1;
    const user = { id, isActive: true, isBot: false, joinedAtSeconds: 0, email: `user${id}@chat.example` };
    this.users = new Map(this.users).set(id, user);
    this.version += 1;
    const { version } = this;
    await this.pause();
    this.shared = Math.max(this.shared, version);
    return id;
  }
}

/** A replica of the service, with one connection to Redis: what is asked on it is done, and answered, in that order. */
class Replica {
  readonly presence = new RealmPresence();
  readonly service: PresenceService;
  /** What happens while Redis has to be asked again, because it did not know the script or had lost everything. */
  meanwhile: (() => Promise<unknown>) | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly world: World) {
    const versions = {
      // Asked at the end of the turn, as SharedVersions does.
      stateOf: async (_key: string, version: number): Promise<CopyState> => {
        await turn();
        return this.inOrder(() => (world.shared <= version ? 'current' : 'stale'));
      },
      remember: () => Promise.resolve(),
    };
    const sets = {
      settings: () => Promise.resolve({ presenceDisabled: false, canAccessAllUsersGroup: 1 }),
      groups: () => Promise.resolve({ named: new Map() }),
      users: async () => {
        await world.pause();
        return new RealmUsers(world.version, world.users as never);
      },
    };
    const directory = {
      versionOf: async () => {
        await world.pause();
        return world.version;
      },
      decideConfirmed: async (_realmId: number, decide: (view: typeof sets) => Promise<unknown>) => {
        const decided = await decide(sets);
        await world.pause(40);
        return decided;
      },
    };
    const state = {
      report: (_realmId: number, userId: number) => this.ask(userId),
      read: () => this.ask(null),
    };
    const environment = { STOA_PRESENCE_LIMITED_BY_ACCESS: false, STOA_PRESENCE_EVENT_RECIPIENTS: 0 };
    const facts = new PresenceFactsReader(directory as never, versions as never);
    const given = [state, directory, facts, {}, {}, { publish: () => undefined }, environment];
    this.service = new PresenceService(...(given as unknown as ConstructorParameters<typeof PresenceService>));
  }

  report(userId: number) {
    const ctx = { actor: { realmId: REALM, partition: 0, userId, role: 400 } };
    return this.service.reportSince(ctx as never, { status: 'active', last_update_id: 1, copy: null });
  }

  /** The report script. */
  private async ask(userId: number | null) {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    if (meanwhile) await this.inOrder(() => undefined).then(meanwhile);
    const known = this.presence.knownId;
    const { upTo, changes } = await this.inOrder(() => {
      if (userId !== null) this.world.reports.push({ userId, id: ++this.world.counter });
      const entries = new Map<number, PresenceEntry>();
      for (const { userId: reporter, id } of this.world.reports) {
        entries.set(reporter, { userId: reporter, lastActive: id, lastConnected: id, updateId: id });
      }
      const sorted = [...entries.values()].filter(({ updateId }) => updateId > known);
      return { upTo: this.world.counter, changes: sorted.sort((a, b) => a.updateId - b.updateId) };
    });
    this.presence.apply(changes);
    return { presence: this.presence, upTo, isEventDue: false, isLate: meanwhile !== undefined };
  }

  private inOrder<T>(command: () => T): Promise<T> {
    const done = this.last.then(async () => {
      await this.world.pause();
      return command();
    });
    this.last = done;
    return done.then(async (value) => {
      await turn();
      return value;
    });
  }
}

describe('the id of an answer', () => {
  it('never goes past a report that the answer leaves out, however new its account is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), async (numbers) => {
        const world = new World(() => numbers.next().value ?? 0);
        const replicas = [new Replica(world), new Replica(world)];
        const report = (userId: number) => {
          const replica = replicas[userId % 2];
          if (!replica) throw new Error('there are two replicas');
          return replica.report(userId);
        };
        const missing: number[] = [];
        const lives = Array.from({ length: 6 }, async () => {
          for (let round = 0; round < 4; round++) {
            const userId = await world.createAccount();
            for (let times = 0; times < 2; times++) {
              const { copy } = await report(userId);
              const told = new Set(copy?.changes.map(([reporter]) => reporter));
              const upTo = copy?.updateId ?? Infinity;
              const passed = new Map<number, number>();
              for (const { userId: reporter, id } of world.reports) passed.set(reporter, id);
              for (const [reporter, id] of passed) if (id <= upTo && !told.has(reporter)) missing.push(reporter);
              if (!passed.has(userId)) missing.push(userId);
            }
          }
        });
        await Promise.all(lives);
        expect(missing).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('goes past no account that came while Redis had to be asked again', async () => {
    const world = new World(() => 0);
    const [replica, other] = [new Replica(world), new Replica(world)];
    const first = await world.createAccount();
    await replica.report(first);
    replica.meanwhile = async () => other.report(await world.createAccount());
    const { copy } = await replica.report(first);
    expect(copy?.changes.map(([userId]) => userId)).toEqual([first + 1, first]);
    expect(copy?.updateId).toBe(3);
  });
});
