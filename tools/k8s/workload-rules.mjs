import { containersOf, titleOf } from './catalogue.mjs';
import { REDIS_NODE } from './redis-rules.mjs';

const STOP_MARGIN_SECONDS = 5;
const STAND_IN = 'push-relay-dev';
/** Memory of a process outside its heap takes at least this share. */
const LARGEST_HEAP_SHARE = 0.75;
const BYTES = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

function bytesOf(quantity) {
  const [, amount, unit] = /^(\d+)(Ki|Mi|Gi)$/.exec(quantity) ?? [];
  return Number(amount) * BYTES[unit];
}

/** Kinds of volumes that the restricted Pod Security Standard lets pods have. */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** What no restricted pod may have. */
function* privilegeProblems(pod) {
  for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) if (pod[field]) yield `asks for ${field}`;
  for (const { name, ...source } of pod.volumes ?? [])
    for (const kind of Object.keys(source)) if (!VOLUMES.includes(kind)) yield `has the volume ${name} of kind ${kind}`;
  if (pod.securityContext?.sysctls) yield 'sets sysctls';
  for (const { name, securityContext = {}, ports = [] } of containersOf(pod)) {
    if (securityContext.privileged) yield `${name} is privileged`;
    if (securityContext.capabilities?.add) yield `${name} adds capabilities`;
    if (securityContext.procMount) yield `${name} chooses its /proc`;
    if (securityContext.runAsUser === 0 || securityContext.runAsNonRoot === false) yield `${name} may run as root`;
    if (ports.some(({ hostPort }) => hostPort)) yield `${name} listens on the node`;
  }
}

/** The restricted Pod Security Standard as far as it is the pod's to say, a read-only root and no token. */
function* securityProblems({ pod, name }, catalogue) {
  yield* privilegeProblems(pod);
  const context = pod.securityContext ?? {};
  // Without a number, the cluster gives one: OpenShift's way.
  if (context.runAsNonRoot !== true || context.runAsUser === 0) yield 'may run as root';
  if (context.seccompProfile?.type !== 'RuntimeDefault') yield 'has no seccomp profile';
  if (pod.automountServiceAccountToken !== false) yield 'mounts a token';
  const account = catalogue.find('ServiceAccount', pod.serviceAccountName);
  if (pod.serviceAccountName !== name || !account) yield 'has no service account of its name';
  if (account && account.automountServiceAccountToken !== false) yield 'has a service account with a token';
  for (const { name: container, securityContext = {} } of containersOf(pod)) {
    if (securityContext.allowPrivilegeEscalation !== false) yield `${container} may gain privileges`;
    if (securityContext.readOnlyRootFilesystem !== true) yield `${container} may write its root file system`;
    if (!securityContext.capabilities?.drop?.includes('ALL')) yield `${container} keeps capabilities`;
  }
}

function* containerProblems({ pod }) {
  for (const { name, image, resources = {}, volumeMounts = [] } of containersOf(pod)) {
    if (!/:[^/:]+$|@sha256:/.test(image) || image.endsWith(':latest')) yield `${name}: ${image} is not pinned`;
    for (const kind of ['cpu', 'memory']) {
      if (!resources.requests?.[kind]) yield `${name} requests no ${kind}`;
    }
    if (!resources.limits?.memory) yield `${name} has no limit of memory`;
    for (const { name: volume } of volumeMounts) {
      if (!hasVolume(pod, volume)) yield `${name} mounts ${volume}, which the pod has not`;
    }
  }
}

/** A registry that asks who pulls may have the image of any pod. */
function* pullProblems({ pod }, catalogue) {
  const namesOf = ({ imagePullSecrets = [] }) => imagePullSecrets.map(({ name }) => name);
  const own = namesOf(pod);
  for (const name of new Set(catalogue.workloads.flatMap((workload) => namesOf(workload.pod))))
    if (!own.includes(name)) yield `pulls its images without ${name}, which others pull with`;
}

// Volumes of a StatefulSet's claims are named data throughout.
function hasVolume(pod, name) {
  return (pod.volumes ?? []).some((volume) => volume.name === name) || name === 'data';
}

/** Of the memory that a container may have, the share above which the copies of a log's rewriting do not fit. */
const MOST_REDIS_MEMORY = 0.7;

/** Redis refuses new queues before the kernel ends it, and finds connections of lost nodes dead. */
function* redisProblems({ pod }) {
  for (const { name, command = [], resources } of containersOf(pod)) {
    // Its other options are in redis.conf.
    const isNode = command.includes(REDIS_NODE);
    if (command[0] !== 'redis-server' && !isNode) continue;
    const option = (wanted) => command[command.indexOf(wanted) + 1] ?? '';
    const [, megabytes] = /^(\d+)mb$/.exec(command.includes('--maxmemory') ? option('--maxmemory') : '') ?? [];
    const share = (Number(megabytes ?? 0) * 2 ** 20) / bytesOf(resources?.limits?.memory);
    if (!(share > 0 && share <= MOST_REDIS_MEMORY)) yield `${name} has no bound of memory below its limit`;
    if (!isNode && !command.includes('--tcp-keepalive')) yield `${name} keeps connections of lost nodes`;
  }
}

/** A container's environment: value, or where it comes from, by variable. */
function environmentOf(container, catalogue) {
  const environment = new Map();
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (secretRef) environment.set(`all of ${secretRef.name}`, { value: 'a whole secret' });
    const data = configMapRef && catalogue.find('ConfigMap', configMapRef.name)?.data;
    for (const [name, value] of Object.entries(data ?? {})) environment.set(name, { value, isShared: true });
  }
  for (const { name, value, valueFrom } of container.env ?? []) environment.set(name, { value, ...valueFrom });
  return environment;
}

