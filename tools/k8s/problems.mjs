import { Catalogue, titleOf } from './catalogue.mjs';
import { natsProblems } from './nats-rules.mjs';
import { networkProblems } from './network-rules.mjs';
import { productionProblems } from './production-rules.mjs';
import { redisProblems } from './redis-rules.mjs';
import { referenceProblems } from './reference-rules.mjs';
import { rolloutProblems } from './rollout-rules.mjs';
import { typeProblems } from './types.mjs';
import { workloadProblems } from './workload-rules.mjs';

const PRODUCTION = 'production';

function ofTypes(objects) {
  return objects.flatMap((object) => typeProblems(object).map((problem) => `${titleOf(object)}: ${problem}`));
}

/**
 * Problems of one rendering, each with the rendering's name before it.
 * @param name `production` is held to more
 */
export function problemsOf(name, objects, facts) {
  const catalogue = new Catalogue(objects);
  return [
    ...ofTypes(objects),
    ...workloadProblems(catalogue, facts),
    ...rolloutProblems(catalogue, facts),
    ...redisProblems(catalogue),
    ...natsProblems(catalogue),
    ...referenceProblems(catalogue, facts),
    ...networkProblems(catalogue, facts),
    ...(name === PRODUCTION ? productionProblems(catalogue) : []),
  ].map((problem) => `${name}: ${problem}`);
}

/**
 * Problems of the chart with somebody's own values: names, addresses and what is switched off are the user's choice.
 */
export function problemsOfValues(name, objects, facts) {
  const catalogue = new Catalogue(objects);
  const isDocumentedSecret = (_name, key) => !key.startsWith('STOA_') || facts.isDocumentedSecretKey(key);
  return [
    ...ofTypes(objects),
    ...workloadProblems(catalogue, facts),
    ...rolloutProblems(catalogue, facts),
    ...redisProblems(catalogue),
    ...natsProblems(catalogue),
    ...referenceProblems(catalogue, { ...facts, isDocumentedSecret }),
  ].map((problem) => `${name}: ${problem}`);
}
