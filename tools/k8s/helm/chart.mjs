import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { Failure } from '../../launcher/failure.mjs';
import { parseObjects } from '../render.mjs';
import { Evaluator } from './evaluate.mjs';
import { parseTemplate } from './syntax.mjs';

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** What `helm template` says of the cluster when it knows none. */
const CAPABILITIES = { KubeVersion: { Version: 'v1.34.0', Major: '1', Minor: '34' } };

/** Values as Helm lays them over each other: maps are merged, everything else is replaced, null takes away. */
export function overlayValues(base, over) {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete result[key];
    else result[key] = isMap(result[key]) && isMap(value) ? overlayValues(result[key], value) : value;
  }
  return result;
}

function readYaml(file) {
  return parse(readFileSync(file, 'utf8'), { version: '1.1' }) ?? {};
}

/** Compiling costs far more than checking. */
const validators = new Map();

function validatorOf(file) {
  if (!validators.has(file)) {
    const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
    validators.set(file, ajv.compile(JSON.parse(readFileSync(file, 'utf8'))));
  }
  return validators.get(file);
}

function checkValues(folder, values) {
  const file = path.join(folder, 'values.schema.json');
  if (!existsSync(file)) return;
  const validate = validatorOf(file);
  if (validate(values)) return;
  const problems = validate.errors.map(({ instancePath, message, params }) => {
    const unknown = params.additionalProperty === undefined ? '' : ` (${params.additionalProperty})`;
    return `values${instancePath.replaceAll('/', '.')} ${message}${unknown}`;
  });
  throw new Failure(problems.join('\n'));
}

function* filesBelow(folder, prefix = '') {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(prefix, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path.join(folder, entry.name), place);
    else yield place;
  }
}

/** `.Files` of a chart: what lies in it beside its templates. */
class Files {
  constructor(folder) {
    this.folder = folder;
    // A field, so that templates can name it as they name any other.
    this.Get = (name) => readFileSync(path.join(folder, name), 'utf8');
  }
}

function readTemplates(folder) {
  const named = new Map();
  const files = [...filesBelow(path.join(folder, 'templates'))].sort();
  const parsed = files.map((file) => {
    const origin = path.join('templates', file);
    return { file, origin, nodes: parseTemplate(readFileSync(path.join(folder, origin), 'utf8'), origin, named) };
  });
  return { named, parsed };
}

function pascalCased(metadata) {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key[0].toUpperCase() + key.slice(1), value]),
  );
}

/**
 * Renders a chart as `helm template` does, for that part of the template language that evaluate.mjs and functions.mjs
 * understand; anything else is an error.
 * @param values values that overlay the chart's own
 * @returns text by template file
 * @throws Failure for values that the schema refuses, TemplateError for templates
 */
export function renderChart(folder, { values = {}, release = {} } = {}) {
  const given = overlayValues(readYaml(path.join(folder, 'values.yaml')), values);
  checkValues(folder, given);
  const { named, parsed } = readTemplates(folder);
  const data = {
    Values: given,
    Chart: pascalCased(readYaml(path.join(folder, 'Chart.yaml'))),
    Release: {
      Name: 'stoa',
      Namespace: 'stoa',
      Revision: 1,
      IsInstall: true,
      IsUpgrade: false,
      Service: 'Helm',
      ...release,
    },
    Capabilities: CAPABILITIES,
    Files: new Files(folder),
  };
  const evaluator = new Evaluator(named);
  const rendered = parsed.filter(({ file }) => !path.basename(file).startsWith('_'));
  return new Map(rendered.map(({ file, origin, nodes }) => [file, evaluator.render({ nodes, origin }, data)]));
}

/** The objects that a chart renders; NOTES.txt is text for people. */
export function renderChartObjects(folder, options) {
  return [...renderChart(folder, options)]
    .filter(([file]) => /\.ya?ml$/.test(file))
    .flatMap(([file, text]) => parseObjects(text, file));
}

/** The values in a file. */
export function readValues(file) {
  return readYaml(file);
}
