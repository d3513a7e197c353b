import { titleOf } from './catalogue.mjs';
import { natsInProductionProblems } from './nats-rules.mjs';
import { redisInProductionProblems } from './redis-rules.mjs';

/** The services of an installation, by the names of their workloads. */
export const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
const OBJECTS = ['Deployment', 'Service', 'PodDisruptionBudget', 'ServiceMonitor', 'NetworkPolicy', 'ServiceAccount'];
const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject'];
const SPREAD = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];
/** What says how much there is to do, where CPU does not: a scaler has to ask for it. */
const LOAD = {
  gateway: ['stoa_held_polls'],
  events: ['stoa_consumer_lag_changes'],
  push: ['stoa_push_queue_jobs', 'stoa_mail_queue_mails', 'wait'],
};

function measuredBy({ spec }) {
  const metrics = (spec.metrics ?? []).flatMap(({ pods, resource }) => [pods?.metric.name, resource?.name]);
  const triggers = (spec.triggers ?? []).flatMap(({ type, metadata }) => [
    type,
    metadata.listName?.split(':').at(-1),
    ...(metadata.query?.match(/\bstoa_\w+/g) ?? []),
  ]);
  return new Set([...metrics, ...triggers]);
}

function* serviceProblems(catalogue, name) {
  for (const kind of OBJECTS) if (!catalogue.find(kind, name)) yield `${kind} ${name}: is missing`;
  const scaler = SCALERS.map((kind) => catalogue.find(kind, name)).find(Boolean);
  if (!scaler) {
    yield `${name}: nothing scales it`;
    return;
  }
  const measured = measuredBy(scaler);
  for (const load of ['cpu', ...(LOAD[name] ?? [])])
    if (!measured.has(load)) yield `${titleOf(scaler)}: does not look at ${load}`;
  const least = scaler.spec.minReplicas ?? scaler.spec.minReplicaCount;
  if (!(least >= 2)) yield `${titleOf(scaler)}: leaves one pod, so no node can be drained without an outage`;
}

/** NATS and Redis are spoken to encrypted, by all that know the authority of their certificates. */
function* encryptionProblems(catalogue) {
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  if (!settings.STOA_NATS_URL?.split(',').every((url) => url.startsWith('tls://')))
    yield 'STOA_NATS_URL: NATS is not spoken to encrypted';
  const place = settings.NODE_EXTRA_CA_CERTS ?? '';
  for (const { object, pod } of catalogue.workloads) {
    const [{ volumeMounts = [], envFrom }] = pod.containers;
    if (!envFrom) continue;
    const mount = volumeMounts.find(({ mountPath }) => place.startsWith(`${mountPath}/`));
    const secret = pod.volumes?.find(({ name }) => name === mount?.name)?.secret;
    if (!secret?.items) yield `${titleOf(object)}: does not know the authority of the certificates alone`;
  }
}

/** What only holds for production: everything is there, is spread and scaled by what it has to do, and no secret is. */
export function* productionProblems(catalogue) {
  const [namespace] = catalogue.ofKind('Namespace');
  if (namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
    yield 'Namespace: does not enforce the restricted Pod Security Standard';
  for (const secret of catalogue.ofKind('Secret')) yield `${titleOf(secret)}: production holds no secrets`;
  for (const name of SERVICES) yield* serviceProblems(catalogue, name);
  yield* redisInProductionProblems(catalogue);
  yield* natsInProductionProblems(catalogue);
  yield* encryptionProblems(catalogue);
  for (const { object, pod } of catalogue.workloads) {
    if (object.kind === 'Job') continue;
    const keys = (pod.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey);
    for (const key of SPREAD) if (!keys.includes(key)) yield `${titleOf(object)}: is not spread over ${key}`;
  }
  for (const { spec, metadata } of catalogue.ofKind('PodDisruptionBudget')) {
    if (spec.maxUnavailable !== 1) yield `PodDisruptionBudget ${metadata.name}: does not let one pod go at a time`;
  }
}
