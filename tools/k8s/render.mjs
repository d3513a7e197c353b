import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Failure } from '../launcher/failure.mjs';

/** @throws Failure naming the first syntax error */
export function parseObjects(text, origin) {
  return parseAllDocuments(text, { merge: true })
    .map((document) => {
      const [error] = document.errors;
      if (error) throw new Failure(`${origin}: ${error.message.split('\n')[0]}`);
      return document.toJS();
    })
    .filter(Boolean);
}

/** Every YAML file below a folder is readable, those that no overlay uses as well. */
export function parseEveryFile(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.ya?ml$/.test(entry.name)) parseObjects(readFileSync(file, 'utf8'), file);
  }
}

export function hasKubectl() {
  return spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
}

/** The objects of a kustomization, as `kubectl apply -k` would send them. */
export function renderKustomization(folder) {
  const run = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.error) throw new Failure(`kubectl: ${run.error.message}`);
  if (run.status !== 0) throw new Failure(`kubectl kustomize ${folder}: ${run.stderr.trim().split('\n').at(-1)}`);
  return parseObjects(run.stdout, folder);
}

/**
 * The objects that the files of a kustomization hold, without patches, components and names by content: what can be said of
 * the base where there is no kubectl. Overlays need kubectl.
 */
export function readKustomizationFiles(folder) {
  const file = path.join(folder, 'kustomization.yaml');
  if (!existsSync(file)) throw new Failure(`${file} is missing`);
  const { resources = [], configMapGenerator = [] } = parse(readFileSync(file, 'utf8'));
  const objects = resources.flatMap((resource) => {
    const place = path.join(folder, resource);
    if (statSync(place).isDirectory()) return readKustomizationFiles(place);
    return parseObjects(readFileSync(place, 'utf8'), place);
  });
  const generated = configMapGenerator.map(({ name, literals = [], options = {} }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: options.labels },
    data: Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2))),
  }));
  return [...objects, ...generated];
}
