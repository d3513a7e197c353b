import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';
import { Catalogue, titleOf } from './catalogue.mjs';
import { certificateProblems } from './certificate-rules.mjs';
import { callersOf, settingProblems } from './network-rules.mjs';
import { SERVICES } from './production-rules.mjs';
import { monitoringProblems } from './reference-rules.mjs';
import { parseObjects } from './render.mjs';
import { typeProblems } from './types.mjs';

const SERVER_LABEL = 'stoa/server';
/** Seconds after which NATS must have given up a client that says nothing: it gets its share of the requests until then. */
const LONGEST_SILENCE = 4;
/** Seconds that a primary of PostgreSQL may take to hand over: nothing is written until then. */
const LONGEST_HANDOVER = 60;
/** Ports that replicas of a bought server have among themselves. */
const OWN_PORTS = new Set([6222]);

const manifests = path.join(repositoryRoot, 'k8s');
const read = (...parts) => readFileSync(path.join(manifests, ...parts), 'utf8');

/** `port: 4222`, `name: value # why` lines of a NATS configuration. */
function natsOptions(text) {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => line.split(/:\s*/, 2).map((part) => part.replaceAll('"', ''))),
  );
}

/** The servers are configured the same way wherever they are: one for trying things out, three, Compose. */
function* configurationProblems(compose) {
  const expected = natsOptions(read('components', 'nats', 'nats.conf'));
  const composed = natsOptions(compose.configs.nats.content);
  const silence = Number(/^(\d+)s$/.exec(expected.ping_interval)?.[1]) * Number(expected.ping_max);
  if (!(silence <= LONGEST_SILENCE)) yield 'nats.conf: NATS keeps connections of lost nodes';
  for (const [option, value] of Object.entries(expected))
    if (composed[option] !== value)
      yield `docker-compose.yml: ${option} of NATS is ${composed[option]} instead of ${value}`;
  const clustered = natsOptions(read('components', 'nats-cluster', 'nats.conf'));
  // What only several have: names, a stop that sends clients away, somebody who is asked who calls.
  for (const [option, value] of Object.entries(expected))
    if (clustered[option] !== value)
      yield `nats-cluster: ${option} of NATS is ${clustered[option]} instead of ${value}`;
  const [redis] = parseObjects(read('components', 'redis', 'redis.yaml'), 'redis.yaml').filter(
    ({ kind }) => kind === 'StatefulSet',
  );
  const command = redis.spec.template.spec.containers[0].command.join(' ');
  if (!command.startsWith(compose.services.redis.command.join(' ')))
    yield `docker-compose.yml: Redis runs ${compose.services.redis.command.join(' ')} instead of ${command}`;
}

/** The parameters by which PostgreSQL gives up connections of a node that is lost, and PgBouncer's names of the same. */
const KEEP_ALIVES = {
  tcp_keepalives_idle: 'tcp_keepidle',
  tcp_keepalives_interval: 'tcp_keepintvl',
  tcp_keepalives_count: 'tcp_keepcnt',
  tcp_user_timeout: 'tcp_user_timeout',
};

/** Wherever PostgreSQL runs, connections whose other end is gone do not stay; its pooler gives them up as early. */
function* keepAliveProblems(compose, objects) {
  const component = parseObjects(read('components', 'postgres', 'postgres.yaml'), 'postgres.yaml').find(
    ({ kind }) => kind === 'StatefulSet',
  );
  const { parameters } = objects.find(({ kind }) => kind === 'Cluster').spec.postgresql;
  const given = {
    'docker-compose.yml': compose.services.postgres.command,
    'postgres.yaml': component.spec.template.spec.containers[0].args,
    'postgres-cluster.yaml': Object.keys(parameters),
  };
  for (const [place, words] of Object.entries(given)) {
    for (const option of Object.keys(KEEP_ALIVES))
      if (!words.some((word) => word.split('=')[0] === option)) yield `${place}: PostgreSQL has no ${option}`;
  }
  const pooler = objects.find(({ kind }) => kind === 'Pooler').spec.pgbouncer.parameters;
  if (pooler.tcp_keepalive !== '1') yield 'postgres-pooler.yaml: PgBouncer sends no keep-alives';
  for (const [option, name] of Object.entries(KEEP_ALIVES))
    if (pooler[name] !== parameters[option])
      yield `postgres-pooler.yaml: ${name} is ${pooler[name]} instead of PostgreSQL's ${parameters[option]}`;
}

