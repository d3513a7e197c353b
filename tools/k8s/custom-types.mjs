import { Ajv } from 'ajv';

/**
 * The parts of custom resources' types that this project uses, as their operators document them: the packages with the types of
 * Kubernetes know nothing of these. A field that is not listed is a problem until somebody has looked it up and added it.
 */
const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const texts = { type: 'object', additionalProperties: { type: 'string' } };
const any = { type: 'object' };
const list = (items) => ({ type: 'array', minItems: 1, items });
const fields = (properties, ...required) => ({ type: 'object', additionalProperties: false, properties, required });

/** As the Gateway API takes it. */
const duration = { type: 'string', pattern: '^([0-9]{1,5}(h|m|s|ms)){1,4}$' };
const secretKey = fields({ name: text, key: text }, 'name', 'key');
const selector = fields({ matchLabels: texts }, 'matchLabels');
/** A fallback is refused unless a trigger besides that of CPU says so itself. */
const averaged = { const: 'AverageValue' };
const trigger = {
  oneOf: [
    fields(
      {
        type: { const: 'cpu' },
        metricType: { enum: ['Utilization', 'AverageValue'] },
        metadata: fields({ value: text }, 'value'),
      },
      'type',
      'metricType',
      'metadata',
    ),
    fields(
      {
        type: { const: 'prometheus' },
        metricType: averaged,
        metadata: fields(
          { serverAddress: text, query: text, threshold: text, activationThreshold: text },
          'serverAddress',
          'query',
          'threshold',
        ),
        authenticationRef: fields({ name: text }, 'name'),
      },
      'type',
      'metadata',
    ),
    fields(
      {
        type: { enum: ['redis', 'redis-cluster'] },
        metricType: averaged,
        metadata: fields(
          { listName: text, listLength: text, databaseIndex: text, enableTLS: text },
          'listName',
          'listLength',
        ),
        authenticationRef: fields({ name: text }, 'name'),
      },
      'type',
      'metadata',
      'authenticationRef',
    ),
  ],
};
const rule = {
  oneOf: [
    fields(
      { alert: text, expr: text, for: text, keep_firing_for: text, labels: texts, annotations: texts },
      'alert',
      'expr',
    ),
    fields({ record: text, expr: text, labels: texts }, 'record', 'expr'),
  ],
};

