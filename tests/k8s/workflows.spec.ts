import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
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
    expect(problems('release.yml', { ...good, steps: fixed })).toEqual([]);
    expect(problems('release.yml', good)).toEqual(['job: a/b@v1 is not pinned to a commit']);
    const publish = { ...good, steps: fixed, permissions: { packages: 'write' } };
    const call = (file: string) => ({ uses: `./.github/workflows/${file}` });
    const release = (job: object, more: object = {}) =>
      problems('release.yml', {}, { jobs: { test: call('test.yml'), kind: call('kubernetes.yml'), job, ...more } });
    expect(release({ ...publish, needs: ['test', 'kind'] })).toEqual([]);
    expect(release({ ...publish, needs: 'test', if: 'always()' })).toEqual([
      'job: if is not known',
      'job: does not wait for kubernetes.yml',
    ]);
    expect(release(good, { other: { uses: 'a/b/.github/workflows/c.yml@v1', secrets: 'inherit' } })).toEqual([
      'job: a/b@v1 is not pinned to a commit',
      'other: calls a/b/.github/workflows/c.yml@v1, which is not of this repository',
      'other: secrets is not known',
    ]);
    const bad = {
      'runs-on': 'ubuntu-latest',
      permissions: { packages: 'write' },
      steps: [
        { uses: 'a/b@main' },
        { run: 'npm test' },
        { run: '.ci/none' },
        { run: '.ci/run; curl x' },
        { 'continue-on-error': true },
      ],
      'continue-on-error': true,
    };
    expect(problems('test.yml', bad, { permissions: 'write-all', environment: 'x' })).toEqual([
      'environment is not known',
      'may do more than read',
      'job: continue-on-error is not known',
      'job: may run for hours',
      'job: runs on ubuntu-latest, which changes',
      'job: may write packages',
      'job: a/b@main is not pinned',
      'job: "npm test" is not one script of .ci',
      'job: there is no .ci/none',
      'job: ".ci/run; curl x" is not one script of .ci',
      'job: continue-on-error is not known',
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
    const [, image] = /buildx build .* --tag (\S+):\d/.exec(stdout) ?? [];
    expect(image).toMatch(/^ghcr\.io\/\S+\/stoa$/);
    expect(stdout.match(/^.*image\.repository is .*$/gm)).toEqual([
      `values.yaml: image.repository is ${image}`,
      `values-production.yaml: image.repository is ${image}`,
    ]);
    expect(stdout).toMatch(/^helm package \/\S+\/stoa --version/m);
    const other = spawnSync('.ci/release', { cwd: root, env: { ...process.env, GITHUB_REF_NAME: 'v9.9.9' } });
    expect(other.status).toBe(1);
  });
});

describe('the size of the image', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-docker-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the step says of an image whose layers, and those of its base, are so large. */
  function measured(own: number[], base: number[], name = 'node:slim') {
    const sizes = (layers: number[]) => `printf '%s\\n' ${layers.join(' ')}`;
    const program = `#!/bin/sh
      case "$*" in
        history*node:slim) ${sizes(base)} ;;
        history*) ${sizes([...own, ...base])} ;;
        "image inspect --format"*) echo ${name} ;;
      esac`;
    writeFileSync(path.join(folder, 'docker'), program, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    return spawnSync('.ci/image-size', ['stoa:1'], { cwd: root, encoding: 'utf8', env });
  }

  it('is held to what it may add to its base', () => {
    expect(measured([0, 89e6, 1e6], [75e6, 130e6])).toMatchObject({
      status: 0,
      stdout: 'stoa:1: 90 MB above node:slim, of at most 165 MB\n',
    });
    expect(measured([166e6], [75e6])).toMatchObject({ status: 1, stderr: 'stoa:1 has become too large\n' });
    expect(measured([], [75e6])).toMatchObject({ status: 1, stderr: expect.stringContaining('are not known') });
    expect(measured([89e6], [75e6], '')).toMatchObject({ status: 1, stderr: expect.stringContaining('is based on') });
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

describe('versions of programs in CI', () => {
  it('are renewed, each by a rule', () => {
    const problems = (right: string, wrong: string) =>
      evaluated<string[]>(
        `import { renewalProblems } from './tools/k8s/renewal-rules.mjs';
         const [right, wrong] = input;
         console.log(JSON.stringify(renewalProblems((file) => readFileSync(file, 'utf8').replaceAll(right, wrong))));`,
        [right, wrong],
      );
    expect(problems('none', 'none')).toEqual([]);
    expect(problems('# renovate: datasource=github-releases', '# see')).toEqual([
      expect.stringMatching(/^\.ci\/kind: renovate\.json does not renew v[\d.]+$/),
      expect.stringMatching(/does not renew [\d.]+$/),
      ...Array.from({ length: 3 }, (): unknown => expect.stringMatching(/does not renew v[\d.]+$/)),
    ]);
    expect(problems('go install github.com/yannh', 'go install example.com/yannh')).toEqual([
      expect.stringMatching(/^\.ci\/chart: renovate\.json does not renew v[\d.]+$/),
    ]);
    expect(problems('azure/setup-helm@v4', 'azure/setup@v4')).toHaveLength(2);
    expect(problems('"datasourceTemplate": "go"', '"datasourceTemplate": ""')).toHaveLength(2);
  });
});
