import type { Target } from '../../../bench/support/http-connection';
import type { SeededUser } from '../../../bench/support/seed';

/** What the worker is told when it starts. */
export interface BystanderOrders {
  target: Target;
  host: string;
  users: readonly SeededUser[];
  channelId: number;
}

/** One thing that a bystander did, or that reached him. */
export interface Sample {
  operation: string;
  ms: number;
  /** Why it did not succeed. */
  refusal?: string;
}