/** PostgreSQL survives its machine and its disks: standbys elsewhere, a log that is archived, backups, somebody who looks. */
function* postgresProblems(objects) {
  const find = (kind, named = () => true) => objects.find((object) => object.kind === kind && named(object.spec));
  const { instances, affinity, plugins = [], postgresql, switchoverDelay } = find('Cluster').spec;
  if (!(instances >= 3)) yield 'Cluster postgres: cannot lose a server and still write';
  if (affinity?.podAntiAffinityType !== 'required') yield 'Cluster postgres: servers may share a node';
  if (!(switchoverDelay <= LONGEST_HANDOVER)) yield 'Cluster postgres: its primary may take long to hand over';
  const archiver = plugins.find(({ isWALArchiver }) => isWALArchiver);
  const store = archiver?.parameters?.barmanObjectName;
  const stored = objects.find(({ kind, metadata }) => kind === 'ObjectStore' && metadata.name === store);
  if (!stored) yield 'Cluster postgres: its log is not archived';
  else if (!stored.spec.retentionPolicy) yield 'Cluster postgres: its backups are kept for ever';
  if (!find('ScheduledBackup', ({ cluster, method }) => cluster.name === 'postgres' && method === 'plugin'))
    yield 'Cluster postgres: is not backed up';
  if (!find('PodMonitor', ({ selector }) => selector.matchLabels[SERVER_LABEL] === 'postgres'))
    yield 'Cluster postgres: nobody looks at it';
  const { instances: poolers, pgbouncer } = find('Pooler').spec;
  const most = Number(postgresql.parameters.max_connections);
  if (poolers * Number(pgbouncer.parameters.default_pool_size) > 0.9 * most)
    yield 'Pooler postgres-pooler: may open more connections than there are';
}

/** Who may reach a bought server is who architecture.md says, and its own replicas. */
function* policyProblems(policy, { flows }) {
  const server = policy.spec.podSelector.matchLabels[SERVER_LABEL];
  const allowed = new Set(
    callersOf(policy)
      .filter(({ from, port }) => from !== server && !OWN_PORTS.has(port) && from !== 'cnpg-system')
      .map(({ from, port }) => `${from} -> ${server}:${port}`),
  );
  const isDeveloped = (flow) => flow.startsWith('push-relay-dev ');
  const expected = [...flows].filter((flow) => flow.includes(` -> ${server}:`) && !isDeveloped(flow));
  for (const flow of allowed)
    if (!flows.has(flow)) yield `${titleOf(policy)}: docs/build/architecture.md knows no ${flow}`;
  for (const flow of expected) if (!allowed.has(flow)) yield `${titleOf(policy)}: ${flow} is not allowed`;
}

/**
 * Problems of k8s/servers, which no overlay renders, and of the servers' settings.
 * @param production objects as production renders them, whose servers have their certificates from there
 */
export function serverProblems(facts, compose, production = []) {
  const folder = path.join(manifests, 'servers');
  const objects = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.yaml') && !/(-values|kustomization)\.yaml$/.test(file))
    .flatMap((file) => parseObjects(readFileSync(path.join(folder, file), 'utf8'), file));
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  return [
    ...objects.flatMap((object) => typeProblems(object).map((problem) => `${titleOf(object)}: ${problem}`)),
    ...policies.flatMap((policy) => [...policyProblems(policy, facts)]),
    ...monitoringProblems(new Catalogue(objects), facts),
    ...postgresProblems(objects),
    ...certificateProblems(objects, new Catalogue(production)),
  ]
    .map((problem) => `servers: ${problem}`)
    .concat(
      ...configurationProblems(compose),
      ...keepAliveProblems(compose, objects),
      ...settingProblems(facts, SERVICES),
    );
}
