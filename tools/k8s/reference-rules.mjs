import path from 'node:path';
import { Catalogue, containersOf, titleOf } from './catalogue.mjs';
import { trafficPolicyProblems } from './proxy-rules.mjs';

/** Above the hold of a poll and its spread: what a proxy must wait at least for an answer. */
const POLL_SPREAD_SECONDS = 10;
const POLL_MARGIN_SECONDS = 10;
/** Seconds; above that, clients notice that a node is lost. */
const LONG_CONNECT_SECONDS = 5;
const SCALED_KINDS = ['HorizontalPodAutoscaler', 'ScaledObject'];
/** Kubernetes' own namespace objects, named after the whole. */
const NAME_LABEL = 'app.kubernetes.io/name';
/** What several installations of a cluster are told apart by. */
const INSTANCE_LABEL = 'app.kubernetes.io/instance';
const VERSION_LABEL = 'app.kubernetes.io/version';
/** The pods of all workloads that are one server together. */
const SERVER_LABEL = 'stoa/server';

function* nameProblems(catalogue) {
  const titles = new Set();
  for (const object of catalogue.objects) {
    const title = titleOf(object);
    for (const label of [NAME_LABEL, INSTANCE_LABEL, VERSION_LABEL])
      if (!object.metadata.labels?.[label]) yield `${title}: has no label ${label}`;
    if (titles.has(`${object.metadata.namespace}/${title}`)) yield `${title}: is there twice`;
    titles.add(`${object.metadata.namespace}/${title}`);
  }
  for (const { object, name, labels, pod } of catalogue.workloads) {
    if (labels[NAME_LABEL] !== name) yield `${titleOf(object)}: its pods are not named after it`;
    if (labels[INSTANCE_LABEL] !== object.metadata.labels?.[INSTANCE_LABEL])
      yield `${titleOf(object)}: its pods are not of its installation`;
    const version = labels[VERSION_LABEL];
    const { image } = containersOf(pod)[0];
    if (version && !image.includes('@') && !image.endsWith(`:${version}`))
      yield `${titleOf(object)}: its pods are said to be of ${version}, and run ${image}`;
    // Their pods would start anew with each release; and a claim of volumes with a label cannot be changed any more.
    const claims = object.spec.volumeClaimTemplates ?? [];
    if (object.kind === 'StatefulSet' && (version || claims.some(({ metadata }) => metadata.labels)))
      yield `${titleOf(object)}: is changed by each release`;
    if (object.spec.selector && catalogue.selected(object.spec.selector.matchLabels).length !== 1)
      yield `${titleOf(object)}: its selector does not choose its own pods alone`;
  }
}

function* serviceProblems(catalogue) {
  for (const service of catalogue.ofKind('Service')) {
    const chosen = catalogue.selected(service.spec.selector);
    if (chosen.length !== 1) yield `${titleOf(service)}: chooses the pods of ${chosen.length} workloads`;
    for (const { targetPort } of service.spec.ports) {
      if (!chosen.every((workload) => Catalogue.portNames(workload).has(targetPort)))
        yield `${titleOf(service)}: its pods have no port ${targetPort}`;
    }
  }
}

