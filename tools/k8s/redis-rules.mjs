import { titleOf } from './catalogue.mjs';

/** Starts a server of the cluster, says whether it is ready, and hands its slots over. */
export const REDIS_NODE = '/etc/redis/node.sh';
const HOST = 'kubernetes.io/hostname';
const POD_INDEX = 'apps.kubernetes.io/pod-index';
/** So many primaries survive the loss of one of them. */
const LEAST_PRIMARIES = 3;

const serverOf = ({ pod }) => pod.containers.find(({ command = [] }) => command.includes(REDIS_NODE));
const valueOf = ({ env = [] }, name) => env.find((variable) => variable.name === name)?.value ?? '';

/** A server finds the others, is ready when it has its place, and gives it up before it stops. */
function* serverProblems(workload, expected) {
  const server = serverOf(workload);
  const { replicas, serviceName, podManagementPolicy } = workload.object.spec;
  const names = valueOf(server, 'SERVERS').replaceAll('$(NAMESPACE)', 'namespace').split(' ');
  if (names.join() !== expected.join()) yield `does not look for ${expected.join(', ')}`;
  if (valueOf(server, 'SERVER') !== `$(NAME).${serviceName}.$(NAMESPACE).svc`) yield 'has not the name of its pod';
  if (valueOf(server, 'PRIMARIES') !== String(replicas)) yield `is not one of ${replicas} primaries or their standbys`;
  if (podManagementPolicy !== 'Parallel') yield 'waits for servers that wait for it';
  if (!server.readinessProbe?.exec?.command.includes('ready')) yield 'is ready before it has its place';
  if (!server.lifecycle?.preStop?.exec?.command.includes('leave')) yield 'stops with slots that it has not handed over';
  if (!server.env.some(({ name, valueFrom }) => name === 'REDISCLI_AUTH' && valueFrom?.secretKeyRef))
    yield 'asks for no password';
}

/** No machine has two servers of the same kind, or a primary and its standby. */
function* placementProblems({ name, pod }) {
  const onHosts = (pod.topologySpreadConstraints ?? []).filter(
    ({ topologyKey, whenUnsatisfiable, maxSkew }) =>
      topologyKey === HOST && whenUnsatisfiable === 'DoNotSchedule' && maxSkew === 1,
  );
  const ofKind = onHosts.find(({ labelSelector }) => labelSelector.matchLabels['app.kubernetes.io/name'] === name);
  if (!ofKind) yield 'may share a machine with its like';
  const ofPair = onHosts.find(({ labelSelector }) => labelSelector.matchLabels['stoa/server'] === 'redis');
  if (!ofPair?.matchLabelKeys?.includes(POD_INDEX)) yield 'may share a machine with its partner';
}

/**
 * Problems of a Redis Cluster, where one is rendered: its servers find each other and lose no more than one at a time, and those
 * that use it take it for a cluster.
 */
export function* redisProblems(catalogue) {
  const workloads = catalogue.workloads.filter(serverOf).sort((one, other) => (one.name < other.name ? -1 : 1));
  if (workloads.length === 0) return;
  const expected = workloads.flatMap(({ object: { spec } }) =>
    Array.from({ length: spec.replicas }, (_, index) => {
      const { serviceName } = spec;
      return `${serviceName}-${index}.${serviceName}.namespace.svc`;
    }),
  );
  for (const workload of workloads) {
    const title = titleOf(workload.object);
    for (const problem of [...serverProblems(workload, expected), ...placementProblems(workload)])
      yield `${title}: ${problem}`;
    const budgets = catalogue
      .ofKind('PodDisruptionBudget')
      .filter(({ spec }) => catalogue.selected(spec.selector.matchLabels).includes(workload));
    const all = budgets.length === 1 && catalogue.selected(budgets[0].spec.selector.matchLabels);
    if (!all || all.length !== workloads.length) yield `${title}: no budget spares all servers of Redis together`;
    const service = catalogue.find('Service', workload.object.spec.serviceName);
    if (service?.spec.publishNotReadyAddresses !== true)
      yield `${title}: its servers are not found before they are ready`;
  }
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  if (settings.STOA_REDIS_CLUSTER !== 'on') yield 'STOA_REDIS_CLUSTER is not on, and Redis is a cluster';
  for (const scaler of catalogue.ofKind('ScaledObject'))
    if (scaler.spec.triggers.some(({ type }) => type === 'redis'))
      yield `${titleOf(scaler)}: takes Redis for one server`;
}

/** What only holds for production: Redis survives the loss of a machine. */
export function* redisInProductionProblems(catalogue) {
  const workloads = catalogue.workloads.filter(serverOf);
  const servers = workloads.reduce((sum, { object }) => sum + object.spec.replicas, 0);
  if (servers < 2 * LEAST_PRIMARIES) yield 'Redis: does not survive the loss of a machine';
}
