import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readManifests } from './rendered-manifests';

/** A bound for what hangs: each check is a process of its own, on a machine that may be busy. */
const root = path.resolve(__dirname, '..', '..');
const chart = path.join(root, 'k8s', 'helm', 'stoa');
const exampleFolder = path.join(__dirname, 'chart-values');
const examples = readdirSync(exampleFolder).map((name) => path.basename(name, '.yaml'));

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
  [{ gatewayApi: { enabled: true } }, 'values.gatewayApi.parentRefs must NOT have fewer than 1 items'],
  [{ redis: { primaries: 0 } }, 'values.redis.primaries must be >= 1'],
  [{ extraObjects: { kind: 'ConfigMap' } }, 'values.extraObjects must be array'],
  [{ services: { push: { maxUnavailable: [] } } }, 'values.services.push.maxUnavailable must match'],
  [{ nats: { servers: 2 } }, 'values.nats.servers must be >= 3'],
  [{ services: { push: { minAvailable: 1, maxUnavailable: 1 } } }, 'values.services.push must NOT be valid'],
  [{ podDisruptionBudgets: { minAvailable: '100%' } }, 'values.podDisruptionBudgets.minAvailable must match'],
  [{ probes: { startup: { timeout: 3 } } }, 'values.probes.startup must NOT have additional properties (timeout)'],
  [{ global: { imageRegistry: 'https://mirror.example.com' } }, 'values.global.imageRegistry must match pattern'],
  [{ fullnameOverride: 'chat' }, 'values must NOT have additional properties (fullnameOverride)'],
  [{ services: { chat: {} } }, 'values.services must NOT have additional properties (chat)'],
  [{ storage: { store: 'local' } }, 'values.storage.local.existingClaim must NOT have fewer than 1 characters'],
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

interface RenderedPod {
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[];
  imagePullSecrets?: { name: string }[];
  containers?: { image: string; readinessProbe?: object; livenessProbe?: object }[];
}

interface Rendered {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: RenderedPod & {
    template?: {
      metadata: { annotations?: Record<string, string> };
      spec: RenderedPod;
    };
    ingressClassName?: string;
    scaleTargetRef?: { name: string };
  };
  data?: Record<string, string>;
}

/** What the chart renders to, by the name of the file in k8s/helm/rendered. */
function render(names: readonly string[]): Rendered[][] {
  return evaluated(
    `import { renderedObjects } from './tools/k8s/chart.mjs';
     console.log(JSON.stringify(input.map(renderedObjects)));`,
    names,
  );
}

function readYaml(file: string): object {
  return parse(readFileSync(file, 'utf8'), { version: '1.1' });
}

