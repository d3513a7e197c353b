import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

/** A bound for what hangs: each check is a process of its own, on a machine that may be busy. */
jest.setTimeout(300_000);

const root = path.resolve(__dirname, '..', '..');
const chart = path.join(root, 'k8s', 'helm', 'stoa');
const exampleFolder = path.join(__dirname, 'chart-values');

/** Values that are refused, and what is said of them. */
const REFUSED: [object, string][] = [
  [{ replicas: 3 }, 'values must NOT have additional properties (replicas)'],
  [{ logLevel: 'loud' }, 'values.logLevel must be equal to one of the allowed values'],
  [{ database: { port: '5432' } }, 'values.database.port must be integer'],
  [{ image: { digest: 'sha256:short' } }, 'values.image.digest must match pattern'],
  [{ settings: { STOA_POLL_HOLD_SECONDS: 60 } }, 'values.settings.STOA_POLL_HOLD_SECONDS must be string'],
  [{ settings: { LOG_LEVEL: 'info' } }, 'values.settings property name must be valid'],
  [{ ingress: { timeoutSeconds: 60 } }, 'values.ingress.timeoutSeconds must be >= 65'],
  [{ services: { gateway: { resources: null } } }, "values.services.gateway must have required property 'resources'"],
  [{ services: { chat: {} } }, 'values.services must NOT have additional properties (chat)'],
  [{ storage: { store: 'local' } }, 'storage.local.existingClaim is needed with store local'],
];

function node(args: string[], input?: string) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', input, maxBuffer: 64 * 1024 * 1024 });
}

