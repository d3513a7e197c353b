import { Admission, AdmissionClaim, AdmissionOptions, WAITING_PER_PLACE } from './admission';

export interface FairSharesOptions extends AdmissionOptions {
  /** Places that one user may have, however many are free. */
  mostPerUser: number;
}

export interface ShareClaim extends AdmissionClaim {
  /** Whose work it is within the tenant. */
  user?: number | string;
}

/**
 * Places that are shared among tenants, and a tenant's among its users. A user who asks for more than a few at once waits
 * in a line of his own, so that he is never in front of others more than a few times, those of his tenant included.
 */
export class FairShares {
  /** Of all tenants: what to meter. */
  readonly places: Admission;
  private readonly users: Admission;

  constructor({ mostPerUser, ...options }: FairSharesOptions) {
    this.places = new Admission(options);
    const { longestWaitMs, refuse } = options;
    // No bound on all users together: that is what the places are for. A line that one user keeps long is short for others.
    this.users = new Admission({
      concurrent: Infinity,
      longestWaitMs,
      mostPerTenant: mostPerUser,
      mostWaitingPerTenant: mostPerUser * WAITING_PER_PLACE,
      refuse,
    });
    this.users.onRefusal = (reason) => this.places.onRefusal(reason);
  }

  /** Pieces of work that wait for a place, or for one of their user's. */
  get waiting(): number {
    return this.places.waiting + this.users.waiting;
  }

  /**
   * Does the work once there is a place for it; without a user it takes part as its tenant, without a tenant as one more.
   * @throws DomainError 429 or UnavailableError with a jittered `retry-after`, in seconds, when there was none in time
   */
  run<T>(work: () => Promise<T>, { user, ...claim }: ShareClaim = {}): Promise<T> {
    const take = () => this.places.run(work, claim);
    return user === undefined ? take() : this.users.run(take, { tenant: user, deadlineAt: claim.deadlineAt });
  }
}
