import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';

const chart = path.resolve(__dirname, '..', '..', 'k8s', 'helm', 'stoa');
const hasHelm = spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0;

/** Every resource that the chart may render, by its API. */
const RESOURCES: Record<string, Record<string, string>> = {
  v1: { services: 'Service', serviceaccounts: 'ServiceAccount', configmaps: 'ConfigMap', secrets: 'Secret' },
  'apps/v1': { deployments: 'Deployment', statefulsets: 'StatefulSet' },
  'autoscaling/v2': { horizontalpodautoscalers: 'HorizontalPodAutoscaler' },
  'batch/v1': { jobs: 'Job' },
  'networking.k8s.io/v1': { networkpolicies: 'NetworkPolicy', ingresses: 'Ingress' },
  'policy/v1': { poddisruptionbudgets: 'PodDisruptionBudget' },
  'keda.sh/v1alpha1': { scaledobjects: 'ScaledObject', triggerauthentications: 'TriggerAuthentication' },
};

/** What the cluster has, by the last part of the path that lists it, or by two parts for a single object. */
type Live = Record<string, object>;

function deployments(replicas: Record<string, number>): object {
  const items = Object.entries(replicas).map(([name, count]) => ({ metadata: { name }, spec: { replicas: count } }));
  return { kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: {}, items };
}

function autoscalers(...names: string[]): object {
  const items = names.map((name) => ({ metadata: { name: `keda-${name}` }, spec: { scaleTargetRef: { name } } }));
  return { kind: 'HorizontalPodAutoscalerList', apiVersion: 'autoscaling/v2', metadata: {}, items };
}

