import { Injectable } from '@nestjs/common';
import { RecentValues } from './recent-values';
import type { RepeatablePoll } from './repeatable-poll';

/** Longer than a poll is held (60 s at most), and than its client needs to come back. */
const REMEMBERED_MS = 70_000;

/** The last poll of each queue that was asked for here, by which the next one is known. */
@Injectable()
export class RememberedPolls {
  private readonly polls = new RecentValues<RepeatablePoll>(REMEMBERED_MS);

  find(queueId: string): RepeatablePoll | undefined {
    return this.polls.get(queueId);
  }

  note(queueId: string, poll: RepeatablePoll): void {
    this.polls.note(queueId, poll);
  }

  /** The keys of these users were revoked: the next poll of each is looked at anew (I10). */
  forgetUsers(users: ReadonlySet<unknown>): void {
    this.polls.forget(({ userId }) => users.has(userId));
  }
}
