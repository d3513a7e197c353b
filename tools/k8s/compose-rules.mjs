import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../launcher/services.mjs';
import { Catalogue } from './catalogue.mjs';
import { appOf, isValidValue } from './workload-rules.mjs';

const SERVERS = ['postgres', 'redis', 'nats'];
const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push', 'push-relay-dev'];
const JOB = 'migrate';
/** Fields of the Compose specification that are used here; any other field counts as a typo until it is added here. */
const FIELDS = new Set([
  'image',
  'build',
  'command',
  'environment',
  'read_only',
  'tmpfs',
  'cap_drop',
  'security_opt',
  'volumes',
  'restart',
  'stop_grace_period',
  'healthcheck',
  'depends_on',
  'ports',
  'configs',
  'shm_size',
  'mem_limit',
]);
const TOP_FIELDS = new Set(['name', 'services', 'volumes', 'configs']);

/** docker-compose.yml with its anchors and merges resolved, as Compose reads it. */
export function readCompose() {
  const file = parse(readFileSync(path.join(repositoryRoot, 'docker-compose.yml'), 'utf8'), { merge: true });
  return Object.fromEntries(Object.entries(file).filter(([key]) => !key.startsWith('x-')));
}

function* shapeProblems(compose) {
  for (const field of Object.keys(compose)) if (!TOP_FIELDS.has(field)) yield `${field} is not known`;
  const names = Object.keys(compose.services).sort();
  const expected = [...SERVERS, ...SERVICES, JOB].sort();
  if (names.join() !== expected.join()) yield `has the services ${names.join(', ')} instead of ${expected.join(', ')}`;
  for (const [name, service] of Object.entries(compose.services)) {
    for (const field of Object.keys(service)) if (!FIELDS.has(field)) yield `${name}: ${field} is not known`;
    if (!/^[\w./-]+:[\w.-]+$/.test(service.image ?? '') || service.image.endsWith(':latest'))
      yield `${name}: ${service.image} is not pinned`;
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(':');
      if (!(source in (compose.volumes ?? {}))) yield `${name}: there is no volume ${source}`;
    }
    for (const { source } of service.configs ?? [])
      if (!(source in (compose.configs ?? {}))) yield `${name}: there is no config ${source}`;
  }
}

/** A started service waits for what it needs: servers until they are healthy, the job until it has succeeded. */
function* orderProblems({ services }) {
  for (const [name, { depends_on: needed = {} }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(needed)) {
      const right = other === JOB ? 'service_completed_successfully' : 'service_healthy';
      if (!services[other]) yield `${name}: waits for ${other}, which is not there`;
      else if (condition !== right) yield `${name}: waits for ${other} with ${condition} instead of ${right}`;
      else if (other !== JOB && !services[other].healthcheck)
        yield `${name}: waits for ${other}, which has no health check`;
    }
    const expected = { [JOB]: ['postgres'], gateway: [JOB, 'redis', 'nats', ...SERVICES.slice(1, 6)] };
    const least = expected[name] ?? (SERVICES.slice(1, 6).includes(name) ? [JOB, 'redis', 'nats'] : []);
    for (const other of least) if (!(other in needed)) yield `${name}: does not wait for ${other}`;
  }
}

function* containerProblems(services, { paths }) {
  for (const name of [...SERVICES, JOB]) {
    const service = services[name] ?? {};
    if (service.read_only !== true) yield `${name}: may write its root file system`;
    if (!service.cap_drop?.includes('ALL')) yield `${name}: keeps capabilities`;
    if (!service.security_opt?.includes('no-new-privileges:true')) yield `${name}: may gain privileges`;
    if (name === JOB) continue;
    const probe = service.healthcheck?.test?.join(' ') ?? '';
    const [, port, asked] = /127\.0\.0\.1:(\d+)(\/[\w/]+)/.exec(probe) ?? [];
    if (!paths.has(asked)) yield `${name}: its health check asks for ${asked}, which is not served`;
    if (port !== service.environment?.STOA_INTERNAL_PORT)
      yield `${name}: its health check does not ask STOA_INTERNAL_PORT`;
    const stop = Number.parseInt(service.stop_grace_period, 10);
    if (!(stop > Number(service.environment?.STOA_SHUTDOWN_SECONDS))) yield `${name}: is killed before it has drained`;
  }
}

function* environmentProblems(services, { variables, hasSource }) {
  for (const name of [...SERVICES, JOB]) {
    const { command = [], environment = {} } = services[name] ?? {};
    const app = appOf({ command });
    if (!app || !hasSource(command[1])) {
      yield `${name}: ${command[1]} is nothing that is built`;
      continue;
    }
    for (const [variable, value] of Object.entries(environment)) {
      const known = variables.get(variable);
      if (!known) yield `${name}: ${variable} is read by nothing`;
      else if (!isValidValue(String(value), known.kind)) yield `${name}: ${variable} is wrong`;
    }
    for (const [variable, { isRequired, isReadBy }] of variables) {
      if (isRequired && isReadBy(app) && !(variable in environment))
        yield `${name}: ${variable} is required and missing`;
    }
  }
}

/** What runs in a container is the same with Compose and on Kubernetes. */
export function commandProblems({ services }, objects) {
  return new Catalogue(objects).workloads.flatMap(({ name, pod, object }) => {
    const [expected, found] = [pod.containers[0].command, services[name]?.command];
    if (object.kind === 'StatefulSet' || JSON.stringify(expected) === JSON.stringify(found)) return [];
    return [`docker-compose.yml: ${name} runs ${found?.join(' ')}, on Kubernetes ${expected.join(' ')}`];
  });
}

/** Problems of docker-compose.yml, which cannot be run where there is no container engine. */
export function composeProblems(compose, facts) {
  return [
    ...shapeProblems(compose),
    ...orderProblems(compose),
    ...containerProblems(compose.services, facts),
    ...environmentProblems(compose.services, facts),
  ].map((problem) => `docker-compose.yml: ${problem}`);
}
