import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';
import { RENDERINGS, helmProblems, renderedObjects, staleRenderings } from './chart.mjs';
import { equalityProblems } from './equality.mjs';
import { problemsOf, problemsOfValues } from './problems.mjs';
import { hasKubectl, parseEveryFile, readKustomizationFiles, renderKustomization } from './render.mjs';

const manifests = path.join(repositoryRoot, 'k8s');
/** What is optional, as overlays of somebody's own have it. */
const others = path.join(repositoryRoot, 'tests', 'k8s', 'kustomizations');

function renderKustomizations() {
  const base = path.join(manifests, 'base');
  const overlays = path.join(manifests, 'overlays');
  if (!hasKubectl()) {
    process.stdout.write('kubectl is missing: only the files of k8s/base and the chart are checked, no overlay\n');
    return [['base', readKustomizationFiles(base)]];
  }
  return [
    ['base', renderKustomization(base)],
    ...readdirSync(overlays).map((name) => [name, renderKustomization(path.join(overlays, name))]),
  ];
}

/**
 * Base, overlays and the renderings of the chart, with what is wrong with them. A chart with somebody's own values is
 * held to less, and the others must be equal to a kustomization, as far as that was rendered.
 * @returns objects by name of the rendering, and problems
 */
export function checkRenderings(facts) {
  parseEveryFile(manifests);
  const renderings = new Map(renderKustomizations());
  const problems = [...renderings].flatMap(([name, objects]) => problemsOf(name, objects, facts));
  if (hasKubectl()) {
    for (const name of readdirSync(others)) {
      renderings.set(name, renderKustomization(path.join(others, name)));
      problems.push(...problemsOfValues(name, renderings.get(name), facts));
    }
  }
  problems.push(...staleRenderings(), ...helmProblems());
  for (const { name, title, kustomization } of RENDERINGS) {
    const objects = renderedObjects(name);
    const expected = renderings.get(kustomization);
    const unequal = expected ? equalityProblems(expected, objects) : [];
    problems.push(
      ...(kustomization ? problemsOf(title, objects, facts) : problemsOfValues(title, objects, facts)),
      ...unequal.map((problem) => `${title} is not equal to ${kustomization}: ${problem}`),
    );
    renderings.set(title, objects);
  }
  return { renderings, problems };
}
