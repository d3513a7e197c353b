import { FairShares, tooMuchLoad } from '@stoa/lifecycle';
import { callerOfWork, forAll } from '@stoa/observability';

/** Of a pool's connections a user has two fifths at most. */
const USER_SHARE = 0.4;

/**
 * A pool's connections, shared among the callers: an organization never has all of them, and one of its users a few. What
 * the service does by itself, and what several callers wait for, takes part without a share; there is little of it.
 */
export class ConnectionShares {
  private readonly shares: FairShares;

  /** @param longestWaitMs the wait for a connection, in milliseconds */
  constructor(size: number, longestWaitMs: number) {
    this.shares = new FairShares({
      concurrent: size,
      mostPerTenant: Math.max(1, size - 1),
      mostPerUser: Math.max(1, Math.floor(size * USER_SHARE)),
      longestWaitMs,
      refuse: tooMuchLoad,
    });
  }

  /** @throws DomainError 429 or UnavailableError when the caller's share was not free in time */
  run<T>(work: () => Promise<T>): Promise<T> {
    const caller = callerOfWork();
    return caller ? this.shares.run(work, { tenant: caller.realmId, user: caller.userId }) : work();
  }

  /**
   * The same for work that asks for further connections while it has one: it waits for no second share, as others may wait
   * for locks that it holds.
   */
  runHolding<T>(work: () => Promise<T>): Promise<T> {
    return this.run(() => forAll(work));
  }

  /** Pieces of work that wait for their share. */
  get waiting(): number {
    return this.shares.waiting;
  }
}
