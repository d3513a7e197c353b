import { UnavailableError } from '@stoa/errors';
import type { RedisConnection } from '../redis-connection';
import { type RedisScript, runScript } from '../redis-script';
import { PresenceEntry } from './presence-formats';
import { LOAD_SCRIPT, PUT_BACK_SCRIPT, REPORT_SCRIPT, TAKE_DIRTY_SCRIPT } from './presence-scripts';
import { RealmPresence } from './realm-presence';

/** What an account says of itself; hidden and shown switch invisible mode on and off (users.md 11). */
export type PresenceReport = 'idle' | 'active' | 'hidden' | 'shown';

export interface StoredPresences {
  /** The newest update id that was given out. */
  counter: number;
  entries: readonly PresenceEntry[];
}

/** An organization's presences, as of one moment of Redis. */
export interface PresenceReading {
  /** Goes on to change as this process learns more. */
  presence: RealmPresence;
  /** The newest id of the moment: what is newer in `presence` came later. */
  upTo: number;
}

/** What became of a report. */
export interface ReportOutcome extends PresenceReading {
  /** Others must be informed at once. */
  isEventDue: boolean;
  /** Redis had to be asked again, so that the moment is after what was asked in the same turn as the report. */
  isLate: boolean;
}

/** Ids go on this far above what was archived: those of the last seconds may have been given out and lost. */
const IDS_LEFT_OUT = 1_000_000;
const REALMS_KEPT = 2_000;
const ARCHIVED_AT_ONCE = 1_000;
const LOAD_ATTEMPTS = 3;

type Reply = [loaded: number, due: number, now: number, counter: number, userIds: string[], entries: string[]];

/**
 * Presences of all organizations, in Redis: reports from any replica get one order, and a process that asks gets what
 * it does not know yet. Each process keeps what it knows, so a report costs one round trip in organizations of any
 * size.
 */
export class PresenceStore {
  private readonly realms = new Map<number, RealmPresence>();
  private readonly touched = new Set<number>();

  constructor(
    private readonly redis: RedisConnection,
    /** Reads what was written back: it survives a loss of Redis. */
    private readonly load: (realmId: number) => Promise<StoredPresences>,
  ) {}

  /**
   * Stores a report.
   * @returns the organization's presences after it
   * @throws UnavailableError without Redis
   */
  async report(realmId: number, userId: number, kind: PresenceReport): Promise<ReportOutcome> {
    const reading = await this.ask(realmId, String(userId), kind);
    this.touched.add(realmId);
    return reading;
  }

  /** The organization's presences as of now. @throws UnavailableError without Redis */
  read(realmId: number): Promise<PresenceReading> {
    return this.ask(realmId, '', 'idle');
  }

  /**
   * Writes back what this process has received since the last time.
   * @param save must not replace newer entries by older ones
   */
  async archiveChanges(save: (realmId: number, presences: StoredPresences) => Promise<void>): Promise<void> {
    const realmIds = [...this.touched];
    this.touched.clear();
    for (const realmId of realmIds) {
      try {
        while ((await this.archivePart(realmId, save)) === ARCHIVED_AT_ONCE);
      } catch (error) {
        this.touched.add(realmId);
        throw error;
      }
    }
  }

  private async ask(realmId: number, userId: string, kind: PresenceReport): Promise<ReportOutcome> {
    for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt++) {
      const presence = this.realmOf(realmId);
      const { reply, isLate } = await this.run<Reply>(REPORT_SCRIPT, realmId, [userId, kind, presence.knownId]);
      if (reply[0] === 1) {
        presence.apply(entriesOf(reply[4], reply[5]));
        return { isEventDue: reply[1] === 1, presence, upTo: reply[3], isLate: isLate || attempt > 0 };
      }
      await this.fill(realmId);
    }
    throw new UnavailableError('presences are lost as fast as they are loaded');
  }

  private realmOf(realmId: number): RealmPresence {
    const known = this.realms.get(realmId);
    if (known) return known;
    if (this.realms.size >= REALMS_KEPT) this.realms.clear();
    const presence = new RealmPresence();
    this.realms.set(realmId, presence);
    return presence;
  }

  private async fill(realmId: number): Promise<void> {
    const { counter, entries } = await this.load(realmId);
    const args = entries.flatMap((entry) => [entry.userId, textOf(entry), entry.updateId]);
    await this.run(LOAD_SCRIPT, realmId, [counter === 0 ? 0 : counter + IDS_LEFT_OUT, ...args]);
  }

  private async archivePart(
    realmId: number,
    save: (realmId: number, presences: StoredPresences) => Promise<void>,
  ): Promise<number> {
    const { reply } = await this.run<[number, string[], string[]]>(TAKE_DIRTY_SCRIPT, realmId, [ARCHIVED_AT_ONCE]);
    const [counter, userIds, texts] = reply;
    if (userIds.length === 0) return 0;
    try {
      await save(realmId, { counter: Number(counter), entries: entriesOf(userIds, texts) });
    } catch (error) {
      await this.run(PUT_BACK_SCRIPT, realmId, userIds);
      throw error;
    }
    return userIds.length;
  }

  private async run<T>(
    script: RedisScript,
    realmId: number,
    args: readonly (string | number)[],
  ): Promise<{ reply: T; isLate: boolean }> {
    const keys = ['entries', 'order', 'meta', 'dirty', 'hidden'].map((name) => `presence:{${realmId}}:${name}`);
    try {
      const { reply, isLate } = await runScript(this.redis, script, keys, args);
      return { reply: reply as T, isLate };
    } catch (error) {
      throw new UnavailableError('presences cannot be reached', { cause: error });
    }
  }
}

/** Replies of the scripts name users and entries in the same order, which is not always that of the ids. */
function entriesOf(userIds: readonly string[], texts: readonly string[]): PresenceEntry[] {
  const entries = userIds.map((userId, index) => {
    const [active = '-', connected, updateId] = (texts[index] ?? '').split(' ');
    return {
      userId: Number(userId),
      lastActive: active === '-' ? null : Number(active),
      lastConnected: Number(connected),
      updateId: Number(updateId),
    };
  });
  return entries.sort((a, b) => a.updateId - b.updateId);
}

function textOf({ lastActive, lastConnected, updateId }: PresenceEntry): string {
  return `${lastActive ?? '-'} ${lastConnected} ${updateId}`;
}