describe('the Helm chart', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-chart-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What `npm run k8s:check` says of objects that a chart with somebody's own values renders. */
  function check(objects: readonly object[]) {
    const file = path.join(folder, 'rendered.yaml');
    writeFileSync(file, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
    return node(['tools/k8s-check.mjs', '--rendered', file, 'values']);
  }

  it('is rendered as it stands: a change of it, or of a rendering, is found', () => {
    const all = ['default', 'production', ...examples];
    const changes: [file: string, word: string, stale: string[]][] = [
      ['nowhere', 'nothing', []],
      ['templates/services.yaml', 'Service', all],
      ['stoa/values.yaml', 'stoa', all],
      ['files/rules.yaml', 'alert', all],
      ['values-production.yaml', 'Redis', ['production']],
      ['chart-values/least.yaml', 'false', ['least']],
      ['rendered/default.yaml', 'Service', ['default']],
    ];
    const found = evaluated<string[][]>(
      `import fs from 'node:fs';
       import { syncBuiltinESMExports } from 'node:module';
       import { staleRenderings } from './tools/k8s/chart.mjs';
       const read = fs.readFileSync;
       console.log(JSON.stringify(input.map(([changed, word]) => {
         fs.readFileSync = (file, encoding) =>
           String(file).endsWith(changed) ? read(file, 'utf8').replace(word, 'changed') : read(file, encoding);
         syncBuiltinESMExports();
         return staleRenderings();
       })));`,
      changes,
    );
    expect(found).toEqual(
      changes.map(([, , stale]) => stale.map((name) => `k8s/helm/rendered/${name}.yaml is stale: npm run helm:render`)),
    );
  });

  it.each(examples)('renders what Kubernetes accepts with the values of %s', (name) => {
    const [objects = []] = render([name]);
    expect(objects.length).toBeGreaterThan(10);
    const { stderr, stdout } = check(objects);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/values: \d{2,} objects, 0 problems\n$/);
  });

  it('refuses values that are wrong', () => {
    const messages = evaluated<string[][]>(
      `import { valueProblems } from './tools/k8s/chart.mjs';
       console.log(JSON.stringify(valueProblems(input)));`,
      REFUSED.map(([values]) => values),
    );
    expect(messages).toEqual(REFUSED.map(([, problem]) => expect.arrayContaining([expect.stringContaining(problem)])));
    const accepted = [{}, ...['values-production.yaml'].map((file) => readYaml(path.join(chart, file)))];
    const examplesOfValues = examples.map((name) => readYaml(path.join(exampleFolder, `${name}.yaml`)));
    expect(
      evaluated(
        `import { valueProblems } from './tools/k8s/chart.mjs';
         console.log(JSON.stringify(valueProblems(input).flat()));`,
        [...accepted, ...examplesOfValues],
      ),
    ).toEqual([]);
  });

  it('is checked with the values of whoever asks', () => {
    const [objects = []] = render(['everything']);
    const text = JSON.stringify(objects)
      .replace('"STOA_LOG_LEVEL":"error"', '"STOA_LOG_LEVEL":"error","STOA_UNKNOWN":"x","STOA_HTTP_REQUESTS":"0"')
      .replace('proxy-read-timeout":"120"', 'proxy-read-timeout":"50"')
      .replace('"request":"120s"', '"request":"60s"')
      .replace('"request":"0s"', '"request":"30s"')
      .replace('"method":"GET"', '"method":"POST"')
      .replace('"kind":"HTTPRoute","name":"gateway"', '"kind":"HTTPRoute","name":"gate"')
      .replace('"idleTime":"2s"', '"idleTime":"7200s"')
      .replace('"connectTimeout":"2s"', '"connectTimeout":"10s"')
      .replace('"triggers":["connect-failure"]', '"triggers":["connect-failure","reset"]')
      .replace('"value":"/json/events"', '"value":"/json/event"')
      .replace('--max-old-space-size=1024', '--max-old-space-size=2000')
      .replace(/("serviceAccountName":"redis".*?"imagePullSecrets":\[)\{"name":"registry-one"\},/, '$1')
      .replace(/("serviceAccountName":"nats".*?)"imagePullSecrets":\[[^\]]*\],/, '$1');
    const { stderr } = check(JSON.parse(text));
    expect(stderr.match(/\w+ [\w-]+: pulls its images without [\w-]+/g)?.sort()).toEqual([
      'StatefulSet nats: pulls its images without registry-one',
      'StatefulSet nats: pulls its images without registry-three',
      'StatefulSet nats: pulls its images without registry-two',
      'StatefulSet redis: pulls its images without registry-one',
    ]);
    expect(stderr).toContain('Deployment users: users: STOA_UNKNOWN is read by nothing');
    expect(stderr).toContain('Deployment gateway: gateway: STOA_HTTP_REQUESTS is wrong');
    expect(stderr).toContain('Ingress gateway: ends polls');
    expect(stderr).toContain('HTTPRoute gateway: ends polls, which are held for up to 70 s');
    expect(stderr).toContain('HTTPRoute gateway: ends slow uploads');
    expect(stderr).toContain('HTTPRoute gateway: ends answers of /json/events that last');
    expect(stderr).toContain('HTTPRoute gateway: repeats requests that write');
    expect(stderr.match(/(?<=BackendTrafficPolicy gateway: ).*/g)).toEqual([
      'there is no HTTPRoute gate',
      'keeps connections of lost gateways',
      'waits long for a gateway that cannot be reached',
      'repeats requests that write',
    ]);
    expect(stderr).toContain('Deployment gateway: has a heap too large for its memory');
  });

  it('rolls the pods when settings change, and only then', () => {
    const names = ['default', 'production', ...examples];
    const grouped = (keyOf: (objects: Rendered[]) => string | undefined) => {
      const groups = new Map<string | undefined, string[]>();
      render(names).forEach((objects, index) => {
        const key = keyOf(objects);
        groups.set(key, [...(groups.get(key) ?? []), names[index] ?? '']);
      });
      return [...groups.values()];
    };
    const bySettings = grouped((objects) =>
      JSON.stringify(objects.find(({ metadata }) => metadata.name === 'stoa-config')?.data),
    );
    const byDigests = grouped((objects) =>
      objects
        .flatMap(({ kind, spec }) =>
          kind === 'Deployment' ? [spec?.template?.metadata.annotations?.['checksum/settings']] : [],
        )
        .reduce((all, digest) => (digest === all ? all : `${all} ${digest}`)),
    );
    expect(byDigests).toEqual(bySettings);
    expect(bySettings).toEqual([
      ['default', 'ingress-without-tls', 'labels'],
      ['production'],
      ['adapter', 'base'],
      ['everything'],
      ['least'],
    ]);
  });

  it('lets settings win over values, and annotations of the ingress over its own', () => {
    const [objects = []] = render(['everything']);
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
    expect(find('ConfigMap', 'company-ca')?.data).toEqual({ 'ca.crt': '' });
    expect(find('PodDisruptionBudget', 'gateway')?.spec).toMatchObject({ maxUnavailable: 2 });
    expect(find('PodDisruptionBudget', 'push')?.spec).toMatchObject({ minAvailable: '50%' });
    expect(find('PodDisruptionBudget', 'users')?.spec).toMatchObject({ minAvailable: 1 });
    const presence = JSON.stringify(find('Deployment', 'presence')?.spec);
    for (const text of ['"runtimeClassName":"gvisor"', '"schedulerName":"packing"', 'example.org/rack'])
      expect(presence).toContain(text);
    expect(find('ServiceMonitor', 'push')?.metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
  });

  it('has images of one registry, pulled with the secrets of all charts as well', () => {
    const [everything = [], production = []] = render(['everything', 'production']);
    const pods = everything
      .map(({ kind, spec }) => (kind === 'Pod' ? spec : spec?.template?.spec))
      .filter((pod) => pod?.containers !== undefined);
    const images = pods.flatMap((pod) => pod?.containers?.map(({ image }) => image) ?? []);
    expect([...new Set(images)].filter((image) => !image.includes('/helper:')).sort()).toEqual([
      'mirror.example.com:5000/exporter:1.2.3',
      expect.stringMatching(/^mirror\.example\.com:5000\/nats@sha256:/),
      expect.stringMatching(/^mirror\.example\.com:5000\/redis@sha256:/),
      expect.stringMatching(/^mirror\.example\.com:5000\/team\/stoa@sha256:/),
    ]);
    const secrets = new Set(pods.map((pod) => JSON.stringify(pod?.imagePullSecrets)));
    const names = ['registry-one', 'registry-two', 'registry-three'];
    expect([...secrets]).toEqual([JSON.stringify(names.map((name) => ({ name })))]);
    expect(JSON.stringify(production)).toContain('"image":"natsio/prometheus-nats-exporter:');
  });

  it('times probes of all services, and of one', () => {
    const [objects = [], defaults = []] = render(['everything', 'default']);
    const probes = (all: Rendered[], name: string) =>
      all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)?.spec?.template?.spec
        .containers?.[0];
    const readiness = { initialDelaySeconds: 2, periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 };
    for (const [name, periodSeconds] of [
      ['push', 20],
      ['users', 10],
    ] as const) {
      expect(probes(objects, name)).toMatchObject({
        readinessProbe: readiness,
        livenessProbe: { periodSeconds, failureThreshold: 6 },
      });
    }
    expect(probes(defaults, 'push')?.readinessProbe).toEqual({
      httpGet: { path: '/health/ready', port: 'internal' },
      periodSeconds: 5,
      timeoutSeconds: 3,
      failureThreshold: 2,
    });
  });

  it('encrypts, and asks for passwords, unless told otherwise', () => {
    const [objects = [], open = []] = render(['default', 'base']);
    const settings = (all: Rendered[]) => all.find(({ metadata }) => metadata.name === 'stoa-config')?.data ?? {};
    const servers = (all: Rendered[]) =>
      all.filter(({ kind }) => kind === 'StatefulSet').map((one) => one.metadata.name);
    expect(servers(objects).sort()).toEqual(['nats', 'redis', 'redis-standby']);
    expect(settings(objects)).toMatchObject({
      STOA_NATS_URL: 'tls://nats:4222',
      STOA_REDIS_CLUSTER: 'on',
      NODE_EXTRA_CA_CERTS: '/etc/stoa-ca/ca.crt',
    });
    expect(servers(open)).toEqual([]);
    expect(settings(open)).toMatchObject({ STOA_NATS_URL: 'nats://nats:4222' });
  });

  it('keeps servers of a kind in zones apart where that is asked for, with Kustomize as well', () => {
    const spreads = (objects: Rendered[]) =>
      objects
        .filter(({ kind }) => kind === 'StatefulSet')
        .map(({ metadata, spec }) => [
          metadata.name,
          spec?.template?.spec.topologySpreadConstraints
            ?.filter(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone')
            .map(({ whenUnsatisfiable }) => whenUnsatisfiable),
        ])
        .sort();
    const all = (rule: string) => [
      ['nats', [rule]],
      ['redis', [rule, rule]],
      ['redis-standby', [rule, rule]],
    ];
    const [production = [], everything = []] = render(['production', 'everything']);
    expect(spreads(production)).toEqual(all('ScheduleAnyway'));
    expect(spreads(everything)).toEqual(all('DoNotSchedule'));
    const zones = evaluated<Rendered[] | null>(
      `import { hasKubectl, renderKustomization } from './tools/k8s/render.mjs';
       console.log(JSON.stringify(hasKubectl() ? renderKustomization('tests/k8s/kustomizations/zones') : null));`,
    );
    if (zones) expect(spreads(zones)).toEqual(all('DoNotSchedule'));
  });

  it('scales gateways by held polls, with KEDA or without it', () => {
    const scalersOf = ([objects = []]: Rendered[][]) =>
      objects
        .filter(({ kind, spec }) => /Autoscaler|ScaledObject/.test(kind) && spec?.scaleTargetRef?.name === 'gateway')
        .map(({ kind, spec }) => [kind, /stoa_held_polls(\{[^}]*\})?/.exec(JSON.stringify(spec))?.[0]]);
    const held = 'stoa_held_polls';
    expect(scalersOf(render(['default']))).toEqual([['HorizontalPodAutoscaler', undefined]]);
    expect(scalersOf(render(['adapter']))).toEqual([['HorizontalPodAutoscaler', held]]);
    expect(scalersOf(render(['production']))).toEqual([['ScaledObject', `${held}{namespace=\\"stoa\\"}`]]);
  });

  it('routes as the component of the Gateway API does, and names what it installs', () => {
    const [objects = []] = render(['labels']);
    const route = objects.find(({ kind }) => kind === 'HTTPRoute');
    const policy = objects.find(({ kind }) => kind === 'BackendTrafficPolicy');
    const components = ['gateway-api/http-route.yaml', 'envoy-gateway/backend-traffic-policy.yaml'].map(
      (file) => readManifests(`components/${file}`)[0]?.spec,
    );
    expect([route?.spec, policy?.spec]).toEqual(components);
    expect(route?.metadata.labels).toEqual({
      'app.kubernetes.io/name': 'gateway',
      'app.kubernetes.io/part-of': 'stoa',
      'app.kubernetes.io/instance': 'stoa',
      'app.kubernetes.io/version': '0.1.0',
      team: 'chat',
    });
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
        `import { equalityProblems } from './tools/k8s/equality.mjs';
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

  it('has a version, and notes that name what was installed', () => {
    const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(readYaml(path.join(chart, 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
    const notes = readFileSync(path.join(chart, 'templates', 'NOTES.txt'), 'utf8');
    expect(notes).toContain(
      'Stoa {{ default .Chart.AppVersion .Values.image.tag }} in namespace {{ .Release.Namespace }}',
    );
    // A job cannot be changed: each revision has one of its own, which the notes wait for.
    expect(notes).toContain('job/migrate-{{ .Release.Revision }} --timeout');
    const [objects = []] = render(['default']);
    expect(objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name)).toEqual(['migrate-1']);
    expect(readFileSync(path.join(chart, 'templates', 'migrate.yaml'), 'utf8')).toContain(
      'printf "migrate-%v" .Release.Revision',
    );
  });
});
