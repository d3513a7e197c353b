import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../launcher/services.mjs';

const FILE = 'k8s/servers/prometheus-adapter-values.yaml';

/** The values for prometheus-adapter that the documentation names. */
export function readAdapterValues() {
  return parse(readFileSync(path.join(repositoryRoot, FILE), 'utf8'));
}

/** What a rule finds is a series of the services, known by namespace and pod, and asked for pod by pod. */
function* ruleProblems({ seriesQuery, resources, metricsQuery }, series, metrics) {
  if (!metrics.has(series)) yield `nothing exports ${series}`;
  for (const label of ['namespace', 'pod'])
    if (resources?.overrides?.[label]?.resource !== label || !seriesQuery.includes(`${label}!=""`))
      yield `${series} is not known by its ${label}`;
  if (!metricsQuery.includes('<<.LabelMatchers>>') || !metricsQuery.includes('by (<<.GroupBy>>)'))
    yield `${series} is not asked for pod by pod`;
}

/**
 * Problems of the values for prometheus-adapter: what autoscalers ask it for is what its rules find.
 * @param objects as they are rendered for installations that have the adapter
 */
export function adapterProblems(values, objects, { metrics }) {
  const rules = values.rules.custom.map((rule) => [/^\w*/.exec(rule.seriesQuery)[0], rule]);
  const problems = rules.flatMap(([series, rule]) => [...ruleProblems(rule, series, metrics)]);
  const asked = objects
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) => spec.metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : [])));
  const found = new Set(rules.map(([series]) => series));
  if (asked.length === 0) problems.push('no autoscaler asks the adapter for anything');
  for (const name of asked) if (!found.has(name)) problems.push(`there is no rule for ${name}`);
  return problems.map((problem) => `${FILE}: ${problem}`);
}
