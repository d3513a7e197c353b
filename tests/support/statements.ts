import { TestCluster } from '@stoa/testing';

const ATTEMPTS = 8;
const PATTERN = /^stoa_database_statements_total\{[^}]*\} (\d+)/m;
/** They work in the background whoever asks what. */
const BACKGROUND = new Set(['events', 'push']);

/** What the request-answering services have sent to PostgreSQL so far. */
async function statementsSoFar(cluster: TestCluster): Promise<number> {
  const counts = await Promise.all(
    cluster.description.processes
      .filter(({ service, http }) => http && !BACKGROUND.has(service))
      .map(async ({ http }) => PATTERN.exec(await (await fetch(`${http}/metrics`)).text())?.[1]),
  );
  return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

/**
 * SQL statements that a request costs when everything that is remembered for a second is. Other work of the services may come
 * in between, so it is asked until the least has been seen twice.
 */
export async function statementsOf(cluster: TestCluster, request: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await request();
    const before = await statementsSoFar(cluster);
    await request();
    counts.push((await statementsSoFar(cluster)) - before);
    const least = Math.min(...counts);
    if (counts.filter((count) => count === least).length > 1) return least;
  }
  return Math.min(...counts);
}
