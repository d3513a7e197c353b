// The chart as helm renders it. The renderings are kept in k8s/helm/rendered, so that checks and tests need no helm; each
// begins with a digest of itself and of what it was made of, and is stale as soon as one of them changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { Failure } from '../launcher/failure.mjs';
import { repositoryRoot } from '../launcher/services.mjs';
import { byTitle, differences } from './equality.mjs';
import { helmVersion, parseObjects, templateWithHelm } from './render.mjs';

const chartFolder = path.join(repositoryRoot, 'k8s', 'helm', 'stoa');
const renderedFolder = path.join(repositoryRoot, 'k8s', 'helm', 'rendered');
const exampleFolder = path.join(repositoryRoot, 'tests', 'k8s', 'chart-values');
const kustomizationFolder = path.join(repositoryRoot, 'tests', 'k8s', 'kustomizations');
const DIGEST = /^# sha256:([0-9a-f]{64})\n/m;

/** Which renderings there are, and which kustomization they must be equal to; values of tests, to one of their name. */
export const RENDERINGS = [
  { name: 'default', title: 'chart', kustomization: 'default' },
  {
    name: 'production',
    title: 'chart for production',
    kustomization: 'production',
    values: path.join(chartFolder, 'values-production.yaml'),
  },
  ...readdirSync(exampleFolder).map((file) => {
    const name = path.basename(file, '.yaml');
    return {
      name,
      title: `chart with ${file}`,
      kustomization: name === 'base' || existsSync(path.join(kustomizationFolder, name)) ? name : undefined,
      values: path.join(exampleFolder, file),
    };
  }),
];

/** Files below a folder, through links as well: the chart has its alerts and dashboards by links. */
function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name);
    return statSync(place).isDirectory() ? filesBelow(place) : [place];
  });
}

/** The schema only refuses values, and a rendering has one file of values besides the defaults. */
function sourcesOf({ values }) {
  const own = filesBelow(chartFolder).filter((file) => !/values[-.](?!yaml$)/.test(path.basename(file)));
  return [...own, ...(values ? [values] : [])].sort();
}

function digestOf(rendering, text) {
  const hash = createHash('sha256');
  for (const file of sourcesOf(rendering)) {
    hash
      .update(`${path.relative(repositoryRoot, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.update(text).digest('hex');
}

function readRendering({ name }) {
  const file = path.join(renderedFolder, `${name}.yaml`);
  if (!existsSync(file)) throw new Failure(`${path.relative(repositoryRoot, file)} is missing: npm run helm:render`);
  const [header, ...text] = readFileSync(file, 'utf8').split(/^(?=---\n)/m);
  return { digest: DIGEST.exec(header)?.[1], text: text.join('') };
}

/** The objects of a rendering, by its name. */
export function renderedObjects(name) {
  return parseObjects(readRendering({ name }).text, `k8s/helm/rendered/${name}.yaml`);
}

/** Renderings that the chart, its values or an edit have overtaken. */
export function staleRenderings() {
  return RENDERINGS.filter((rendering) => {
    const { digest, text } = readRendering(rendering);
    return digest !== digestOf(rendering, text);
  }).map(({ name }) => `k8s/helm/rendered/${name}.yaml is stale: npm run helm:render`);
}

/** What the helm at hand renders otherwise; nothing where it is missing. */
export function helmProblems() {
  return RENDERINGS.flatMap(({ name, values }) => {
    const fresh = templateWithHelm(chartFolder, values);
    if (fresh === undefined) return [];
    const expected = byTitle(parseObjects(fresh, name));
    return differences(expected, byTitle(renderedObjects(name))).map(
      (problem) => `k8s/helm/rendered/${name}.yaml: helm renders otherwise: ${problem}`,
    );
  });
}

/** Renders the chart anew, with the program helm. @throws Failure where it is missing, or refuses */
export function renewRenderings() {
  const version = helmVersion();
  mkdirSync(renderedFolder, { recursive: true });
  for (const rendering of RENDERINGS) {
    const text = templateWithHelm(chartFolder, rendering.values);
    const header = `# Made by helm ${version}: npm run helm:render\n# sha256:${digestOf(rendering, text)}\n`;
    writeFileSync(path.join(renderedFolder, `${rendering.name}.yaml`), header + text);
  }
}

/** The objects of the chart with the values of a file. @throws Failure without helm, and for values that it refuses */
export function objectsWithValues(file) {
  helmVersion();
  return parseObjects(templateWithHelm(chartFolder, file), file);
}

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values as helm lays them over each other: maps are merged, everything else is replaced, null takes away. */
function overlaid(base, over) {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete result[key];
    else result[key] = isMap(result[key]) && isMap(value) ? overlaid(result[key], value) : value;
  }
  return result;
}

/**
 * What the chart's schema has against each of several values, in ajv's words; helm says the same in its own.
 * @public tests run it in a process of its own
 */
export function valueProblems(valuesOfMany) {
  const read = (name) => readFileSync(path.join(chartFolder, name), 'utf8');
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
  const validate = ajv.compile(JSON.parse(read('values.schema.json')));
  const defaults = parse(read('values.yaml'), { version: '1.1' });
  return valuesOfMany.map((values) => {
    if (validate(overlaid(defaults, values))) return [];
    return validate.errors.map(({ instancePath, message, params }) => {
      const unknown = params.additionalProperty === undefined ? '' : ` (${params.additionalProperty})`;
      return `values${instancePath.replaceAll('/', '.')} ${message}${unknown}`;
    });
  });
}
