import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A bound for what hangs: each check is a process of its own, on a machine that may be busy. */
const root = path.resolve(__dirname, '..', '..');
const check = path.join(root, 'tools', 'k8s-check.mjs');

function run(args: string[]) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** The objects of the base as its files hold them, which needs no kubectl. */
function baseText(): string {
  const program = `import('./tools/k8s/render.mjs').then(({ readKustomizationFiles }) =>
    console.log(readKustomizationFiles('k8s/base').map((object) => JSON.stringify(object)).join('\\n---\\n')))`;
  const { stdout, stderr } = run(['--input-type=module', '--eval', program]);
  if (!stdout) throw new Error(stderr);
  return stdout;
}

/** What somebody might do to a manifest by mistake, and what the check says of it. */
const MISTAKES: [string | RegExp, string, string][] = [
  [
    '"serviceAccountName":"users"',
    '"serviceAcountName":"users"',
    'Deployment users: spec.template.spec.serviceAcountName',
  ],
  [
    '"app.kubernetes.io/instance":"stoa"',
    '"instance":"stoa"',
    'Service events: has no label app.kubernetes.io/instance',
  ],
  ['"targetPort":"http"', '"targetPort":"htp"', 'Service gateway: its pods have no port htp'],
  [
    'dist/apps/events/src/main.js',
    'dist/apps/event/src/main.js',
    'dist/apps/event/src/main.js is nothing that is built',
  ],
  ['"STOA_HTTP_PORT":"9991"', '"STOA_HTTP_PORT":"9992"', 'Deployment gateway: port http is not STOA_HTTP_PORT'],
  ['"STOA_LOG_LEVEL":"info"', '"STOA_LOG_LEVEL":"loud"', 'Deployment push: push: STOA_LOG_LEVEL is wrong'],
  ['"STOA_DATABASE_STANDBY_URL"', '"STANDBY_URL"', 'messages: no secret can give it STOA_DATABASE_STANDBY_URL'],
  ['"STOA_UPLOAD_STORE"', '"STOA_UPLOADSTORE"', 'Deployment messages: messages: STOA_UPLOADSTORE is read by nothing'],
  [
    '"STOA_EXTERNAL_HOST":',
    '"STOA_LANDING":',
    'Deployment gateway: gateway: STOA_EXTERNAL_HOST is required and missing',
  ],
  ['"terminationGracePeriodSeconds":60', '"terminationGracePeriodSeconds":40', 'Deployment gateway: is killed before'],
  ['proxy-read-timeout":"90"', 'proxy-read-timeout":"60"', 'Ingress gateway: ends polls'],
  ['proxy-next-upstream":"error timeout"', 'proxy-next-upstream":"error"', 'Ingress gateway: does not pass over'],
  ['proxy-connect-timeout":"2"', 'proxy-connect-timeout":"60"', 'Ingress gateway: waits long for a gateway'],
  ['"name":"stoa-keys"', '"name":"stoa-key"', 'there is no Secret stoa-key with STOA_API_KEY_SECRET'],
  ['"port":6379', '"port":6380', 'docs/build/architecture.md knows no'],
  ['"port":4222', '"port":4223', 'nats:4222 of docs/build/architecture.md is not allowed'],
  [
    'libs/database/src/await-migrations',
    'libs/database/src/index',
    'Deployment push: does not wait for the migrations',
  ],
  ['"/health/ready"', '"/health"', 'Deployment events: readinessProbe: /health is not served'],
  [
    '"livenessProbe":{"httpGet":{"path":"/health/live"',
    '"livenessProbe":{"httpGet":{"path":"/metrics"',
    'Deployment users: livenessProbe asks for more than life',
  ],
  ['--max-old-space-size=512', '--max-old-space-size=700', 'Deployment push: has a heap too large for its memory'],
  ['"image":"stoa:0.1.0"', '"image":"stoa:latest"', 'Deployment presence: presence: stoa:latest is not pinned'],
  ['"stoa:latest"', '"stoa:latest"', 'Deployment presence: its pods are said to be of 0.1.0, and run stoa:latest'],
  [
    '"key":"STOA_PUSH_KEY_SECRET"',
    '"key":"STOA_PUSH_KEY_SECRET","optional":true',
    'Deployment push: push: STOA_PUSH_KEY_SECRET is required and optional here',
  ],
  [
    '"valueFrom":{"secretKeyRef":{"name":"stoa-database","key":"STOA_DATABASE_URL"}}',
    '"value":"postgresql://stoa:stoa@postgres/stoa"',
    'Deployment users: users: STOA_DATABASE_URL is secret and stands in the open',
  ],
  ['"kind":"Deployment","name":"users"', '"kind":"Deployment","name":"user"', 'there is no deployment user'],
  ['"name":"http","port":80', '"name":"web","port":80', 'Ingress gateway: there is no port http of service gateway'],
  ['"name":"tmp","mountPath":"/tmp"', '"name":"temp","mountPath":"/tmp"', 'push mounts temp, which the pod has not'],
  [
    '"memory":"512Mi","ephemeral',
    '"memori":"512Mi","ephemeral',
    'Deployment presence: presence has no limit of memory',
  ],
  ['"kustomize.toolkit.fluxcd.io/force":"enabled"', '"force":"yes"', 'Job migrate: Flux cannot replace it'],
  ['"maxUnavailable":0', '"maxUnavailable":1', 'Deployment users: takes pods away before new ones are ready'],
];

