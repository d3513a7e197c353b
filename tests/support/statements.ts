import { TestCluster } from '@stoa/testing';

const METRIC = 'stoa_database_statements_total';
/** Statements that requests caused; those of work in the background come and go under any test. */
const PATTERN = new RegExp(`^${METRIC}\\{[^}]*cause="request"[^}]*\\} (\\d+)`, 'm');
/** Looks up a key's owner once a second and replica, for all requests together. */
const NOT_COUNTED = 'gateway';
const MOST_REPLICAS = 3;
/** The second request to a replica finds there what the first one loaded, and one of the replicas gets two. */
const ATTEMPTS = MOST_REPLICAS + 1;

/** What requests have made the services behind the gateway send to PostgreSQL so far. */
async function statementsSoFar(cluster: TestCluster): Promise<number> {
  const counts = await Promise.all(
    cluster.description.processes
      .filter(({ service, http }) => http && service !== NOT_COUNTED)
      .map(async ({ http }) => PATTERN.exec(await (await fetch(`${http}/metrics?name[]=${METRIC}`)).text())?.[1]),
  );
  return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

/**
 * SQL statements that a request costs once the replica that serves it has its caches filled.
 * @param enough one attempt that needs no more ends the search
 */
export async function statementsOf(cluster: TestCluster, request: () => Promise<unknown>, enough = 0): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && best > enough; attempt++) {
    const before = await statementsSoFar(cluster);
    await request();
    best = Math.min(best, (await statementsSoFar(cluster)) - before);
  }
  return best;
}