/** What a program that imports the tools prints, as JSON. */
function evaluated<T>(program: string, input: unknown = null): T {
  const reading = `import { readFileSync } from 'node:fs'; const input = JSON.parse(readFileSync(0, 'utf8'));`;
  const { stdout, stderr } = node(['--input-type=module', '--eval', reading + program], JSON.stringify(input));
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

interface Rendered {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: { template?: { metadata: { annotations?: Record<string, string> } }; ingressClassName?: string };
  data?: Record<string, string>;
}

function render(values: object): Rendered[] {
  return evaluated(
    `import { renderChartObjects } from './tools/k8s/helm/chart.mjs';
     console.log(JSON.stringify(renderChartObjects(${JSON.stringify(chart)}, { values: input })));`,
    values,
  );
}

describe('the Helm chart', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-chart-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function check(values: string) {
    const file = path.join(folder, 'values.yaml');
    writeFileSync(file, values);
    return node(['tools/k8s-check.mjs', '--values', file]);
  }

  it.each(readdirSync(exampleFolder))('renders what Kubernetes accepts with %s', (name) => {
    const { stdout, stderr, status } = node(['tools/k8s-check.mjs', '--values', path.join(exampleFolder, name)]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/values: \d{2,} objects, 0 problems\n$/);
    expect(status).toBe(0);
  });

  it('refuses values that are wrong', () => {
    const messages = evaluated<string[]>(
      `import { renderChartObjects } from './tools/k8s/helm/chart.mjs';
       console.log(JSON.stringify(input.map((values) => {
         try {
           return String(renderChartObjects(${JSON.stringify(chart)}, { values }).length);
         } catch (error) {
           return error.message;
         }
       })));`,
      REFUSED.map(([values]) => values),
    );
    expect(messages).toEqual(REFUSED.map(([, problem]) => expect.stringContaining(problem)));
  });

  it('is checked with the values of whoever asks', () => {
    const { stderr } = check(
      `settings: { STOA_UNKNOWN: x, STOA_POLL_HOLD_SECONDS: "50", STOA_HTTP_REQUESTS: "0" }
ingress: { timeoutSeconds: 65 }
services: { users: { heapMiB: 1000 } }`,
    );
    expect(stderr).toContain('Deployment users: users: STOA_UNKNOWN is read by nothing');
    expect(stderr).toContain('Deployment gateway: gateway: STOA_HTTP_REQUESTS is wrong');
    expect(stderr).toContain('Ingress gateway: ends polls');
    expect(stderr).toContain('Deployment users: has a heap too large for its memory');
  });

  it('rolls the pods when settings change, and only then', () => {
    const digests = (values: object) =>
      render(values).flatMap(({ spec }) => spec?.template?.metadata.annotations?.['checksum/settings'] ?? []);
    const [before, same, after] = [{}, { commonLabels: { team: 'chat' } }, { logLevel: 'debug' }].map(digests);
    expect(new Set(before)).toEqual(new Set(same));
    expect(new Set(before).size).toBe(1);
    expect(new Set(after)).not.toEqual(new Set(before));
  });

  it('lets settings win over values, and annotations of the ingress over its own', () => {
    const objects = render(parse(readFileSync(path.join(exampleFolder, 'everything.yaml'), 'utf8')));
    const find = (kind: string, name: string) =>
      objects.find((object) => object.kind === kind && object.metadata.name === name);
    expect(find('ConfigMap', 'stoa-config')?.data).toMatchObject({
      STOA_LOG_LEVEL: 'error',
      STOA_POLL_HOLD_SECONDS: '50',
      STOA_UPLOAD_S3_ENDPOINT: 'https://minio.example.org:9000',
    });
    expect(find('Ingress', 'gateway')?.metadata.annotations).toMatchObject({
      'cert-manager.io/cluster-issuer': 'letsencrypt',
      'nginx.ingress.kubernetes.io/proxy-body-size': '300m',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '120',
      'example.org/owner': 'chat@example.org',
    });
    expect(find('ServiceMonitor', 'push')?.metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
  });

  it('must be equal to the kustomization: any difference is found', () => {
    const base = `[
      { kind: 'Namespace', metadata: { name: 'stoa' } },
      { kind: 'ConfigMap', metadata: { name: 'stoa-config-abcdefghij', namespace: 'stoa' }, data: { KEY: 'a' } },
      { kind: 'Deployment', metadata: { name: 'x' }, spec: { list: [1, 2], template: { metadata: {} } } },
      { kind: 'Job', metadata: { name: 'migrate' } } ]`;
    const charted = (value: string, list: number[]) => [
      { kind: 'ConfigMap', metadata: { name: 'stoa-config' }, data: { KEY: value } },
      {
        kind: 'Deployment',
        metadata: { name: 'x' },
        spec: { list, template: { metadata: { annotations: { 'checksum/settings': 'd' } } } },
      },
      { kind: 'Job', metadata: { name: 'migrate-1' } },
    ];
    const problems = (objects: object[]) =>
      evaluated(
        `import { equalityProblems } from './tools/k8s/helm/equality.mjs';
         console.log(JSON.stringify(equalityProblems(${base}, input)));`,
        objects,
      );
    expect(problems(charted('a', [1, 2]))).toEqual([]);
    expect(problems([...charted('b', [1, 3]).slice(0, 2), { kind: 'Service', metadata: { name: 'x' } }])).toEqual([
      'ConfigMap stoa-config: data.KEY is "b" instead of "a"',
      'Deployment x: spec.list.1 is 3 instead of 2',
      'Job migrate is missing',
      'Service x is there as well',
    ]);
  });

  it('has a version and notes that name what was installed', () => {
    const [notes, jobs] = evaluated<[string, string[]]>(
      `import { renderChart, renderChartObjects } from './tools/k8s/helm/chart.mjs';
       const [chart, release] = [${JSON.stringify(chart)}, { Namespace: 'chat', Revision: 7 }];
       const jobs = renderChartObjects(chart, { release }).filter(({ kind }) => kind === 'Job');
       console.log(JSON.stringify([
         renderChart(chart, { release }).get('NOTES.txt'),
         jobs.map(({ metadata }) => metadata.name),
       ]));`,
    );
    const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(parse(readFileSync(path.join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
    expect(notes).toContain(`Stoa ${version} in namespace chat, revision 7.`);
    // A job cannot be changed: each revision has one of its own.
    expect(jobs).toEqual(['migrate-7']);
    expect(notes).toContain('kubectl -n chat wait --for=condition=complete job/migrate-7');
  });
});
