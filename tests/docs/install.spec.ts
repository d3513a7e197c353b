import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = path.resolve(__dirname, '..', '..');
const PAGE = 'docs/operate/kubernetes.md';
const read = (file: string) => readFileSync(path.resolve(root, file), 'utf8');

/** Writes down what it is asked for, and knows only the password that CloudNativePG makes. */
const KUBECTL = `#!/bin/sh
{ for word in "$@"; do printf '%s\\037' "$word"; done; printf '\\036'; } >>"$CALLS"
case "$*" in *'get secret postgres-app'*) printf 'cGFzc3dvcmQ=' ;; esac
`;

interface Reference {
  name: string;
  key?: string;
  optional?: boolean;
}

interface Container {
  name: string;
  env?: { valueFrom?: { secretKeyRef?: Reference } }[];
  resources: { requests: { cpu: string; memory: string }; limits: { memory: string } };
}

interface KubernetesObject {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: {
    template?: {
      spec: {
        containers: Container[];
        initContainers?: Container[];
        volumes?: { secret?: { secretName: string; items?: { key: string }[] } }[];
      };
    };
    secretTargetRef?: Reference[];
    tls?: { secretName: string }[];
    secretName?: string;
    configuration?: { s3Credentials: Record<string, Reference> };
    replicas?: number;
    instances?: number;
    resources?: Container['resources'];
    scaleTargetRef?: { name: string };
    minReplicas?: number;
    maxReplicas?: number;
    minReplicaCount?: number;
    maxReplicaCount?: number;
  };
}

const objectsIn = (file: string) =>
  parseAllDocuments(read(file), { version: '1.1' })
    .map((document): KubernetesObject | null => document.toJS())
    .filter((object) => object !== null);

const PRODUCTION = objectsIn('k8s/helm/rendered/production.yaml');

function stepsUnder(heading: string): string {
  const { stdout } = spawnSync(process.execPath, ['tools/doc-steps.mjs', PAGE, heading], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout;
}

/** The commands under headings of the page, as `.ci/kind` and somebody at a shell run them, and what they ask kubectl for. */
function callsUnder(folder: string, ...headings: string[]): string[][] {
  const calls = path.join(folder, 'calls');
  writeFileSync(calls, '');
  const kubectl = path.join(folder, 'kubectl');
  writeFileSync(kubectl, KUBECTL);
  chmodSync(kubectl, 0o755);
  for (const heading of headings) {
    const run = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', stepsUnder(heading)], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}`, CALLS: calls, BACKUP_KEY_ID: 'id', BACKUP_KEY: 'key' },
    });
    expect([heading, run.stderr, run.status]).toEqual([heading, '', 0]);
  }
  return readFileSync(calls, 'utf8')
    .split('\x1e')
    .filter(Boolean)
    .map((call) => call.split('\x1f').slice(0, -1));
}

/** What `kubectl create secret` was told to put into each secret. */
function madeSecrets(calls: string[][]): Map<string, Map<string, string>> {
  const made = calls.flatMap((words) => {
    const at = words.indexOf('secret');
    if (words[at - 1] !== 'create') return [];
    const name = words[at + 2] ?? '';
    if (words[at + 1] === 'tls')
      return [
        [
          name,
          new Map([
            ['tls.crt', ''],
            ['tls.key', ''],
          ]),
        ] as const,
      ];
    const literals = words.flatMap((word) => [...word.matchAll(/^--from-literal=([^=]+)=([^]*)$/g)]);
    return [[name, new Map(literals.map(([, key = '', value = '']) => [key, value]))] as const];
  });
  return new Map(made);
}

