import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

export const root = path.resolve(__dirname, '..', '..');

/** What the tests read of a container of the manifests. */
export interface Container {
  name: string;
  command: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet: { path: string }; exec?: { command: string[] }; failureThreshold: number };
  livenessProbe?: { httpGet: { path: string } };
  lifecycle?: { preStop?: { sleep?: { seconds: number }; exec?: { command: string[] } } };
  volumeMounts?: { name: string; mountPath: string }[];
  resources: { limits: { memory: string } };
}

/** What the tests read of any object of the manifests. */
export interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    strategy?: { rollingUpdate?: { maxSurge: string | number; maxUnavailable: string | number } };
    template?: {
      spec: { containers: Container[]; initContainers?: Container[]; terminationGracePeriodSeconds?: number };
    };
  };
}

/** What kubectl would render; where it is missing, the files of the base, and for development what a test asks of it. */
const RENDER = `
  import { hasKubectl, readKustomizationFiles, renderKustomization } from './tools/k8s/render.mjs';
  const folders = { base: 'k8s/base', dev: 'k8s/overlays/dev', production: 'k8s/overlays/production' };
  const rendered = Object.entries(folders).map(([name, folder]) => {
    if (hasKubectl()) return [name, renderKustomization(folder)];
    const objects = readKustomizationFiles('k8s/base');
    if (name === 'dev') {
      objects.push(...readKustomizationFiles('k8s/components/push-relay-dev'));
      const job = objects.find(({ kind }) => kind === 'Job');
      job.spec.template.spec.containers[0].env.push({ name: 'STOA_DEMO', value: 'on' });
    }
    return [name, objects];
  });
  console.log(JSON.stringify(Object.fromEntries(rendered)));`;

/** Base and overlays as they are applied. */
export function renderManifests(): Record<'base' | 'dev' | 'production', Manifest[]> {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', RENDER], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The objects of one file below k8s/. */
export function readManifests(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(path.join(root, 'k8s', file), 'utf8')).map((document) => document.toJS());
}
