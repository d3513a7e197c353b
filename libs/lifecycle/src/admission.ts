import { DomainError, UnavailableError } from '@stoa/errors';

export interface AdmissionOptions {
  /** Pieces of work that run at the same time. */
  concurrent: number;
  /** Longest wait for a place, in milliseconds. */
  longestWaitMs: number;
  /**
   * Wait for a place, in milliseconds, once there was always somebody waiting for as long as {@link longestWaitMs}: a
   * burst is worth waiting for, but a queue that does not drain makes everybody wait and nobody faster. The same as
   * {@link longestWaitMs} unless set.
   */
  overloadedWaitMs?: number;
  /** Pieces of work that wait at the same time; 16 for each place unless set. */
  mostWaiting?: number;
  /** Places that one tenant may have, however many are free; all unless set. */
  mostPerTenant?: number;
  /** Pieces of work of one tenant that wait at the same time; as many as wait at all unless set. */
  mostWaitingPerTenant?: number;
  /** The error of a refused caller; {@link tooManyCalls} unless set. */
  refuse?: (reason: RefusalReason) => Error;
}

/**
 * Why there was no place. `tenant`: its own tenant has all that it may have. `full`: too many wait already. `time`: none
 * became free in time.
 */
export type RefusalReason = 'tenant' | 'full' | 'time';

export interface AdmissionClaim {
  /** Whose work it is: places are shared fairly among tenants. */
  tenant?: number | string;
  /** Milliseconds since the epoch: there is no use in a place after it. */
  deadlineAt?: number;
}

/** Shortest and longest time after which a refused caller should come back, in seconds. */
const RETRY_AFTER_SECONDS = { from: 1, to: 5 } as const;
/** Pieces of work that wait, for each that runs. */
export const WAITING_PER_PLACE = 16;

interface Waiter {
  admit: () => void;
  refuse: (error: Error) => void;
  timer: NodeJS.Timeout;
}

class Tenant {
  running = 0;
  /** The longest wait first. */
  readonly waiting = new Set<Waiter>();

  constructor(readonly name: number | string | undefined) {}
}

/**
 * Bounds work that many clients ask for at once: a short wait, then a refusal that spreads the callers over seconds
 * (design.md 3, "admission control"). A place that becomes free goes to the tenant that has the fewest, and when too
 * many wait, the tenant with most waiters loses its newest: one that asks for everything takes nothing from the others.
 */
export class Admission {
  private readonly tenants = new Map<number | string | undefined, Tenant>();
  private readonly queued = new Set<Tenant>();
  private places = 0;
  private waiters = 0;
  private waitingSince: number | undefined;

  /** Called once per refusal. */
  onRefusal: (reason: RefusalReason) => void = () => undefined;

  constructor(private readonly options: AdmissionOptions) {}

  /** Pieces of work that run now. */
  get running(): number {
    return this.places;
  }

  /** Pieces of work that wait for a place now. */
  get waiting(): number {
    return this.waiters;
  }

  /**
   * Does the work once there is a place for it.
   * @throws DomainError 429 or UnavailableError with a jittered `retry-after`, in seconds, when there was none in time
   */
  async run<T>(work: () => Promise<T>, claim: AdmissionClaim = {}): Promise<T> {
    const tenant = this.tenantOf(claim.tenant);
    if (this.places < this.options.concurrent && this.mayRun(tenant) && tenant.waiting.size === 0) this.take(tenant);
    else await this.wait(tenant, claim.deadlineAt);
    try {
      return await work();
    } finally {
      this.leave(tenant);
    }
  }

  private tenantOf(name: number | string | undefined): Tenant {
    let tenant = this.tenants.get(name);
    if (!tenant) this.tenants.set(name, (tenant = new Tenant(name)));
    return tenant;
  }

  private mayRun(tenant: Tenant): boolean {
    return tenant.running < (this.options.mostPerTenant ?? this.options.concurrent);
  }

  private take(tenant: Tenant): void {
    this.places++;
    tenant.running++;
  }

