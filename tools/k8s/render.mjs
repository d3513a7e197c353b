import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Failure } from '../launcher/failure.mjs';

const LARGEST_OUTPUT = 64 * 1024 * 1024;
/** The version that helm renders for, as it has no cluster to ask. */
const KUBERNETES = '1.34.0';

/**
 * Objects of a file in YAML 1.1, which is what kubectl and helm read: `on` without quotes is no text there.
 * @throws Failure naming the first syntax error
 */
export function parseObjects(text, origin) {
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => {
      const [error] = document.errors;
      if (error) throw new Failure(`${origin}: ${error.message.split('\n')[0]}`);
      return document.toJS();
    })
    .filter(Boolean);
}

/** Every YAML file below a folder is readable, those that no overlay uses as well; templates of a chart are none. */
export function parseEveryFile(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isTemplate = path.basename(entry.parentPath) === 'templates';
    if (entry.isFile() && !isTemplate && /\.ya?ml$/.test(entry.name)) parseObjects(readFileSync(file, 'utf8'), file);
  }
}

export function hasKubectl() {
  return spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
}

/** @throws Failure where helm is missing */
export function helmVersion() {
  const run = spawnSync('helm', ['version', '--template', '{{ .Version }}'], { encoding: 'utf8' });
  if (run.status !== 0)
    throw new Failure('helm is missing: install it (https://helm.sh/docs/intro/install), then retry');
  return run.stdout.trim();
}

/** A chart as helm renders it; undefined where helm is missing. @throws Failure if it refuses */
export function templateWithHelm(chart, values) {
  const args = ['template', 'stoa', chart, '--namespace', 'stoa', '--kube-version', KUBERNETES];
  const run = spawnSync('helm', values ? [...args, '--values', values] : args, {
    encoding: 'utf8',
    maxBuffer: LARGEST_OUTPUT,
  });
  if (run.error) return undefined;
  if (run.status !== 0) throw new Failure(`helm template: ${run.stderr.trim()}`);
  return run.stdout;
}

/** The objects of a kustomization, as `kubectl apply -k` would send them. */
export function renderKustomization(folder) {
  const run = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: LARGEST_OUTPUT });
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
  const { resources = [], configMapGenerator = [], labels = [] } = parse(readFileSync(file, 'utf8'));
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
  return labels.reduce(labelled, [...objects, ...generated]);
}

/** Objects with labels that a kustomization gives them, and those their pods. */
function labelled(objects, { pairs, includeTemplates }) {
  const withPairs = (metadata) => ({ ...metadata, labels: { ...metadata.labels, ...pairs } });
  return objects.map(({ metadata, spec, ...object }) => {
    const own = { ...object, metadata: withPairs(metadata) };
    if (!includeTemplates || !spec?.template) return spec ? { ...own, spec } : own;
    const template = { ...spec.template, metadata: withPairs(spec.template.metadata) };
    return { ...own, spec: { ...spec, template } };
  });
}
