import { Catalogue, titleOf } from './catalogue.mjs';

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

/** A peer by the name that docs/build/architecture.md gives it. */
function peerName({ podSelector, namespaceSelector, ipBlock }) {
  if (ipBlock) return 'outside';
  const labels = podSelector?.matchLabels ?? {};
  const namespace = namespaceSelector?.matchLabels?.[NAMESPACE_LABEL];
  return namespace ?? labels['stoa/server'] ?? labels['app.kubernetes.io/name'] ?? 'anybody';
}

function numberOf(port, workload) {
  if (typeof port === 'number') return port;
  const ports = workload.pod.containers.flatMap(({ ports: given = [] }) => given);
  return ports.find(({ name }) => name === port)?.containerPort;
}

/** Who may come in by a policy, and where to. */
export function callersOf({ spec }) {
  return (spec.ingress ?? []).flatMap(({ from = [{}], ports = [{}] }) =>
    from.flatMap((peer) => ports.map(({ port }) => ({ from: peerName(peer), port }))),
  );
}

/** The workload by the name that docs/build/architecture.md gives it: several may be one server together. */
function nameOf({ name, labels }) {
  return labels['stoa/server'] ?? name;
}

/** What a policy allows, as "from -> to:port"; what the parts of a server do among themselves is theirs. */
function flowsOf({ spec }, workload) {
  const flows = [];
  const own = nameOf(workload);
  for (const { to = [{}], ports = [{}] } of spec.egress ?? []) {
    for (const peer of to) for (const { port } of ports) flows.push(`${own} -> ${peerName(peer)}:${port}`);
  }
  for (const { from = [{}], ports = [{}] } of spec.ingress ?? []) {
    for (const peer of from) {
      for (const { port } of ports) flows.push(`${peerName(peer)} -> ${own}:${numberOf(port, workload)}`);
    }
  }
  return flows.filter((flow) => !flow.startsWith(`${own} -> ${own}:`));
}

/** What a service connects to when it reads this setting. */
const REACHED_BY_SETTING = {
  STOA_DATABASE_URL: ['postgres:5432'],
  STOA_REDIS_URL: ['redis:6379'],
  STOA_NATS_URL: ['nats:4222'],
  STOA_TRACE_ENDPOINT: ['monitoring:4318'],
  STOA_UPLOAD_S3_BUCKET: ['outside:443'],
  STOA_OUTGOING_ALLOWED_ADDRESSES: ['outside:80', 'outside:443'],
  STOA_MAIL_URL: ['outside:465', 'outside:587'],
};
/** The ways that no setting names, or that another setting opens as well. */
const REACHED_ANYWAY = { push: ['outside:443', 'push-relay-dev:9991'] };

/** Where the list of architecture.md and the settings that a service reads disagree on what it connects to. */
export function* settingProblems({ flows, variables }, services) {
  for (const name of services) {
    const reached = new Set(REACHED_ANYWAY[name] ?? []);
    for (const [variable, places] of Object.entries(REACHED_BY_SETTING))
      if (variables.get(variable)?.isReadBy(name)) for (const place of places) reached.add(place);
    const listed = [...flows].filter((flow) => flow.startsWith(`${name} -> `)).map((flow) => flow.split(' -> ')[1]);
    for (const place of reached)
      if (!listed.includes(place)) yield `architecture.md: ${name} -> ${place} is not listed`;
    for (const place of listed)
      if (!reached.has(place)) yield `architecture.md: ${name} -> ${place} is listed, and no setting leads there`;
  }
}

/**
 * Problems of network policies: everything is refused first, and what the policies of the workloads allow is exactly what
 * docs/build/architecture.md lists, for those parts of the list that are rendered.
 */
export function* networkProblems(catalogue, { flows }) {
  const policies = catalogue.ofKind('NetworkPolicy');
  const refusesAll = ({ spec }) =>
    Object.keys(spec.podSelector).length === 0 && spec.policyTypes.length === 2 && !spec.egress && !spec.ingress;
  if (!policies.some(refusesAll)) yield 'NetworkPolicy: nothing refuses what is not allowed';
  const allowed = new Set();
  for (const workload of catalogue.workloads) {
    const own = policies.find(({ metadata }) => metadata.name === nameOf(workload));
    if (!own) {
      yield `${titleOf(workload.object)}: has no network policy`;
      continue;
    }
    if (!catalogue.selected(own.spec.podSelector.matchLabels).includes(workload)) {
      yield `${titleOf(own)}: does not choose the pods of ${workload.name}`;
    }
    for (const { ports = [] } of own.spec.ingress ?? []) {
      for (const { port } of ports) {
        const numbers = workload.pod.containers.flatMap(({ ports: given = [] }) =>
          given.map((item) => item.containerPort),
        );
        if (!Catalogue.portNames(workload).has(port) && !numbers.includes(port))
          yield `${titleOf(own)}: its pods have no port ${port}`;
      }
    }
    for (const flow of flowsOf(own, workload)) allowed.add(flow);
  }
  for (const flow of allowed) if (!flows.has(flow)) yield `NetworkPolicy: docs/build/architecture.md knows no ${flow}`;
  const rendered = new Set(catalogue.workloads.map(({ name }) => name));
  const isOptional = (flow) => /\bpush-relay-dev\b|^keda |^mail |^monitoring -> (postgres|nats):/.test(flow);
  for (const flow of flows) {
    const [from, to] = [flow.split(' -> ')[0], flow.split(' -> ')[1].split(':')[0]];
    if ((rendered.has(from) || rendered.has(to)) && !allowed.has(flow) && !isOptional(flow))
      yield `NetworkPolicy: ${flow} of docs/build/architecture.md is not allowed`;
  }
}
