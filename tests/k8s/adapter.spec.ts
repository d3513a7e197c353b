import { spawnSync } from 'node:child_process';
import { root } from './rendered-manifests';

describe('prometheus-adapter', () => {
  it('is asked for what its rules find', () => {
    const program = `
      import { adapterProblems, readAdapterValues } from './tools/k8s/adapter-rules.mjs';
      import { renderedObjects } from './tools/k8s/chart.mjs';
      import { readFacts } from './tools/k8s/facts.mjs';
      const facts = readFacts();
      const objects = renderedObjects('adapter');
      const changed = (right, wrong) => JSON.parse(JSON.stringify(readAdapterValues()).replaceAll(right, wrong));
      const changes = [['', ''], ['stoa_held_polls', 'stoa_held'], ['\\"pod\\"', '\\"pods\\"'], [' by (', ' on (']];
      console.log(JSON.stringify([
        ...changes.map(([right, wrong]) => adapterProblems(changed(right, wrong), objects, facts)),
        adapterProblems(readAdapterValues(), [], facts)]));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    const of = (...problems: string[]) =>
      problems.map((problem) => `k8s/servers/prometheus-adapter-values.yaml: ${problem}`);
    expect([stderr, JSON.parse(stdout || '[]')]).toEqual([
      '',
      [
        [],
        of('nothing exports stoa_held', 'there is no rule for stoa_held_polls'),
        of('stoa_held_polls is not known by its pod'),
        of('stoa_held_polls is not asked for pod by pod'),
        of('no autoscaler asks the adapter for anything'),
      ],
    ]);
  });
});
