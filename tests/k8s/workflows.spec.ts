import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

function run(program: string, args: string[], input?: unknown) {
  const text = input === undefined ? undefined : JSON.stringify(input);
  return spawnSync(program, args, { cwd: root, encoding: 'utf8', input: text, env: { ...process.env, DRY_RUN: '1' } });
}

/** What a program that imports the tools prints, as JSON. */
function evaluated<T>(program: string, input: unknown = null): T {
  const reading = `import { readFileSync } from 'node:fs'; const input = JSON.parse(readFileSync(0, 'utf8'));`;
  const { stdout, stderr } = run(process.execPath, ['--input-type=module', '--eval', reading + program], input);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The commands of docs/operate/kubernetes.md under a heading. */
function steps(heading: string) {
  return run(process.execPath, ['tools/doc-steps.mjs', 'docs/operate/kubernetes.md', heading]);
}

describe('workflows', () => {
  it('run scripts of the repository, and may do no more than they need', () => {
    const problems = (file: string, job: object, more: object = {}) =>
      evaluated<string[]>(
        `import { workflowProblems } from './tools/k8s/workflow-rules.mjs';
         console.log(JSON.stringify(workflowProblems(new Map([input]))));`,
        [file, { name: 'x', permissions: { contents: 'read' }, jobs: { job }, ...more }],
      ).map((problem) => problem.replace(`.github/workflows/${file}: `, ''));
    const good = { 'runs-on': 'ubuntu-24.04', 'timeout-minutes': 9, steps: [{ uses: 'a/b@v1' }, { run: '.ci/run' }] };
    expect(problems('test.yml', good)).toEqual([]);
    const fixed = [{ uses: `a/b@${'0a'.repeat(20)}` }, { run: '.ci/run' }];
    expect(problems('release.yml', { ...good, steps: fixed, permissions: { packages: 'write' } })).toEqual([]);
    expect(problems('release.yml', good)).toEqual(['job: a/b@v1 is not pinned to a commit']);
    const bad = {
      'runs-on': 'ubuntu-latest',
      permissions: { packages: 'write' },
      steps: [{ uses: 'a/b@main' }, { run: 'npm test' }, { run: '.ci/none' }, { run: '.ci/run; curl x' }, {}],
    };
    expect(problems('test.yml', bad, { permissions: 'write-all', environment: 'x' })).toEqual([
      'environment is not known',
      'may do more than read',
      'job: may run for hours',
      'job: runs on ubuntu-latest, which changes',
      'job: may write packages',
      'job: a/b@main is not pinned',
      'job: "npm test" is not one script of .ci',
      'job: there is no .ci/none',
      'job: ".ci/run; curl x" is not one script of .ci',
      'job: has a step that is neither an action nor a script',
    ]);
  });

  it('install what the page says: its commands are complete, and a missing heading is told', () => {
    const byCi = ['2. The namespace and the servers', '3. The secrets', 'A password between servers of NATS'];
    for (const heading of [...byCi, 'From 0.1.0', 'From the chart of NATS']) {
      const { stdout, status } = steps(heading);
      expect([heading, status]).toEqual([heading, 0]);
      expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
    }
    expect(steps('2. The namespace and the servers').stdout).toMatch(
      /^kubectl apply -f k8s\/servers\/postgres-backups/m,
    );
    expect(steps('3. The secrets').stdout).not.toContain('kubectl apply -k');
    expect(steps('9. Nothing').stderr).toContain('there is no heading "9. Nothing"');
  });

  it('release one version of image and chart, for two kinds of processors, with all that proves where they are from', () => {
    const { stdout, status } = run('.ci/release', []);
    expect(status).toBe(0);
    expect(stdout).toMatch(/--platform linux\/amd64,linux\/arm64 .*--sbom=true --provenance=mode=max/);
    expect(stdout.match(/cosign sign/g)).toHaveLength(2);
    const other = spawnSync('.ci/release', { cwd: root, env: { ...process.env, GITHUB_REF_NAME: 'v9.9.9' } });
    expect(other.status).toBe(1);
  });
});

describe('versions of servers', () => {
  it('are the same wherever they are named', () => {
    const problems = evaluated<string[]>(
      `import path from 'node:path';
       import { versionProblems } from './tools/k8s/version-rules.mjs';
       console.log(JSON.stringify(versionProblems((file) => {
         const text = readFileSync(file, 'utf8');
         if (file.endsWith('nats-cluster/nats.yaml')) return text.replace(/nats:[\\d.]+/, 'nats:2.12.0');
         return file.endsWith('standbys.yaml') ? text.replaceAll('image: redis', 'image: valkey') : text;
       })));`,
    );
    expect(problems).toEqual([
      'k8s/components/redis-cluster/standbys.yaml: names no version of Redis',
      expect.stringMatching(
        /^k8s\/components\/nats-cluster\/nats.yaml: NATS is 2.12.0-alpine instead of [\d.]+-alpine$/,
      ),
    ]);
  });
});