function* ingressProblems(catalogue, { variables }) {
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  const setting = (name) => Number(settings[name] ?? variables.get(name)?.default);
  for (const ingress of catalogue.ofKind('Ingress')) {
    const title = titleOf(ingress);
    for (const { http } of ingress.spec.rules) {
      for (const { backend } of http.paths) {
        const service = catalogue.find('Service', backend.service.name);
        if (!service?.spec.ports.some(({ name }) => name === backend.service.port.name))
          yield `${title}: there is no port ${backend.service.port.name} of service ${backend.service.name}`;
      }
    }
    const option = (name) => ingress.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`] ?? '';
    const held = setting('STOA_POLL_HOLD_SECONDS') + POLL_SPREAD_SECONDS + POLL_MARGIN_SECONDS;
    if (!(Number(option('proxy-read-timeout')) >= held))
      yield `${title}: ends polls, which are held for up to ${held} s`;
    if (!(Number(option('proxy-body-size').replace('m', '')) > setting('STOA_UPLOAD_MAX_MIB')))
      yield `${title}: refuses uploads of STOA_UPLOAD_MAX_MIB`;
    yield* lostNodeProblems(title, option);
  }
}

const secondsOf = (duration = '') => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);

/** What is answered for as long as it takes: files of slow clients, and streams of events, which last for minutes. */
const ENDLESS = ['/api/v1/user_uploads', '/api/v1/tus', '/user_uploads', '/api/v1/events', '/json/events'];

/** A route's time-out is that of a whole answer: 0 for what is {@link ENDLESS}, longer than a poll for everything else. */
function* routeProblems(catalogue, { variables }) {
  const settings = catalogue.ofKind('ConfigMap').find(({ data }) => data?.STOA_MODE)?.data ?? {};
  const hold = Number(settings.STOA_POLL_HOLD_SECONDS ?? variables.get('STOA_POLL_HOLD_SECONDS')?.default);
  const held = hold + POLL_SPREAD_SECONDS + POLL_MARGIN_SECONDS;
  for (const route of catalogue.ofKind('HTTPRoute')) {
    const title = titleOf(route);
    for (const { matches = [], timeouts = {}, retry, backendRefs } of route.spec.rules) {
      const isWhole = matches.some(({ path }) => path?.value === '/');
      for (const limit of [timeouts.request, timeouts.backendRequest].map(secondsOf))
        if (isWhole ? !(limit >= held) : limit !== 0)
          yield `${title}: ends ${isWhole ? `polls, which are held for up to ${held} s` : 'slow uploads and streams'}`;
      if (retry && !matches.every(({ method }) => method === 'GET')) yield `${title}: repeats requests that write`;
      for (const { name, port } of backendRefs)
        if (!catalogue.find('Service', name)?.spec.ports.some((own) => own.port === port))
          yield `${title}: there is no port ${port} of service ${name}`;
    }
    const endless = route.spec.rules.flatMap(({ matches = [], timeouts = {} }) =>
      secondsOf(timeouts.request) === 0 ? matches.map(({ path }) => path?.value) : [],
    );
    for (const path of ENDLESS) if (!endless.includes(path)) yield `${title}: ends answers of ${path} that last`;
  }
}

/** A proxy that waits for a gateway whose node is lost answers its clients with 504. */
function* lostNodeProblems(title, option) {
  const conditions = option('proxy-next-upstream').split(' ');
  if (!conditions.includes('error') || !conditions.includes('timeout'))
    yield `${title}: does not pass over a gateway that cannot be reached`;
  if (conditions.includes('non_idempotent')) yield `${title}: repeats requests that write`;
  if (!(Number(option('proxy-connect-timeout') || LONG_CONNECT_SECONDS) < LONG_CONNECT_SECONDS))
    yield `${title}: waits long for a gateway that cannot be reached`;
}

function* scalingProblems(catalogue, { metrics, pushQueue }) {
  const scaled = new Map();
  for (const scaler of catalogue.ofKind(...SCALED_KINDS)) {
    const title = titleOf(scaler);
    const target = scaler.spec.scaleTargetRef.name;
    const workload = catalogue.find('Deployment', target);
    if (!workload) yield `${title}: there is no deployment ${target}`;
    else if (workload.spec.replicas !== undefined) yield `${title}: ${target} has replicas that every apply sets back`;
    if (scaled.has(target)) yield `${title}: ${scaled.get(target)} scales ${target} as well`;
    scaled.set(target, title);
    for (const { pods } of scaler.spec.metrics ?? []) {
      if (pods && !metrics.has(pods.metric.name)) yield `${title}: nothing exports ${pods.metric.name}`;
    }
    const { name } = scaler.spec.advanced?.horizontalPodAutoscalerConfig ?? {};
    if (name === target) yield `${title}: its autoscaler has the name of the base's, and would take that with it`;
    const averages = (scaler.spec.triggers ?? []).some(
      ({ type, metricType }) => type !== 'cpu' && metricType === 'AverageValue',
    );
    const { fallback } = scaler.spec;
    if (fallback && !averages) yield `${title}: has a fallback, which KEDA refuses without an AverageValue`;
    if (fallback && fallback.behavior !== 'currentReplicasIfHigher')
      yield `${title}: takes pods away when Prometheus does not answer`;
    for (const { type, metadata, authenticationRef } of scaler.spec.triggers ?? []) {
      if (type === 'prometheus' && metadata.ignoreNullValues !== 'false')
        yield `${title}: takes a Prometheus without data for one that says that nothing waits`;
      if (/^redis(-cluster)?$/.test(type) && !metadata.listName.startsWith(`${pushQueue}:`))
        yield `${title}: ${metadata.listName} is not a queue of push`;
      if (authenticationRef && !catalogue.find('TriggerAuthentication', authenticationRef.name))
        yield `${title}: there is no TriggerAuthentication ${authenticationRef.name}`;
    }
  }
  for (const budget of catalogue.ofKind('PodDisruptionBudget')) {
    const chosen = catalogue.selected(budget.spec.selector.matchLabels);
    const isOneServer = chosen.length > 1 && new Set(chosen.map(({ labels }) => labels[SERVER_LABEL] ?? '')).size === 1;
    if (chosen.length !== 1 && !(isOneServer && chosen[0].labels[SERVER_LABEL]))
      yield `${titleOf(budget)}: does not choose the pods of one workload`;
  }
}

