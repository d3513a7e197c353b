import type { ChaosCluster } from '../cluster/chaos-cluster';
import type { DatabaseView } from '../cluster/database-view';
import type { LostTail } from '../checker/log-check';
import type { History } from '../checker/history';
import type { Journal } from '../records';
import type { Attempts, World } from '../workload/attempts';
import type { Listener, ListenerOptions } from '../workload/listener';
import type { Realm } from '../workload/population';
import type { Person } from '../../../support/people';

/** What faults need of a run. */
export interface FaultTools {
  chaos: ChaosCluster;
  view: DatabaseView;
  journal: Journal;
  world: World;
  attempts: Attempts;
  history: History;
  /** Periods whose acknowledged actions may be lost. */
  lostTails: LostTail[];
  /** Heads of the partitions when the present life of the database began. */
  heads: ReadonlyMap<number, number>;
  realms: readonly Realm[];
  /** Adds a queue whose events are checked as all others are. */
  listen: (person: Person, realm: Realm, options: ListenerOptions) => Listener;
}
