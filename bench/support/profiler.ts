import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchCluster } from './bench-cluster';
import { Inspector } from './inspector';
import { isObject, objectField } from './json';
import { summarizeProfile } from './profile-summary';
import { resultsFolder } from './report';

const SAMPLE_MICROSECONDS = 250;

/** Profiles every service while `work` runs; summaries and .cpuprofile files go to bench/results/profile-NAME. */
export async function profileServices<T>(cluster: BenchCluster, name: string, work: () => Promise<T>): Promise<T> {
  const inspectors = await Inspector.attachAll(cluster);
  for (const inspector of inspectors) {
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
    await inspector.call('Profiler.start');
  }
  const result = await work();
  const folder = resultsFolder(`profile-${name}`);
  for (const inspector of inspectors) {
    const answer = await inspector.call('Profiler.stop');
    const profile = objectField(isObject(answer) ? answer : {}, 'profile');
    writeFileSync(path.join(folder, `${inspector.service}.cpuprofile`), JSON.stringify(profile));
    writeFileSync(path.join(folder, `${inspector.service}.txt`), `${summarizeProfile(profile)}\n`);
    inspector.close();
  }
  console.log(`profiles: ${folder}`);
  return result;
}
