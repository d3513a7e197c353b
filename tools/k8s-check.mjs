// `npm run k8s:check`: renders every kustomization below k8s/ and checks the objects offline: published types, references,
// security, probes, settings that the services really read, network policies against docs/architecture.md. Needs no cluster.
// Without kubectl only the files of the base are checked, and it says so.
// `--rendered FILE` checks objects that were rendered before, as tests do with broken ones.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Failure, runMain } from './launcher/failure.mjs';
import { repositoryRoot } from './launcher/services.mjs';
import { Catalogue, titleOf } from './k8s/catalogue.mjs';
import { readFacts } from './k8s/facts.mjs';
import { networkProblems } from './k8s/network-rules.mjs';
import { referenceProblems } from './k8s/reference-rules.mjs';
import {
  hasKubectl,
  parseEveryFile,
  parseObjects,
  readKustomizationFiles,
  renderKustomization,
} from './k8s/render.mjs';
import { typeProblems } from './k8s/types.mjs';
import { workloadProblems } from './k8s/workload-rules.mjs';

const manifests = path.join(repositoryRoot, 'k8s');
const SERVICES_OF_PRODUCTION = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];

/** What only holds for production: everything is there, and no secret is. */
function* productionProblems(catalogue) {
  for (const secret of catalogue.ofKind('Secret')) yield `${titleOf(secret)}: production holds no secrets`;
  const needed = [
    ['Deployment', 'Service', 'PodDisruptionBudget', 'ServiceMonitor', 'NetworkPolicy', 'ServiceAccount'],
    ['HorizontalPodAutoscaler', 'ScaledObject'],
  ];
  for (const name of SERVICES_OF_PRODUCTION) {
    for (const kind of needed[0]) if (!catalogue.find(kind, name)) yield `${kind} ${name}: is missing`;
    if (!needed[1].some((kind) => catalogue.find(kind, name))) yield `${name}: nothing scales it`;
  }
}

function problemsOf(name, objects, facts) {
  const catalogue = new Catalogue(objects);
  return [
    ...objects.flatMap((object) => typeProblems(object).map((problem) => `${titleOf(object)}: ${problem}`)),
    ...workloadProblems(catalogue, facts),
    ...referenceProblems(catalogue, facts),
    ...networkProblems(catalogue, facts),
    ...(name === 'production' ? productionProblems(catalogue) : []),
  ].map((problem) => `${name}: ${problem}`);
}

function renderAll() {
  parseEveryFile(manifests);
  const base = path.join(manifests, 'base');
  if (!hasKubectl()) {
    process.stdout.write('kubectl is missing: only the files of k8s/base are checked, no overlay\n');
    return [['base', readKustomizationFiles(base)]];
  }
  const overlays = readdirSync(path.join(manifests, 'overlays'));
  return [
    ['base', renderKustomization(base)],
    ...overlays.map((name) => [name, renderKustomization(path.join(manifests, 'overlays', name))]),
  ];
}

await runMain(() => {
  const [option, file, name = 'rendered'] = process.argv.slice(2);
  if (option && (option !== '--rendered' || !file)) throw new Failure('usage: k8s-check.mjs [--rendered FILE [NAME]]');
  const facts = readFacts();
  const rendered = file ? [[name, parseObjects(readFileSync(file, 'utf8'), file)]] : renderAll();
  const problems = rendered.flatMap(([overlay, objects]) => problemsOf(overlay, objects, facts));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const count = rendered.reduce((sum, [, objects]) => sum + objects.length, 0);
  process.stdout.write(
    `${rendered.map(([overlay]) => overlay).join(', ')}: ${count} objects, ${problems.length} problems\n`,
  );
  if (problems.length > 0) process.exitCode = 1;
});
