import { TestCluster } from '@stoa/testing';

/** The sum of a metric over all replicas of a service, of the series with these labels (`gate="calls"`) if named. */
export async function metricOf(cluster: TestCluster, service: string, name: string, labels = ''): Promise<number> {
  let sum = 0;
  for (const process of cluster.description.processes) {
    if (process.service !== service) continue;
    const text = await (await fetch(`${process.http}/metrics?name[]=${name}`)).text();
    for (const [, found = '', value] of text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))) {
      if (found.includes(labels)) sum += Number(value);
    }
  }
  return sum;
}
