import { spawnSync } from 'node:child_process';
import { root } from './rendered-manifests';

describe('certificates of servers', () => {
  it('have the names by which others know the servers', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { Catalogue } from './tools/k8s/catalogue.mjs';
      import { certificateProblems } from './tools/k8s/certificate-rules.mjs';
      import { renderedObjects } from './tools/k8s/chart.mjs';
      import { parseObjects } from './tools/k8s/render.mjs';
      const text = readFileSync('k8s/servers/certificates.yaml', 'utf8');
      const wrong = [["'*.redis-standby.stoa.svc'", "'*.standby.stoa.svc'"], ['[nats, nats.stoa.svc', '[nats.stoa.svc'],
        ["'*.nats-headless',", "'nats-0.nats-headless', 'nats-1.nats-headless',"], ['secretName: redis-tls', 'secretName: tls']];
      const catalogue = new Catalogue(renderedObjects('production'));
      const problems = (changes) => [...certificateProblems(
        parseObjects(changes.reduce((all, [right, other]) => all.replace(right, other), text), 'x'), catalogue)];
      console.log(JSON.stringify([problems([]), problems(wrong.slice(0, 3)), problems(wrong.slice(3))]));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([stderr, JSON.parse(stdout || '[]')]).toEqual([
      '',
      [
        [],
        expect.arrayContaining([
          'StatefulSet nats: its certificate does not name nats-2.nats-headless',
          'StatefulSet nats: its certificate does not name nats',
          'StatefulSet redis: its certificate does not name redis-standby-0.redis-standby.stoa.svc',
        ]),
        expect.arrayContaining(['StatefulSet redis: nothing makes its certificate redis-tls']),
      ],
    ]);
  });
});
