import { titleOf } from './catalogue.mjs';

/** Starts a server of the cluster, and lets it read changed files anew. */
const NATS_NODE = '/etc/nats/serve.sh';
const HOST = 'kubernetes.io/hostname';
/** With so many, the loss of one leaves those that clients find next. */
const LEAST_SERVERS = 3;
/** Beyond what clients have to go elsewhere. */
const STOP_MARGIN_SECONDS = 15;

const serverOf = ({ pod }) => pod.containers.find(({ command = [] }) => command.includes(NATS_NODE));
const secondsOf = (text, option) => Number(new RegExp(`^${option}: "(\\d+)s"$`, 'm').exec(text)?.[1] ?? 0);

/** Whoever joins hears every call: servers ask each other for a password, which nothing else is given, and know their own. */
function* routeProblems({ env = [] }, cluster, expected) {
  const indexOf = (wanted) => env.findIndex(({ name }) => name === wanted);
  const secretOf = (name) => Object.values(env[indexOf(name)]?.valueFrom?.secretKeyRef ?? {}).join('/');
  const own = secretOf('NATS_ROUTE_PASSWORD');
  if (!own || own === secretOf('NATS_PASSWORD')) yield 'has no NATS_ROUTE_PASSWORD that is only of servers';
  if (!/^authorization \{.* password: \$NATS_ROUTE_PASSWORD\b/m.test(cluster)) yield 'lets anybody join it';
  const routes = env[indexOf('NATS_ROUTES')]?.value ?? '';
  const hosts = [...routes.matchAll(/nats:\/\/server:\$\(NATS_ROUTE_PASSWORD\)@([\w.-]+):6222/g)].map(
    ([, host]) => host,
  );
  if (!/^routes: \$NATS_ROUTES$/m.test(cluster) || hosts.join() !== expected.join())
    yield `does not look for ${expected.join(', ')}`;
  // Kubernetes puts in only what stands before.
  if (indexOf('NATS_ROUTES') < indexOf('NATS_ROUTE_PASSWORD')) yield 'has no password in its addresses of others';
}

/** What a server is started with, and how it goes. */
function* serverProblems({ pod, object }, { data }, settings) {
  const { command, env = [], lifecycle } = serverOf({ pod });
  const file = command.at(-1);
  if (!data?.[file]) yield `is started with ${file}, which there is not`;
  const isEncrypted = Boolean(data?.[file]?.includes('tls {'));
  for (const url of (settings.STOA_NATS_URL ?? '').split(','))
    if (url.startsWith('tls://') !== isEncrypted) yield `is spoken to at ${url}, and started with ${file}`;
  for (const name of ['NATS_USER', 'NATS_PASSWORD']) {
    if (!env.some((variable) => variable.name === name && variable.valueFrom?.secretKeyRef))
      yield `has no ${name} of a secret`;
    if (!data?.['nats.conf']?.includes(`$${name}`)) yield `does not ask for ${name}`;
  }
  const { serviceName, podManagementPolicy } = object.spec;
  const expected = Array.from(
    { length: Math.max(LEAST_SERVERS, object.spec.replicas) },
    (_, index) => `${object.metadata.name}-${index}.${serviceName}`,
  );
  yield* routeProblems(serverOf({ pod }), data?.['cluster.conf'] ?? '', expected);
  if (podManagementPolicy !== 'Parallel') yield 'waits for servers that wait for it';
  if (!lifecycle?.preStop?.exec?.command.includes('ldm=1')) yield 'stops without a word to its clients';
  const leaving =
    secondsOf(data?.['nats.conf'], 'lame_duck_grace_period') + secondsOf(data?.['nats.conf'], 'lame_duck_duration');
  if (pod.terminationGracePeriodSeconds < leaving + STOP_MARGIN_SECONDS)
    yield `is killed before its clients have had ${leaving} s to go elsewhere`;
}

/**
 * Problems of several NATS servers, where they are rendered: they find each other, no machine has two, no more than one goes at
 * a time, and they are spoken to as they are started.
 */
export function* natsProblems(catalogue) {
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  for (const workload of catalogue.workloads.filter(serverOf)) {
    const title = titleOf(workload.object);
    const volume = workload.pod.volumes.find(({ configMap }) => configMap);
    const configuration = catalogue.find('ConfigMap', volume?.configMap.name) ?? {};
    for (const problem of serverProblems(workload, configuration, settings)) yield `${title}: ${problem}`;
    if (!(workload.object.spec.replicas >= LEAST_SERVERS)) yield `${title}: does not survive the loss of a machine`;
    const apart = (workload.pod.topologySpreadConstraints ?? []).some(
      ({ topologyKey, whenUnsatisfiable }) => topologyKey === HOST && whenUnsatisfiable === 'DoNotSchedule',
    );
    if (!apart) yield `${title}: may share a machine with its like`;
    const isSpared = catalogue
      .ofKind('PodDisruptionBudget')
      .some(({ spec }) => catalogue.selected(spec.selector.matchLabels).includes(workload));
    if (!isSpared) yield `${title}: no budget spares its servers`;
    if (catalogue.find('Service', workload.object.spec.serviceName)?.spec.publishNotReadyAddresses !== true)
      yield `${title}: its servers are not found before they are ready`;
  }
}

/** What only holds for production: NATS is there, and survives the loss of a machine. */
export function* natsInProductionProblems(catalogue) {
  if (!catalogue.workloads.some(serverOf)) yield 'NATS: nothing makes its servers';
}
