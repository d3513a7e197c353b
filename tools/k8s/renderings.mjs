import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../launcher/failure.mjs';
import { repositoryRoot } from '../launcher/services.mjs';
import { TemplateError } from './helm/syntax.mjs';
import { readValues, renderChartObjects } from './helm/chart.mjs';
import { byTitle, differences, equalityProblems } from './helm/equality.mjs';
import {
  hasHelm,
  hasKubectl,
  parseEveryFile,
  readKustomizationFiles,
  renderKustomization,
  renderWithHelm,
} from './render.mjs';

const manifests = path.join(repositoryRoot, 'k8s');
export const chartFolder = path.join(manifests, 'helm', 'stoa');
/** What the chart must be equal to, and with which of its files of values. */
const CHARTED = [
  { chart: 'chart', kustomization: 'base' },
  { chart: 'chart for production', kustomization: 'production', values: 'values-production.yaml' },
];

/** The objects of the chart with the values of a file. @throws Failure for values or templates that are wrong */
export function renderWithValues(file) {
  try {
    return renderChartObjects(chartFolder, { values: file ? readValues(file) : {} });
  } catch (error) {
    if (error instanceof TemplateError) throw new Failure(error.message);
    throw error;
  }
}

function valuesOf(chart) {
  const { values } = CHARTED.find((entry) => entry.chart === chart);
  return values && path.join(chartFolder, values);
}

/** Where the program helm renders the chart otherwise than this project's own renderer does; nothing where it is missing. */
export function helmProblems(chart, objects, file = valuesOf(chart)) {
  const rendered = renderWithHelm(chartFolder, file);
  if (!rendered) return [];
  return differences(byTitle(rendered), byTitle(objects)).map(
    (problem) => `${chart}: helm renders otherwise: ${problem}`,
  );
}

/**
 * Everything that is rendered from this repository: base, overlays, chart.
 * @returns objects by name of the rendering
 */
export function renderEverything() {
  parseEveryFile(manifests);
  const base = path.join(manifests, 'base');
  const overlays = path.join(manifests, 'overlays');
  const charted = CHARTED.map(({ chart }) => [chart, renderWithValues(valuesOf(chart))]);
  if (!hasHelm()) process.stdout.write("helm is missing: the chart is rendered by this project's own renderer alone\n");
  if (!hasKubectl()) {
    process.stdout.write('kubectl is missing: only the files of k8s/base and the chart are checked, no overlay\n');
    return new Map([['base', readKustomizationFiles(base)], ...charted]);
  }
  return new Map([
    ['base', renderKustomization(base)],
    ...readdirSync(overlays).map((name) => [name, renderKustomization(path.join(overlays, name))]),
    ...charted,
  ]);
}

/** Where the chart differs from the kustomizations that it must be equal to, as far as those were rendered. */
export function chartProblems(renderings) {
  return CHARTED.flatMap(({ chart, kustomization }) => {
    const [expected, objects] = [renderings.get(kustomization), renderings.get(chart)];
    const problems = expected ? equalityProblems(expected, objects) : [];
    const unequal = problems.map((problem) => `${chart} is not equal to ${kustomization}: ${problem}`);
    return [...unequal, ...helmProblems(chart, objects)];
  });
}