function resourceList(groupVersion: string): object {
  const resources = Object.entries(RESOURCES[groupVersion] ?? {}).map(([name, kind]) => ({
    name,
    kind,
    singularName: kind.toLowerCase(),
    namespaced: true,
    verbs: ['get', 'list', 'create'],
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

function groupList(): object {
  const groups = Object.keys(RESOURCES)
    .filter((name) => name.includes('/'))
    .map((groupVersion) => {
      const [name, version] = groupVersion.split('/');
      return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
    });
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** As much of Kubernetes' API as helm asks for when it renders with what a cluster has. */
function answer(url: string, live: Live): object | undefined {
  const { pathname } = new URL(url, 'http://cluster');
  if (pathname === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.0' };
  if (pathname === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (pathname === '/apis') return groupList();
  const [, discovered] = /^\/apis?\/(v1|[^/]+\/[^/]+)$/.exec(pathname) ?? [];
  if (discovered) return resourceList(discovered);
  const parts = pathname.split('/');
  return live[parts.slice(-2).join('/')] ?? live[parts.slice(-1).join('')];
}

interface Rendered {
  kind: string;
  metadata: { name: string };
  spec?: { replicas?: number };
}

describe(hasHelm ? 'an upgrade with helm' : 'an upgrade with helm (skipped: helm is not installed)', () => {
  let server: Server;
  let address: string;
  let live: Live = {};

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const found = answer(request.url ?? '/', live);
      const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? missing));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('there is no port');
    address = `http://127.0.0.1:${bound.port}`;
  });

  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  /** What helm prints with the values where a cluster has something, without changing it. */
  async function run(has: Live, command: readonly string[], values: readonly string[]) {
    live = has;
    const settings = values.flatMap((value) => ['--set', value]);
    const args = [...command, 'stoa', chart, '--namespace', 'stoa', '--kube-apiserver', address];
    const helm = spawn('helm', [...args, '--disable-openapi-validation', ...settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, KUBECONFIG: '/dev/null' },
    });
    const [stdout, problem] = await Promise.all([text(helm.stdout), text(helm.stderr)]);
    return { stdout, problem };
  }

  /** What helm renders where a cluster has something. */
  async function render(has: Live, ...values: string[]): Promise<{ objects: Rendered[]; problem: string }> {
    const command = ['template', '--dry-run=server', '--kube-version', '1.34.0'];
    const { stdout, problem } = await run(has, command, values);
    return { objects: parseAllDocuments(stdout).map((document): Rendered => document.toJS()), problem };
  }

  /** The replicas of each deployment. */
  async function replicas(has: Live, ...values: string[]): Promise<Record<string, number | undefined>> {
    const { objects, problem } = await render(has, ...values);
    const found = objects.filter((object) => object?.kind === 'Deployment');
    if (found.length === 0) throw new Error(problem);
    return Object.fromEntries(found.map(({ metadata, spec }) => [metadata.name, spec?.replicas]));
  }

  it.runIf(hasHelm)('keeps the replicas that there are, whoever has chosen them', async () => {
    const running = { gateway: 10, messages: 3, users: 2, events: 1, presence: 2, push: 2 };
    const has = { deployments: deployments(running) };
    const kept = { ...running, events: 3 };
    expect(await replicas(has)).toEqual(kept);
    expect(await replicas(has, 'autoscaling.keda.enabled=true')).toEqual(kept);
  });

  it.runIf(hasHelm)('says what KEDA needs where an autoscaler of an earlier release is in its way', async () => {
    const autoscaler = (annotations?: Record<string, string>) => ({
      metadata: { name: 'gateway', annotations },
      spec: { scaleTargetRef: { name: 'gateway' } },
    });
    const has = (...items: object[]) => ({
      deployments: deployments({ gateway: 4 }),
      horizontalpodautoscalers: { ...autoscalers(), items },
    });
    const keda = ['autoscaling.keda.enabled=true', 'autoscaling.heldPolls=true'];
    const { problem } = await render(has(autoscaler()), ...keda);
    expect(problem).toContain('KEDA makes no autoscaler beside the one that gateway has');
    expect(problem).toContain('kubectl -n stoa annotate hpa gateway validations.keda.sh/hpa-ownership=false');
    const allowed = { 'validations.keda.sh/hpa-ownership': 'false' };
    expect(await replicas(has(autoscaler(allowed)), ...keda)).toMatchObject({ gateway: 4 });
    expect(await replicas(has(autoscaler()), 'autoscaling.keda.enabled=true')).toMatchObject({ gateway: 4 });
  });

  it.runIf(hasHelm)('starts with the least that an autoscaler allows, also while KEDA is not there', async () => {
    const least = { gateway: 3, messages: 3, users: 2, events: 3, presence: 2, push: 2 };
    expect(await replicas({ deployments: deployments({}) }, 'autoscaling.keda.enabled=true')).toEqual(least);
  });

  it.runIf(hasHelm)('does not give up autoscaling for fewer replicas unless that is meant', async () => {
    const has = {
      deployments: deployments({ gateway: 12, messages: 3, users: 2, events: 3, presence: 2, push: 2 }),
      horizontalpodautoscalers: autoscalers('gateway'),
    };
    const fixed = 'autoscaling.enabled=false';
    const chosen = 'the autoscaler of gateway has chosen 12 replicas, services.gateway.replicas is 3';
    expect((await render(has, fixed)).problem).toContain(chosen);
    expect(await replicas(has, fixed, 'services.gateway.replicas=12')).toMatchObject({ gateway: 12 });
    expect(await replicas(has, fixed, 'autoscaling.mayDropReplicas=true')).toMatchObject({ gateway: 3 });
    const { deployments: chosenByHand } = has;
    expect(await replicas({ deployments: chosenByHand }, fixed)).toMatchObject({ gateway: 3 });
  });

  it.runIf(hasHelm)('says when passwords of servers can be read on their way', async () => {
    const notes = async (value: string) => (await run({}, ['install', '--dry-run=client'], [value])).stdout;
    const warning = 'in the open, their passwords included';
    expect(await notes('encryption.enabled=false')).toContain(warning);
    const encrypted = await notes('encryption.enabled=true');
    expect(encrypted).toContain('New pods wait until job/migrate-1');
    expect(encrypted).not.toContain(warning);
  });

  it.runIf(hasHelm)('replaces no server of NATS before there is a password between them', async () => {
    const secret = {
      kind: 'Secret',
      apiVersion: 'v1',
      data: { STOA_NATS_USER: 'c3RvYQ==', STOA_NATS_PASSWORD: 'bg==' },
    };
    const closed = { ...secret, data: { ...secret.data, routePassword: 'cg==' } };
    const has = (object: object) => ({ deployments: deployments({}), 'secrets/stoa-nats': object });
    const own = 'nats.deploy=true';
    const missing = 'secret stoa-nats has no routePassword';
    expect((await render(has(secret), own)).problem).toContain(missing);
    expect((await render(has({ ...secret, data: undefined }), own)).problem).toContain(missing);
    for (const [live, values] of [
      [has(closed), own],
      [{ deployments: deployments({}) }, own],
      [has(secret), 'nats.deploy=false'],
    ] as const)
      expect((await render(live, values)).problem).not.toContain('Error');
  });

  it.runIf(hasHelm)('refuses a budget that lets no pod go', async () => {
    const two = 'podDisruptionBudgets.minAvailable=2';
    expect((await render({}, two)).problem).toContain('presence may have 2 pods, of which minAvailable lets none go');
    const share = 'podDisruptionBudgets.minAvailable=75%';
    expect((await render({}, share)).problem).toContain('of which minAvailable lets none go');
    expect((await render({}, 'podDisruptionBudgets.minAvailable=50%')).problem).not.toContain('Error');
    const more = ['presence', 'push', 'users'].map((name) => `services.${name}.autoscaling.min=3`);
    expect((await render({}, two, ...more)).problem).not.toContain('Error');
  });

  it.runIf(hasHelm)('says how a volume of Redis grows, instead of failing half-way', async () => {
    const claim = { spec: { resources: { requests: { storage: '10Gi' } } } };
    const redis = { kind: 'StatefulSet', apiVersion: 'apps/v1', spec: { volumeClaimTemplates: [claim] } };
    const has = { deployments: deployments({}), 'statefulsets/redis': redis };
    const own = 'redis.deploy=true';
    expect((await render(has, own, 'redis.storage=20Gi')).problem).toContain('redis has volumes of 10Gi');
    expect((await render(has, own)).problem).not.toContain('Error');
  });
});
