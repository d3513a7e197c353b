import { randomUUID } from 'node:crypto';
import type { RedisAddress } from '@stoa/config';
import type { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import type { Logger } from '@stoa/observability';
import { WorkQueue } from '@stoa/redis';

/** A piece of work of an organization that has its share waits for so long. */
const SHARE_PAUSE_MS = 50;
/** As long as so much waits in Redis, more wake-ups help nobody. */
const ENOUGH_WAITING = 50;

export interface RealmWorkQueueOptions<Work> {
  name: string;
  redis: RedisAddress;
  /** Pieces of work that one process does at the same time. */
  concurrency: number;
  /** No organization takes more of a process at a time than this many pieces of work, however much waits there. */
  mostOfOneRealm: number;
  /** While it lasts nothing is done. */
  pause: OutagePause;
  shares: RealmShares;
  perform: (work: Work) => Promise<void>;
  /** What is logged when `perform` throws: the sweep over the rows finds what it left. */
  failure: string;
  log: Logger;
}

/** Wake-ups in BullMQ for rows of organizations, shared fairly among these. Redis may lose all of them. */
export class RealmWorkQueue<Work extends { realmId: number }> {
  private readonly queue: WorkQueue<Work>;

  constructor(private readonly options: RealmWorkQueueOptions<Work>) {
    const { name, redis, concurrency, log } = options;
    this.queue = new WorkQueue<Work>({
      name,
      redis,
      concurrency,
      log,
      work: (piece) => this.work(piece),
      pauseMs: () => SHARE_PAUSE_MS,
    });
  }

  /** Begins to work; pieces may be added before. */
  start(): void {
    this.queue.start();
  }

  /** What is under way is finished, if it does not take long. */
  close(): Promise<void> {
    return this.queue.close();
  }

  /** @returns whether Redis took them */
  add(pieces: readonly Work[], delayMs?: number): Promise<boolean> {
    const places = new Map<number, number>();
    return this.queue.add(
      pieces.map((data) => {
        const place = places.get(data.realmId) ?? 0;
        places.set(data.realmId, place + 1);
        return { id: randomUUID(), data, priority: this.options.shares.priorityOf(data.realmId, place), delayMs };
      }),
    );
  }

  /** Whether Redis answers, and has less than keeps everybody busy. */
  async hasRoom(): Promise<boolean> {
    const waiting = await this.queue.waiting();
    return waiting !== null && waiting < ENOUGH_WAITING;
  }

  /** Always over: the rows say what is left. @returns false for what has to wait for its organization's share */
  private async work(piece: Work): Promise<boolean> {
    const { pause, shares, mostOfOneRealm, perform, failure, log } = this.options;
    const { realmId } = piece;
    if (pause.isPaused) return true;
    if (shares.underWay(realmId) >= mostOfOneRealm) return false;
    shares.begin(realmId);
    try {
      await perform(piece);
    } catch (error) {
      log.warn({ err: error, realmId }, failure);
    } finally {
      shares.end(realmId);
    }
    return true;
  }
}

/** The ids of each organization, each once, in lists of at most `atOnce`. */
export function listsByRealm(
  items: Iterable<{ realmId: number; id: number }>,
  atOnce: number,
): { realmId: number; ids: number[] }[] {
  const realms = new Map<number, Set<number>>();
  for (const { realmId, id } of items) realms.set(realmId, (realms.get(realmId) ?? new Set()).add(id));
  return [...realms].flatMap(([realmId, all]) => {
    const ids = [...all];
    return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, place) => ({
      realmId,
      ids: ids.slice(place * atOnce, (place + 1) * atOnce),
    }));
  });
}
