import { TestCluster } from '@stoa/testing';

const ATTEMPTS = 6;
const METRIC = 'stoa_database_statements_total';
const PATTERN = new RegExp(`^${METRIC}\\{[^}]*\\} (\\d+)`, 'm');
/** They work in the background whoever asks what, or look up whose a key is once a second and replica. */
const NOT_COUNTED = new Set(['events', 'push', 'gateway']);

/** What the services behind the gateway have sent to PostgreSQL so far. */
async function statementsSoFar(cluster: TestCluster): Promise<number> {
  const counts = await Promise.all(
    cluster.description.processes
      .filter(({ service, http }) => http && !NOT_COUNTED.has(service))
      .map(async ({ http }) => PATTERN.exec(await (await fetch(`${http}/metrics?name[]=${METRIC}`)).text())?.[1]),
  );
  return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

/**
 * SQL statements that a request costs, at best of several times: jobs of the services come in between now and then.
 * @param enough how few are as good as fewer: one attempt that needs no more ends the search
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
