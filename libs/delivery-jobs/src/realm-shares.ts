import { Injectable } from '@nestjs/common';

/** Jobs of an organization that make its work one step less urgent. */
const JOBS_PER_STEP = 50;
const LEAST_URGENT = 10_000;

/** Keeps one organization's flood from the others: how much of each is under way here, and how much waits. */
@Injectable()
export class RealmShares {
  private readonly running = new Map<number, number>();
  private backlog: ReadonlyMap<number, number> = new Map();

  underWay(realmId: number): number {
    return this.running.get(realmId) ?? 0;
  }

  begin(realmId: number): void {
    this.running.set(realmId, this.underWay(realmId) + 1);
  }

  end(realmId: number): void {
    const left = this.underWay(realmId) - 1;
    if (left > 0) this.running.set(realmId, left);
    else this.running.delete(realmId);
  }

  /** @param backlog jobs that wait, by organization */
  setBacklog(backlog: ReadonlyMap<number, number>): void {
    this.backlog = backlog;
  }

  /**
   * The priority of a piece of work, 1 first: the more of its organization waits, and the more of it comes at once, the
   * later. @param place among the pieces that are added together
   */
  priorityOf(realmId: number, place: number): number {
    const waiting = Math.floor((this.backlog.get(realmId) ?? 0) / JOBS_PER_STEP);
    return Math.min(LEAST_URGENT, 1 + waiting + place);
  }
}