/** Every secret that objects cannot do without. */
function neededBy(objects: KubernetesObject[]): Reference[] {
  return objects.flatMap(({ spec }) => {
    const pod = spec?.template?.spec;
    const containers = [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
    const variables = containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    const volumes = (pod?.volumes ?? []).flatMap(({ secret }) => {
      if (!secret) return [];
      return (secret.items ?? [{ key: undefined }]).map(({ key }) => ({ name: secret.secretName, key }));
    });
    const certificates = (Array.isArray(spec?.tls) ? spec.tls : []).flatMap(({ secretName: name }) =>
      ['tls.crt', 'tls.key'].map((key) => ({ name, key })),
    );
    const credentials = Object.values(spec?.configuration?.s3Credentials ?? {});
    const all: Reference[] = [
      ...variables,
      ...volumes,
      ...(spec?.secretTargetRef ?? []),
      ...certificates,
      ...credentials,
    ];
    return all.filter(({ optional }) => !optional);
  });
}

describe('the install of docs/operate/kubernetes.md', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-install-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes every secret that production cannot do without, before it is asked for', () => {
    const calls = callsUnder(folder, '2. The namespace and the servers', '3. The secrets');
    const applied = calls.flatMap((words) => words.filter((_word, index) => /^-[fk]$/.test(words[index - 1] ?? '')));
    const servers = applied.filter((place) => place.endsWith('.yaml')).flatMap(objectsIn);
    const secrets = madeSecrets(calls);
    for (const { kind, spec } of servers)
      if (kind === 'Certificate' && spec.secretName)
        secrets.set(
          spec.secretName,
          new Map([
            ['tls.crt', ''],
            ['tls.key', ''],
            ['ca.crt', ''],
          ]),
        );
    const needed = neededBy([...PRODUCTION, ...servers]);
    expect(new Set(needed.map(({ name }) => name)).size).toBeGreaterThan(8);
    const missing = needed.filter(
      ({ name, key }) => !(key === undefined ? secrets.has(name) : secrets.get(name)?.has(key)),
    );
    expect(missing).toEqual([]);

    // What is applied from this folder is all that it has, but for what the page calls an example or a choice.
    const left = readdirSync(path.join(root, 'k8s/servers')).filter((file) => !applied.includes(`k8s/servers/${file}`));
    expect(left.sort()).toEqual([
      'external-secrets.yaml',
      'ingress-nginx-values.yaml',
      'postgres-pooler.yaml',
      'prometheus-adapter-values.yaml',
    ]);

    const url = secrets.get('stoa-redis')?.get('STOA_REDIS_URL') ?? '';
    const password = secrets.get('stoa-redis')?.get('password') ?? '';
    const names = [0, 1, 2].map((index) => `redis-${index}.redis.stoa.svc:6379`);
    expect(url).toBe(`rediss://:${password}@${names.join(',rediss://')}`);
    expect(secrets.get('stoa-redis')?.get('address')).toBe(names.join());
    expect(secrets.get('stoa-database')?.get('STOA_DATABASE_URL')).toContain('stoa:password@postgres-rw:5432/stoa');
    // Words of a configuration: no number, nothing that means something in it or in an address.
    for (const key of ['STOA_NATS_PASSWORD', 'routePassword'])
      expect(secrets.get('stoa-nats')?.get(key)).toMatch(/^[a-z][0-9a-f]{48}$/);
  });

  it('is led to by an upgrade: servers of NATS get the same key, and nothing of 0.1.0 is in the way', () => {
    const [patch = []] = callsUnder(folder, 'A password between servers of NATS');
    const { stringData }: { stringData: Record<string, string> } = JSON.parse(patch.at(-1) ?? '');
    expect(patch.slice(0, 5)).toEqual(['-n', 'stoa', 'patch', 'secret', 'stoa-nats']);
    expect(Object.keys(stringData)).toEqual(['routePassword']);
    expect(stringData.routePassword).toMatch(/^[a-z][0-9a-f]{48}$/);

    const steps = callsUnder(folder, 'From 0.1.0');
    const scaled = steps.find((words) => words.includes('scale')) ?? [];
    const services = PRODUCTION.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(services.filter((name) => !scaled.includes(name))).toEqual([]);
    // Of 0.1.0, KEDA scaled two of those that it scales now; the third had an autoscaler that it takes for another one's.
    const scaledByKeda = PRODUCTION.filter(({ kind }) => kind === 'ScaledObject').map(({ metadata }) => metadata.name);
    const removed = steps.filter((words) => words.includes('delete')).flat();
    expect(scaledByKeda.filter((name) => !removed.includes(name))).toEqual([]);
  });

  it('goes into another namespace whole, beside a first one', () => {
    const copy = path.join(folder, 'another');
    for (const part of ['servers', 'components', 'overlays/production'])
      cpSync(path.join(root, 'k8s', part), path.join(copy, 'k8s', part), { recursive: true });
    const run = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', stepsUnder('Another namespace, a second installation')],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    );
    expect([run.stderr, run.status]).toEqual(['', 0]);
    const parts = ['servers', 'components', 'overlays/production'].map((part) => path.join(copy, 'k8s-staging', part));
    const files = parts.flatMap((part) =>
      readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => path.join(part, file)),
    );
    const manifests = files.filter((file) => file.endsWith('.yaml'));
    const texts = manifests.map((file) => readFileSync(file, 'utf8'));
    const servers = manifests
      .filter((file) => /\/(servers|namespace)\/(?!(.*\/)?kustomization|.*-values)/.test(file))
      .flatMap(objectsIn);
    const places = servers.flatMap(({ kind, metadata }) => (kind === 'Namespace' ? metadata.name : metadata.namespace));
    expect(places.length).toBeGreaterThan(10);
    expect(new Set(places)).toEqual(new Set(['staging']));
    const left = /namespace(?:: |=")stoa\b(?!-)|\.stoa\.svc/;
    expect(texts.filter((text) => left.test(text))).toEqual([]);
    const before = readFileSync(path.join(copy, 'k8s/components/autoscaling/scaled-objects.yaml'), 'utf8');
    expect(before).toMatch(left);
  });

  it('has the sizes that are shipped', () => {
    const [, table = ''] = /^\| part +\| pods [^]*?\n((?:\|.*\n)+)/m.exec(read(PAGE)) ?? [];
    const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const told = new Map(rows.map(([, name = '', pods, sizes]) => [name, [pods, sizes]]));
    const sizeOf = ({ requests, limits }: Container['resources']) =>
      `${requests.cpu}, ${requests.memory}, ${limits.memory}`;
    const resourcesOf = (object?: KubernetesObject) => {
      const own = object?.spec.resources ?? object?.spec.template?.spec.containers[0]?.resources;
      if (!own) throw new Error(`${object?.metadata.name} has no resources`);
      return own;
    };
    const shipped = new Map<string, [string, string]>();
    for (const object of PRODUCTION.filter(({ kind }) => kind === 'Deployment')) {
      const { name } = object.metadata;
      const { spec } = PRODUCTION.find((other) => other.spec?.scaleTargetRef?.name === name) ?? object;
      const [least, most] = [spec.minReplicas ?? spec.minReplicaCount, spec.maxReplicas ?? spec.maxReplicaCount];
      shipped.set(name, [`${least} to ${most}`, sizeOf(resourcesOf(object))]);
    }
    const sets = (name: string) =>
      PRODUCTION.filter(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name.startsWith(name));
    const count = (name: string) => sets(name).reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
    shipped.set('Redis', [String(count('redis')), sizeOf(resourcesOf(sets('redis')[0]))]);
    shipped.set('NATS', [String(count('nats')), sizeOf(resourcesOf(sets('nats')[0]))]);
    const postgres = objectsIn('k8s/servers/postgres-cluster.yaml').find(({ kind }) => kind === 'Cluster');
    shipped.set('PostgreSQL', [String(postgres?.spec.instances), sizeOf(resourcesOf(postgres))]);
    expect([...shipped].filter(([name, sizes]) => told.get(name)?.join('|') !== sizes.join('|'))).toEqual([]);
    expect(told.size).toBeGreaterThanOrEqual(shipped.size);
  });
});
