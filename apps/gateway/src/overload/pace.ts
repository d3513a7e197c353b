import { setTimeout as delay } from 'node:timers/promises';

/** Whose use of something is counted. Without a user it is nobody's in particular: the organization's share is theirs. */
export interface PaceOwner {
  realmId: number;
  userId?: number;
}

export interface PaceOptions {
  /** What one organization may use each second. */
  perSecond: number;
  /** What of it one of its users may. */
  userShare: number;
  /** Milliseconds of the pace that may be used at once after a pause. */
  burstMs: number;
}

/** Clocks that are not ahead say nothing, so those that were not used for longest may be forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * A pace at which organizations, and each of their users, may use something. Each use gets a moment of its own, in the order
 * of asking, and waits for it with one timer: buckets that everybody looks into until there is enough cost a gateway a
 * third of a processor with eighty waiting.
 */
export class Pace {
  private readonly realms: Clocks;
  private readonly users: Clocks;

  constructor({ perSecond, userShare, burstMs }: PaceOptions) {
    this.realms = new Clocks(perSecond, burstMs);
    this.users = new Clocks(perSecond * userShare, burstMs);
  }

  /** Milliseconds that a use would wait if it were asked for now. */
  waitMs({ realmId, userId }: PaceOwner): number {
    const now = performance.now();
    const ofUser = userId === undefined ? 0 : this.users.at(userId, now);
    return Math.max(0, this.realms.at(realmId, now) - now, ofUser - now);
  }

  /** Waits for the moment of this use. */
  async take(amount: number, owner: PaceOwner): Promise<void> {
    const waitMs = this.waitMs(owner);
    const now = performance.now();
    this.realms.use(owner.realmId, amount, now);
    if (owner.userId !== undefined) this.users.use(owner.userId, amount, now);
    if (waitMs > 0) await delay(waitMs);
  }
}

/** The moment, for each owner, at which what was used so far is paid for. The most recently used come last. */
class Clocks {
  private readonly moments = new Map<number, number>();

  constructor(
    private readonly perSecond: number,
    private readonly burstMs: number,
  ) {}

  at(id: number, now: number): number {
    return Math.max(this.moments.get(id) ?? 0, now - this.burstMs);
  }

  use(id: number, amount: number, now: number): void {
    const moment = this.at(id, now) + (amount / this.perSecond) * 1_000;
    this.moments.delete(id);
    this.moments.set(id, moment);
    const [oldest] = this.moments.size > MOST_REMEMBERED ? this.moments.keys() : [];
    if (oldest !== undefined) this.moments.delete(oldest);
  }
}
