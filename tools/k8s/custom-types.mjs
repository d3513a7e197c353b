import { Ajv } from 'ajv';

/**
 * The parts of custom resources' types that this project uses, as their operators document them, where no package that runs
 * here has the types themselves. A field that is not listed is a problem until somebody has looked it up and added it.
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

const SPECS = {
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
      switchoverDelay: { type: 'integer', minimum: 1 },
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
  'gateway.envoyproxy.io/v1alpha1/BackendTrafficPolicy': fields(
    {
      targetRefs: list(fields({ group: text, kind: text, name: text }, 'group', 'kind', 'name')),
      tcpKeepalive: fields({ idleTime: duration, interval: duration, probes: count }),
      timeout: fields({ tcp: fields({ connectTimeout: duration }) }),
      retry: fields({ numRetries: count, retryOn: fields({ triggers: list(text) }) }),
    },
    'targetRefs',
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