/** ConfigMaps and Secrets by name and key: rendered, or listed in docs/operate/kubernetes.md as made by the operator. */
function* storedProblems(catalogue, { isDocumentedSecret }) {
  const references = catalogue.workloads.flatMap(({ object, pod }) =>
    containersOf(pod).flatMap(({ envFrom = [], env = [] }) => [
      ...envFrom.flatMap(({ configMapRef }) => (configMapRef ? [{ object, kind: 'ConfigMap', ...configMapRef }] : [])),
      ...env.flatMap(({ valueFrom }) =>
        valueFrom?.secretKeyRef ? [{ object, kind: 'Secret', ...valueFrom.secretKeyRef }] : [],
      ),
    ]),
  );
  const authentications = catalogue
    .ofKind('TriggerAuthentication')
    .flatMap((object) => object.spec.secretTargetRef.map((reference) => ({ object, kind: 'Secret', ...reference })));
  for (const { object, kind, name, key, optional } of [...references, ...authentications]) {
    const found = catalogue.find(kind, name);
    const isThere = key === undefined ? found : found?.data?.[key] !== undefined;
    if (isThere || optional || (kind === 'Secret' && !found && isDocumentedSecret(name, key))) continue;
    yield `${titleOf(object)}: there is no ${kind} ${name}${key ? ` with ${key}` : ''}`;
  }
}

/** The page that an alert leads to, wherever the operator keeps a copy. */
function pageOf(url) {
  return url.replace(/^https?:\/\/.*\//, 'docs/operate/runbooks/');
}

/** Whether every aggregation is by namespace, or of one. */
function keepsInstallationsApart(query) {
  const aggregations = [...query.matchAll(/\b(?:sum|max|min|count)\b(?! by \(namespace\b)/g)];
  return (
    aggregations.length === 0 ||
    [...query.matchAll(/\bstoa_\w+/g)].every(({ 0: name, index }) =>
      query.slice(index + name.length).startsWith('{namespace='),
    )
  );
}

/** Problems of what watches: alerts without a page, queries of other installations, monitors that find nothing. */
export function* monitoringProblems(catalogue, { metrics, hasFile }) {
  const known = (name) => metrics.has(name) || metrics.has(name.replace(/_(bucket|count|sum)$/, ''));
  const queries = [];
  const places = new Set();
  for (const rules of catalogue.ofKind('PrometheusRule')) {
    for (const { alert, record, expr, annotations } of rules.spec.groups.flatMap((group) => group.rules)) {
      queries.push([alert ? `alert ${alert}` : `rule ${record}`, expr]);
      if (!alert) continue;
      const url = annotations?.runbook_url ?? '';
      if (!annotations?.summary || !hasFile(pageOf(url))) yield `alert ${alert}: has no runbook`;
      places.add(path.posix.dirname(url));
    }
  }
  if (places.size > 1) yield `alerts lead to runbooks in different places: ${[...places].join(', ')}`;
  for (const scaler of catalogue.ofKind('ScaledObject')) {
    for (const { metadata } of scaler.spec.triggers)
      if (metadata.query) queries.push([titleOf(scaler), metadata.query]);
  }
  for (const [title, query] of queries) {
    if (!keepsInstallationsApart(query)) yield `${title}: counts other installations of the cluster in`;
    for (const [name] of query.matchAll(/\bstoa_\w+/g)) if (!known(name)) yield `${title}: nothing exports ${name}`;
  }
  for (const monitor of catalogue.ofKind('ServiceMonitor')) {
    const { matchLabels } = monitor.spec.selector;
    const services = catalogue
      .ofKind('Service')
      .filter(({ metadata }) =>
        Object.entries(matchLabels).every(([label, value]) => metadata.labels?.[label] === value),
      );
    for (const { port } of monitor.spec.endpoints) {
      if (services.length !== 1 || !services[0].spec.ports.some(({ name }) => name === port))
        yield `${titleOf(monitor)}: finds no service with a port ${port}`;
    }
  }
}

/** Problems of objects that name each other. */
export function* referenceProblems(catalogue, facts) {
  yield* nameProblems(catalogue);
  yield* serviceProblems(catalogue);
  yield* ingressProblems(catalogue, facts);
  yield* routeProblems(catalogue, facts);
  yield* trafficPolicyProblems(catalogue);
  yield* scalingProblems(catalogue, facts);
  yield* storedProblems(catalogue, facts);
  yield* monitoringProblems(catalogue, facts);
}