describe('Kubernetes manifests', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-k8s-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The problems that the check finds in objects. */
  function problemsOf(text: string, name = 'base'): string {
    const file = path.join(folder, `${name}.yaml`);
    writeFileSync(file, text);
    return run([check, '--rendered', file, name]).stderr;
  }

  it('are what Kubernetes, the services and the documentation expect (npm run k8s:check)', () => {
    const { stdout, stderr, status } = run([check]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/: \d{2,} objects, 0 problems\n$/);
    expect(status).toBe(0);
  });

  it('are checked: each of many mistakes is found', () => {
    let text = baseText();
    for (const [right, wrong] of MISTAKES) text = text.replaceAll(right, wrong);
    const problems = problemsOf(text);
    expect(MISTAKES.map(([, , problem]) => problem).filter((problem) => !problems.includes(problem))).toEqual([]);
  });

  it('have alerts on metrics that exist, with runbooks that exist', () => {
    const rules = readFileSync(path.join(root, 'k8s/components/monitoring/rules.yaml'), 'utf8');
    const broken = rules
      .replace('stoa_relay_holding', 'stoa_relay_held')
      .replace('runbooks/push-late', 'runbooks/none')
      .replace('min by (namespace, service, pod)', 'min by (service, pod)');
    const problems = problemsOf(`${baseText()}\n---\n${broken}`);
    expect(problems).toContain('alert StoaNobodyRelays: nothing exports stoa_relay_held');
    expect(problems).toContain('alert StoaPushLate: has no runbook');
    const elsewhere = rules.replace('docs/operate/runbooks/push-late', 'https://wiki.example.org/push-late');
    expect(problemsOf(`${baseText()}\n---\n${elsewhere}`)).toContain(
      'alerts lead to runbooks in different places: docs/operate/runbooks, https://wiki.example.org',
    );
    expect(problems).toContain('alert StoaMessagingDisconnected: counts other installations of the cluster in');
  });

  it('are spread and scaled in production by what there is to do', () => {
    const problems = problemsOf(
      baseText()
        .replaceAll('"minReplicas":2', '"minReplicas":1')
        .replaceAll('topology.kubernetes.io/zone', 'topology.kubernetes.io/region'),
      'production',
    );
    for (const problem of [
      'ServiceMonitor push: is missing',
      'HorizontalPodAutoscaler gateway: does not look at stoa_held_polls',
      'HorizontalPodAutoscaler events: does not look at stoa_consumer_lag_changes',
      'HorizontalPodAutoscaler push: does not look at stoa_push_queue_jobs',
      'HorizontalPodAutoscaler users: leaves one pod',
      'Deployment messages: is not spread over topology.kubernetes.io/zone',
    ])
      expect(problems).toContain(`production: ${problem}`);
  });

  it('let Redis lose a machine in production, and one server at a time otherwise', () => {
    const labels = '    app.kubernetes.io/instance: stoa\n    app.kubernetes.io/version: 0.1.0';
    const read = (file: string) =>
      readFileSync(path.join(root, 'k8s/components', file), 'utf8').replace(
        /^ {4}app\.kubernetes\.io\/part-of: stoa$/gm,
        (own) => `${own}\n${labels}`,
      );
    const parts = ['primaries', 'standbys', 'together'].map((name) => read(`redis-cluster/${name}.yaml`));
    const text = [baseText(), ...parts, read('autoscaling/scaled-objects.yaml')].join('\n---\n');
    const mistakes: [string | RegExp, string, string][] = [
      ['replicas: 3', 'replicas: 2', 'is not one of 2 primaries or their standbys'],
      ['Parallel', 'OrderedReady', 'StatefulSet redis: waits for servers that wait for it'],
      [
        'redis-2.redis.$(NAMESPACE)',
        'redis-3.redis.$(NAMESPACE)',
        'StatefulSet redis-standby: does not look for redis-0',
      ],
      ['node.sh, ready', 'node.sh, serve', 'StatefulSet redis: is ready before it has its place'],
      ['node.sh, leave', 'node.sh, ready', 'StatefulSet redis: stops with slots that it has not handed over'],
      [/DoNotSchedule/g, 'ScheduleAnyway', 'StatefulSet redis: may share a machine with its like'],
      [
        '[apps.kubernetes.io/pod-index]',
        '[pod-template-hash]',
        'StatefulSet redis: may share a machine with its partner',
      ],
      ['publishNotReadyAddresses: true', '', 'StatefulSet redis: its servers are not found before they are ready'],
      [
        'matchLabels: { stoa/server: redis }\n---\napiVersion: networking',
        'matchLabels: { app.kubernetes.io/name: redis }\n---\napiVersion: networking',
        'StatefulSet redis-standby: no budget spares all servers of Redis together',
      ],
      ['redis-cluster\n', 'redis\n', 'ScaledObject push: takes Redis for one server'],
      ['"STOA_MODE"', '"STOA_MODE"', 'STOA_REDIS_CLUSTER is not on, and Redis is a cluster'],
      [
        'topologyKey: topology.kubernetes.io/zone',
        'topologyKey: topology.kubernetes.io/region',
        'StatefulSet redis-standby: is not spread over topology.kubernetes.io/zone',
      ],
      ['2560mb', '4096mb', 'StatefulSet redis: redis has no bound of memory below its limit'],
      [
        '        app.kubernetes.io/instance: stoa',
        '        app.kubernetes.io/instance: other',
        'StatefulSet redis: its pods are not of its installation',
      ],
      [
        'metadata: { name: data }',
        'metadata: { name: data, labels: { a: b } }',
        'StatefulSet redis: is changed by each release',
      ],
    ];
    const wrong = mistakes.reduce((all, [right, other]) => all.replaceAll(right, other), text);
    const problems = problemsOf(wrong, 'production');
    expect(mistakes.map(([, , problem]) => problem).filter((problem) => !problems.includes(problem))).toEqual([]);
    expect(problems).toContain('Redis: does not survive the loss of a machine');
    expect(problems).toContain('STOA_NATS_URL: NATS is not spoken to encrypted');
    expect(problems).toContain('Job migrate: does not know the authority of the certificates alone');
    expect(problemsOf(text.replace('"STOA_MODE"', '"STOA_REDIS_CLUSTER":"on","STOA_MODE"'))).not.toContain('redis');
  });

  it('let NATS lose a machine, and speak to it as it is started', () => {
    const labels = '    app.kubernetes.io/instance: stoa\n    app.kubernetes.io/version: 0.1.0';
    const folder = path.join(root, 'k8s/components/nats-cluster');
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
    const files = readdirSync(folder).filter((file) => /\.(conf|sh)$/.test(file));
    const configuration = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'nats',
        labels: {
          'app.kubernetes.io/name': 'nats',
          'app.kubernetes.io/part-of': 'stoa',
          'app.kubernetes.io/instance': 'stoa',
          'app.kubernetes.io/version': '0.1.0',
        },
      },
      data: Object.fromEntries(files.map((file) => [file, read(file)])),
    };
    const parts = ['nats.yaml', 'network-policy.yaml'].map((file) =>
      read(file).replace(/^ {4}app\.kubernetes\.io\/part-of: stoa$/gm, (own) => `${own}\n${labels}`),
    );
    const text = [baseText(), JSON.stringify(configuration), ...parts].join('\n---\n');
    expect(problemsOf(text)).not.toMatch(/nats/i);
    const mistakes: [string | RegExp, string, string][] = [
      ['replicas: 3', 'replicas: 2', 'does not survive the loss of a machine'],
      ['nats-2.nats-headless', 'nats-3.nats-headless', 'does not look for nats-0.nats-headless'],
      ['Parallel', 'OrderedReady', 'waits for servers that wait for it'],
      ['whenUnsatisfiable: DoNotSchedule', 'whenUnsatisfiable: ScheduleAnyway', 'may share a machine with its like'],
      ['publishNotReadyAddresses: true', '', 'its servers are not found before they are ready'],
      ['ldm=1', 'quit=1', 'stops without a word to its clients'],
      ['lame_duck_duration: \\"30s\\"', 'lame_duck_duration: \\"60s\\"', 'is killed before its clients have had 62 s'],
      ['{ user: server, password', '{ user: server, token', 'lets anybody join it'],
      ['key: routePassword', 'key: STOA_NATS_PASSWORD', 'has no NATS_ROUTE_PASSWORD that is only of servers'],
      ['- name: NATS_ROUTES', '- name: ROUTES', 'has no password in its addresses of others'],
      [/password: \$NATS_PASSWORD/g, 'password: secret', 'does not ask for NATS_PASSWORD'],
      ['- name: NATS_USER', '- name: USER', 'has no NATS_USER of a secret'],
      [
        'serve.sh, plain.conf',
        'serve.sh, encrypted.conf',
        'is spoken to at nats://nats:4222, and started with encrypted',
      ],
      [
        'unhealthyPodEvictionPolicy: AlwaysAllow\n  selector:\n    matchLabels: { app.kubernetes.io/name: nats }',
        'selector: { matchLabels: { app.kubernetes.io/name: gnats } }',
        'no budget spares its servers',
      ],
    ];
    const wrong = mistakes.reduce((all, [right, other]) => all.replaceAll(right, other), text);
    const problems = problemsOf(wrong);
    const expected = mistakes.map(([, , problem]) => `StatefulSet nats: ${problem}`);
    expect(expected.filter((problem) => !problems.includes(problem))).toEqual([]);
    expect(problemsOf(baseText(), 'production')).toContain('NATS: nothing makes its servers');
  });

  it('keep to the restricted Pod Security Standard', () => {
    const mistakes: [string, string, string][] = [
      ['"runAsNonRoot":true', '"runAsNonRoot":false', 'Deployment users: may run as root'],
      [
        '"seccompProfile":{"type":"RuntimeDefault"}',
        '"seccompProfile":{"type":"Unconfined"}',
        'has no seccomp profile',
      ],
      ['"automountServiceAccountToken":false', '"automountServiceAccountToken":true', 'Job migrate: mounts a token'],
      ['"allowPrivilegeEscalation":false', '"privileged":true', 'Deployment push: push is privileged'],
      ['"drop":["ALL"]', '"add":["NET_ADMIN"]', 'Deployment gateway: await-migrations adds capabilities'],
      ['"readOnlyRootFilesystem":true', '"procMount":"Unmasked"', 'Deployment events: events may write its root'],
      ['"enableServiceLinks":false', '"hostNetwork":true', 'Deployment presence: asks for hostNetwork'],
      ['"emptyDir":{"sizeLimit":"64Mi"}', '"hostPath":{"path":"/"}', 'has the volume tmp of kind hostPath'],
      [
        '"containerPort":9090',
        '"containerPort":9090,"hostPort":9090',
        'Deployment messages: messages listens on the node',
      ],
    ];
    let text = baseText();
    for (const [right, wrong] of mistakes) text = text.replaceAll(right, wrong);
    const problems = problemsOf(text, 'production');
    expect(mistakes.map(([, , problem]) => problem).filter((problem) => !problems.includes(problem))).toEqual([]);
    expect(problems).toContain('Namespace: does not enforce the restricted Pod Security Standard');
  });

  it('open the ways that the settings of the services lead to, and no other', () => {
    const program = `
      import { readFacts } from './tools/k8s/facts.mjs';
      import { settingProblems } from './tools/k8s/network-rules.mjs';
      const { flows, variables } = readFacts();
      const wrong = new Set([...flows].map((flow) => flow.replace('users -> outside:465', 'users -> outside:25')));
      console.log(JSON.stringify([flows, wrong].map((set) => [...settingProblems({ flows: set, variables }, ['users'])])));`;
    const [right, wrong]: string[][] = JSON.parse(run(['--input-type=module', '--eval', program]).stdout);
    expect(right).toEqual([]);
    expect(wrong).toEqual([
      'architecture.md: users -> outside:465 is not listed',
      'architecture.md: users -> outside:25 is listed, and no setting leads there',
    ]);
  });

  it('keep PostgreSQL when its machine or its disks are lost, and NATS no clients that are', () => {
    const program = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      import { readCompose } from './tools/k8s/compose-rules.mjs';
      import { readFacts } from './tools/k8s/facts.mjs';
      import { serverProblems } from './tools/k8s/server-rules.mjs';
      const read = fs.readFileSync;
      const changes = [['ping_interval: "2s"', 'ping_interval: "120s"'],
        ['instances: 3', 'instances: 2'], ['podAntiAffinityType: required', 'podAntiAffinityType: preferred'],
        ['switchoverDelay: 60', 'switchoverDelay: 3600'], ["tcp_keepalive: '1'", "tcp_keepalive: '0'"],
        ["tcp_keepidle: '10'", "tcp_keepidle: '600'"], ["tcp_keepcnt: '3'", "tcp_keep: '3'"],
        ['isWALArchiver: true', 'isWALArchiver: false'], ['method: plugin', 'method: volumeSnapshot'], ["'120'", "'300'"]];
      fs.readFileSync = (file, encoding) => /k8s\\/servers\\/postgres|nats\\.conf$/.test(String(file))
        ? changes.reduce((text, [right, wrong]) => text.replace(right, wrong), read(file, 'utf8')) : read(file, encoding);
      const facts = readFacts();
      syncBuiltinESMExports();
      console.log(JSON.stringify(serverProblems(facts, readCompose())));`;
    const { stdout, stderr } = run(['--input-type=module', '--eval', program]);
    expect([stderr, JSON.parse(stdout || '[]')]).toEqual([
      '',
      [
        'servers: Cluster postgres: cannot lose a server and still write',
        'servers: Cluster postgres: servers may share a node',
        'servers: Cluster postgres: its primary may take long to hand over',
        'servers: Cluster postgres: its log is not archived',
        'servers: Cluster postgres: is not backed up',
        'servers: Pooler postgres-pooler: may open more connections than there are',
        'nats.conf: NATS keeps connections of lost nodes',
        'docker-compose.yml: ping_interval of NATS is 2s instead of 120s',
        'postgres-pooler.yaml: PgBouncer sends no keep-alives',
        "postgres-pooler.yaml: tcp_keepidle is 600 instead of PostgreSQL's 10",
        "postgres-pooler.yaml: tcp_keepcnt is undefined instead of PostgreSQL's 3",
      ],
    ]);
  });

  it("hold custom resources to their operators' types", () => {
    const scaled = readFileSync(path.join(root, 'k8s/components/autoscaling/scaled-objects.yaml'), 'utf8');
    const cluster = readFileSync(path.join(root, 'k8s/servers/postgres-cluster.yaml'), 'utf8');
    const problems = problemsOf(
      [
        baseText(),
        scaled
          .replaceAll('metricType: AverageValue', '')
          .replace('minReplicaCount', 'minReplicas')
          .replace('name: keda-events', 'name: events')
          .replace('minReplicaCount: 2', 'minReplicaCount: two')
          .replace('{stoa-push}:push-deliveries:wait', 'push-deliveries:wait')
          .replace("ignoreNullValues: 'false'", '')
          .replace('replicas: 6, behavior: currentReplicasIfHigher', 'replicas: 6, behavior: currentReplicasIfMore')
          .replace('replicas: 6, behavior: currentReplicasIfHigher', 'replicas: 6, behavior: static'),
        cluster.replace('instances: 3', 'instances: three').replace('dataDurability', 'durability'),
      ].join('\n---\n'),
    );
    expect(problems).toContain('ScaledObject gateway: spec.minReplicas is not a field of ScaledObject');
    expect(problems).toContain('ScaledObject push: data/spec/minReplicaCount must be integer');
    expect(problems).toContain('ScaledObject push: has a fallback, which KEDA refuses without an AverageValue');
    expect(problems).toContain('ScaledObject gateway: spec.fallback.behavior is not a field of ScaledObject');
    expect(problems).toContain('ScaledObject events: takes pods away when Prometheus does not answer');
    expect(problems).toContain('ScaledObject gateway: takes a Prometheus without data for one that says');
    expect(problems).toContain('ScaledObject push: push-deliveries:wait is not a queue of push');
    expect(problems).toContain("ScaledObject events: its autoscaler has the name of the base's");
    expect(problems).toContain('Cluster postgres: spec.instances must be integer');
    expect(problems).toContain('spec.postgresql.synchronous.durability is not a field of Cluster');
  });

  it('keep secrets out of production', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'stoa-keys' }, data: { KEY: 'a2V5' } };
    expect(problemsOf(`${baseText()}\n---\n${JSON.stringify(secret)}`, 'production')).toContain(
      'Secret stoa-keys: production holds no secrets',
    );
  });
});