  private async wait(tenant: Tenant, deadlineAt = Infinity): Promise<void> {
    const isPatient = tenant.waiting.size < (this.options.mostWaitingPerTenant ?? Infinity);
    if (!isPatient || (this.waiters >= this.mostWaiting && !this.makeRoom(tenant))) {
      this.forgetIfIdle(tenant);
      throw this.refusal(this.mayRun(tenant) ? 'full' : 'tenant');
    }
    const waitMs = Math.min(this.waitMs(), deadlineAt - Date.now());
    await new Promise<void>((admit, refuse) => {
      const giveUp = () => {
        this.remove(tenant, waiter);
        refuse(this.refusal(this.mayRun(tenant) ? 'time' : 'tenant'));
      };
      const waiter: Waiter = { admit, refuse, timer: setTimeout(giveUp, Math.max(0, waitMs)) };
      tenant.waiting.add(waiter);
      this.queued.add(tenant);
      this.waiters++;
      this.waitingSince ??= performance.now();
    });
  }

  private get mostWaiting(): number {
    return this.options.mostWaiting ?? this.options.concurrent * WAITING_PER_PLACE;
  }

  private waitMs(): number {
    const { longestWaitMs, overloadedWaitMs = longestWaitMs } = this.options;
    const isStanding = this.waitingSince !== undefined && performance.now() - this.waitingSince > longestWaitMs;
    return isStanding ? overloadedWaitMs : longestWaitMs;
  }

  /** Sends the newest waiter of the greediest tenant away, unless that is the one who asks. */
  private makeRoom(asking: Tenant): boolean {
    let greediest = asking;
    for (const tenant of this.queued) if (tenant.waiting.size > greediest.waiting.size) greediest = tenant;
    if (greediest.waiting.size <= asking.waiting.size + 1) return false;
    const newest = [...greediest.waiting].at(-1);
    if (!newest) return false;
    clearTimeout(newest.timer);
    this.remove(greediest, newest);
    newest.refuse(this.refusal('tenant'));
    return true;
  }

  private remove(tenant: Tenant, waiter: Waiter): void {
    tenant.waiting.delete(waiter);
    this.waiters--;
    if (this.waiters === 0) this.waitingSince = undefined;
    if (tenant.waiting.size === 0) this.queued.delete(tenant);
    this.forgetIfIdle(tenant);
  }

  private forgetIfIdle(tenant: Tenant): void {
    if (tenant.running === 0 && tenant.waiting.size === 0) this.tenants.delete(tenant.name);
  }

  private leave(tenant: Tenant): void {
    this.places--;
    tenant.running--;
    this.forgetIfIdle(tenant);
    const next = this.nextTenant();
    const [waiter] = next?.waiting ?? [];
    if (!next || !waiter) return;
    clearTimeout(waiter.timer);
    // Taken before the waiter is removed, so that its tenant is not forgotten in between.
    this.take(next);
    this.remove(next, waiter);
    waiter.admit();
  }

  /** The one with the fewest places; of several, the one that waits longest. */
  private nextTenant(): Tenant | undefined {
    let next: Tenant | undefined;
    for (const tenant of this.queued) {
      if (this.mayRun(tenant) && (!next || tenant.running < next.running)) next = tenant;
    }
    return next;
  }

  private refusal(reason: RefusalReason): Error {
    this.onRefusal(reason);
    return (this.options.refuse ?? tooManyCalls)(reason);
  }
}

/** Between one and five seconds, so that refused callers do not come back at once together. */
export function retryAfterSeconds(): number {
  const { from, to } = RETRY_AFTER_SECONDS;
  return Math.round((from + Math.random() * (to - from)) * 100) / 100;
}

/** 429 for every reason: for work that the caller can do without for a while. */
export function tooManyCalls(): DomainError {
  return new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    status: 429,
    data: { 'retry-after': retryAfterSeconds() },
  });
}

/** 429 for a tenant that has all it may have, 503 where the process as a whole has no room. */
export function tooMuchLoad(reason: RefusalReason): DomainError | UnavailableError {
  if (reason === 'tenant') return tooManyCalls();
  return new UnavailableError('there is too much to do', { retryAfterSeconds: retryAfterSeconds() });
}
