import { isDeepStrictEqual } from 'node:util';
import { titleOf } from './catalogue.mjs';

/** What rolls the pods when settings change: kustomize puts a digest into the name, the chart puts one on the pods. */
const SETTINGS_DIGEST = 'checksum/settings';
const KUSTOMIZE_DIGEST = /^(stoa-config)-[0-9a-z]{10}$/;

function withoutEmpty(map) {
  return map && Object.keys(map).length > 0 ? map : undefined;
}

/** An object of `kubectl kustomize` with what that adds taken away: the digest in the settings' name, and the namespace. */
function fromKustomize(object) {
  const { namespace: _namespace, ...metadata } = object.metadata;
  const nameless = (_key, value) => (typeof value === 'string' ? value.replace(KUSTOMIZE_DIGEST, '$1') : value);
  return JSON.parse(JSON.stringify({ ...object, metadata }, nameless));
}

/** What only `helm test` makes. */
const isTest = ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test';

/** An object of the chart with what that adds taken away: the digest of the settings, and the revision in the job's name. */
function fromChart(object) {
  const copy = structuredClone(object);
  if (copy.kind === 'Job') copy.metadata.name = copy.metadata.name.replace(/-\d+$/, '');
  const template = copy.spec?.template?.metadata;
  if (!template) return copy;
  if (template.annotations) delete template.annotations[SETTINGS_DIGEST];
  if (!withoutEmpty(template.annotations)) delete template.annotations;
  return copy;
}

function* unequal(left, right, place = '') {
  if (isDeepStrictEqual(left, right)) return;
  const isInner = [left, right].every((value) => typeof value === 'object' && value !== null);
  if (!isInner || Array.isArray(left) !== Array.isArray(right)) {
    yield `${place} is ${JSON.stringify(right)} instead of ${JSON.stringify(left)}`;
    return;
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    yield* unequal(left[key], right[key], place === '' ? key : `${place}.${key}`);
}

/** Objects by kind and name. */
export function byTitle(objects) {
  return new Map(objects.map((object) => [titleOf(object), object]));
}

/** Where objects differ from those that are expected, both by title. */
export function differences(expected, found) {
  const problems = [];
  for (const [title, object] of expected) {
    if (!found.has(title)) problems.push(`${title} is missing`);
    else for (const difference of unequal(object, found.get(title))) problems.push(`${title}: ${difference}`);
  }
  for (const title of found.keys()) if (!expected.has(title)) problems.push(`${title} is there as well`);
  return problems;
}

/** @returns where the objects of a chart differ from those of a kustomization; the namespace exists before a
 * release can, and tests are the chart's alone */
export function equalityProblems(kustomized, charted) {
  const expected = kustomized.filter(({ kind }) => kind !== 'Namespace').map(fromKustomize);
  const problems = differences(byTitle(expected), byTitle(charted.filter((object) => !isTest(object)).map(fromChart)));
  for (const object of charted.filter(({ kind }) => kind === 'Deployment')) {
    if (!object.spec.template.metadata.annotations?.[SETTINGS_DIGEST])
      problems.push(`${titleOf(object)}: changed settings do not roll its pods`);
  }
  return problems;
}