/** Whether a value may stand for a variable of a kind that docs/operate/configuration.md names. */
export function isValidValue(value, kind) {
  const [, type, from = -Infinity, to = Infinity] =
    /^(integer|number)(?: from (-?[\d.]+))?(?: to (-?[\d.]+))?$/.exec(kind) ?? [];
  if (type !== undefined) {
    const isNumber = type === 'integer' ? /^\d+$/.test(value) : value !== '' && Number.isFinite(Number(value));
    return isNumber && Number(value) >= Number(from) && Number(value) <= Number(to);
  }
  const [, least = 1] = /^text(?: of at least (\d+) characters)?$/.exec(kind) ?? [];
  if (kind.startsWith('text')) return value.length >= Number(least);
  if (kind === 'boolean') return /^(on|off|true|false|1|0)$/i.test(value);
  if (kind === 'URLs') return value.split(',').every((url) => URL.canParse(url.trim()));
  return kind.split(' or ').some((choice) => (choice === 'URL' ? URL.canParse(value) : choice === value));
}

/** The app whose environment class a command reads; undefined for servers and helpers. */
export function appOf({ command = [] }) {
  return /^dist\/apps\/([^/]+)\//.exec(command[1] ?? '')?.[1];
}

function* environmentProblems({ object, pod }, catalogue, { variables, hasSource }) {
  for (const container of containersOf(pod)) {
    const { command = [], name: containerName } = container;
    if (command[0] === 'node' && !hasSource(command[1]))
      yield `${containerName}: ${command[1]} is nothing that is built`;
    const app = appOf(container);
    if (!app) continue;
    const environment = environmentOf(container, catalogue);
    for (const [name, { value, secretKeyRef, isShared }] of environment) {
      if (!name.startsWith('STOA_')) continue;
      const fileOf = variables.get(name.replace(/_FILE$/, ''));
      // A secret in a file: the variable names the file.
      if (name.endsWith('_FILE') && fileOf?.isSecret && (isShared || fileOf.isReadBy(app))) continue;
      const variable = variables.get(name);
      if (!variable) yield `${containerName}: ${name} is read by nothing`;
      else if (!isShared && !variable.isReadBy(app)) yield `${containerName}: ${app} does not read ${name}`;
      else if (variable.isSecret && !secretKeyRef) yield `${containerName}: ${name} is secret and stands in the open`;
      else if (value !== undefined && !isValidValue(value, variable.kind)) yield `${containerName}: ${name} is wrong`;
    }
    for (const [name, variable] of variables) {
      const given = environment.get(name) ?? environment.get(`${name}_FILE`);
      // Settings are open to everybody, so what is secret needs a place of its own; the stand-in is for trying things out.
      if (!given && variable.isSecret && object.kind === 'Deployment' && app !== STAND_IN && variable.isReadBy(app))
        yield `${containerName}: no secret can give it ${name}`;
      if (!variable.isRequired || !variable.isReadBy(app)) continue;
      // The stand-in requires what the push service does not.
      if (!given) yield `${containerName}: ${name} is required and missing`;
      else if (given.secretKeyRef?.optional) yield `${containerName}: ${name} is required and optional here`;
    }
  }
}

function* lifeProblems({ object, pod }, catalogue, { paths, variables }) {
  for (const container of pod.containers) {
    const app = appOf(container);
    const ports = new Map((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));
    for (const kind of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const probe = container[kind];
      if (!probe && app && object.kind === 'Deployment') yield `${container.name} has no ${kind}`;
      if (!probe?.httpGet) continue;
      if (!ports.has(probe.httpGet.port)) yield `${kind}: there is no port ${probe.httpGet.port}`;
      if (app && !paths.has(probe.httpGet.path)) yield `${kind}: ${probe.httpGet.path} is not served`;
    }
    if (!app || object.kind !== 'Deployment') continue;
    if (container.livenessProbe?.httpGet?.path !== '/health/live') yield 'livenessProbe asks for more than life';
    if (container.readinessProbe?.httpGet?.path !== '/health/ready') yield 'readinessProbe does not notice draining';
    const environment = environmentOf(container, catalogue);
    const setting = (name) => environment.get(name)?.value ?? variables.get(name)?.default;
    for (const [port, variable] of [
      ['internal', 'STOA_INTERNAL_PORT'],
      ['http', 'STOA_HTTP_PORT'],
    ]) {
      if (ports.has(port) && String(ports.get(port)) !== setting(variable)) yield `port ${port} is not ${variable}`;
    }
    const stop = Number(setting('STOA_SHUTDOWN_SECONDS')) + (container.lifecycle?.preStop?.sleep?.seconds ?? 0);
    if (pod.terminationGracePeriodSeconds < stop + STOP_MARGIN_SECONDS)
      yield `is killed before ${stop} s to drain are over`;
    const heap = Number(/--max-old-space-size=(\d+)/.exec(environment.get('NODE_OPTIONS')?.value ?? '')?.[1] ?? 0);
    const limit = container.resources?.limits?.memory;
    if (limit && heap * BYTES.Mi > bytesOf(limit) * LARGEST_HEAP_SHARE) yield 'has a heap too large for its memory';
  }
}

const RULES = [securityProblems, containerProblems, pullProblems, redisProblems, environmentProblems, lifeProblems];

/** Problems of everything that runs pods. */
export function* workloadProblems(catalogue, facts) {
  for (const workload of catalogue.workloads) {
    const title = titleOf(workload.object);
    for (const rule of RULES) {
      for (const problem of rule(workload, catalogue, facts)) yield `${title}: ${problem}`;
    }
  }
}