const SPECS = {
  'keda.sh/v1alpha1/ScaledObject': fields(
    {
      scaleTargetRef: fields({ apiVersion: text, kind: text, name: text }, 'name'),
      minReplicaCount: count,
      maxReplicaCount: count,
      pollingInterval: count,
      cooldownPeriod: count,
      fallback: fields({ failureThreshold: count, replicas: count }, 'failureThreshold', 'replicas'),
      advanced: fields({ horizontalPodAutoscalerConfig: fields({ name: text, behavior: any }) }),
      triggers: list(trigger),
    },
    'scaleTargetRef',
    'triggers',
  ),
  'keda.sh/v1alpha1/TriggerAuthentication': fields(
    { secretTargetRef: list(fields({ parameter: text, name: text, key: text }, 'parameter', 'name', 'key')) },
    'secretTargetRef',
  ),
  'monitoring.coreos.com/v1/ServiceMonitor': fields(
    {
      selector,
      namespaceSelector: fields({ matchNames: list(text) }),
      endpoints: list(
        fields({ port: text, path: text, interval: text, scrapeTimeout: text, honorLabels: flag }, 'port'),
      ),
    },
    'selector',
    'endpoints',
  ),
  'monitoring.coreos.com/v1/PodMonitor': fields(
    { selector, podMetricsEndpoints: list(fields({ port: text, path: text, interval: text }, 'port')) },
    'selector',
    'podMetricsEndpoints',
  ),
  'monitoring.coreos.com/v1/PrometheusRule': fields(
    { groups: list(fields({ name: text, interval: text, rules: list(rule) }, 'name', 'rules')) },
    'groups',
  ),
  'postgresql.cnpg.io/v1/Cluster': fields(
    {
      instances: { type: 'integer', minimum: 1 },
      imageName: text,
      inheritedMetadata: fields({ labels: texts, annotations: texts }),
      postgresql: fields({
        parameters: texts,
        synchronous: fields(
          { method: { enum: ['any', 'first'] }, number: count, dataDurability: { enum: ['required', 'preferred'] } },
          'method',
          'number',
        ),
      }),
      bootstrap: fields({
        initdb: fields({
          database: text,
          owner: text,
          encoding: text,
          localeProvider: text,
          builtinLocale: text,
          locale: text,
          postInitApplicationSQL: list(text),
        }),
      }),
      storage: fields({ size: text, storageClass: text }, 'size'),
      walStorage: fields({ size: text, storageClass: text }, 'size'),
      resources: any,
      backup: any,
      affinity: any,
      topologySpreadConstraints: list(any),
      plugins: list(fields({ name: text, enabled: flag, isWALArchiver: flag, parameters: texts }, 'name')),
      primaryUpdateMethod: { enum: ['switchover', 'restart'] },
      primaryUpdateStrategy: { enum: ['unsupervised', 'supervised'] },
      monitoring: any,
      managed: any,
    },
    'instances',
    'storage',
  ),
  'gateway.networking.k8s.io/v1/HTTPRoute': fields(
    {
      parentRefs: list(
        fields({ group: text, kind: text, name: text, namespace: text, sectionName: text, port: count }, 'name'),
      ),
      hostnames: list(text),
      rules: list(
        fields({
          name: text,
          matches: list(fields({ path: fields({ type: text, value: text }), method: text })),
          timeouts: fields({ request: duration, backendRequest: duration }),
          retry: fields({ attempts: count, backoff: duration, codes: list(count) }),
          backendRefs: list(fields({ name: text, port: count, weight: count }, 'name', 'port')),
        }),
      ),
    },
    'parentRefs',
    'rules',
  ),
  'cert-manager.io/v1/Issuer': fields({ selfSigned: any, ca: fields({ secretName: text }, 'secretName') }),
  'cert-manager.io/v1/Certificate': fields(
    {
      isCA: flag,
      commonName: text,
      secretName: text,
      duration: text,
      renewBefore: text,
      privateKey: fields({ algorithm: { enum: ['RSA', 'ECDSA', 'Ed25519'] }, size: count }),
      usages: list(text),
      dnsNames: list(text),
      issuerRef: fields({ name: text, kind: { enum: ['Issuer', 'ClusterIssuer'] } }, 'name'),
    },
    'secretName',
    'issuerRef',
  ),
  'external-secrets.io/v1/ExternalSecret': fields(
    {
      refreshInterval: text,
      secretStoreRef: fields({ kind: { enum: ['SecretStore', 'ClusterSecretStore'] }, name: text }, 'name'),
      target: fields({
        name: text,
        creationPolicy: { enum: ['Owner', 'Orphan', 'Merge', 'None'] },
        template: fields({ data: texts }),
      }),
      data: list(
        fields(
          { secretKey: text, remoteRef: fields({ key: text, property: text, version: text }, 'key') },
          'secretKey',
          'remoteRef',
        ),
      ),
    },
    'data',
  ),
  'postgresql.cnpg.io/v1/Pooler': fields(
    {
      cluster: fields({ name: text }, 'name'),
      instances: { type: 'integer', minimum: 1 },
      type: { enum: ['rw', 'ro', 'r'] },
      pgbouncer: fields({ poolMode: { enum: ['session', 'transaction'] }, parameters: texts }, 'poolMode'),
      template: fields({ metadata: fields({ labels: texts, annotations: texts }), spec: any }),
      monitoring: any,
    },
    'cluster',
    'pgbouncer',
  ),
  'postgresql.cnpg.io/v1/ScheduledBackup': fields(
    {
      // Six fields; the first is seconds.
      schedule: { type: 'string', pattern: String.raw`^(\S+ ){5}\S+$` },
      immediate: flag,
      suspend: flag,
      backupOwnerReference: { enum: ['none', 'self', 'cluster'] },
      cluster: fields({ name: text }, 'name'),
      target: { enum: ['primary', 'prefer-standby'] },
      method: { enum: ['barmanObjectStore', 'volumeSnapshot', 'plugin'] },
      pluginConfiguration: fields({ name: text, parameters: texts }, 'name'),
    },
    'schedule',
    'cluster',
  ),
  'barmancloud.cnpg.io/v1/ObjectStore': fields(
    {
      configuration: fields(
        {
          destinationPath: text,
          endpointURL: text,
          s3Credentials: fields({
            accessKeyId: secretKey,
            secretAccessKey: secretKey,
            region: secretKey,
            inheritFromIAMRole: flag,
          }),
          wal: fields({ compression: text, encryption: text, maxParallel: count }),
          data: fields({ compression: text, encryption: text, jobs: count }),
        },
        'destinationPath',
      ),
      retentionPolicy: { type: 'string', pattern: '^[1-9][0-9]*[dwm]$' },
    },
    'configuration',
  ),
};

const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
const validators = new Map(Object.entries(SPECS).map(([title, spec]) => [title, ajv.compile(spec)]));

/** @returns problems of a custom resource's spec; undefined for what is none of those that are known */
export function customTypeProblems({ apiVersion, kind, spec = {} }) {
  const validate = validators.get(`${apiVersion}/${kind}`);
  if (!validate) return undefined;
  if (validate(spec)) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    const place = `spec${instancePath.replaceAll('/', '.')}`;
    if (params.additionalProperty) return `${place}.${params.additionalProperty} is not a field of ${kind}`;
    return `${place} ${message}`;
  });
}
