import { stringify } from 'yaml';
import { Rule, RuleGroup, ruleGroups } from '../../support/monitoring';
import { Alerting } from './alerting';
import { AlertCases } from './cases/case';
import { CASES } from './cases';
import { seconds } from './expression';
import { HOUR, Labels, MINUTE, SCRAPE_SECONDS, Series } from './samples';

/** Above it, series have a sample and rules a look every five minutes: days at half a minute would take promtool hours. */
const LONGEST_FINE_SECONDS = 8 * HOUR;
const COARSE_SECONDS = 5 * MINUTE;

interface PromtoolTest {
  name: string;
  interval: string;
  input_series: { series: string; values: string }[];
  alert_rule_test: { eval_time: string; alertname: string; exp_alerts: object[] }[];
}

/**
 * The cases of this folder in the form of `promtool test rules`, so that operators can run them with their own tool.
 * @returns texts by the name of their file in monitoring/alert-tests
 */
export function promtoolFiles(): Map<string, string> {
  const groups = ruleGroups();
  const files = groups.flatMap((group): [string, string][] => {
    const alerts = group.rules.filter(({ alert }) => alert !== undefined);
    return [false, true].flatMap((isCoarse): [string, string][] => {
      const fitting = alerts.filter((rule) => isCoarse === reachOf(rule, groups) > LONGEST_FINE_SECONDS);
      if (fitting.length === 0) return [];
      const step = isCoarse ? COARSE_SECONDS : SCRAPE_SECONDS;
      const tests = fitting.flatMap((rule) => testsOf(rule, step, reachOf(rule, groups)));
      const name = `${group.name.replace('stoa.', '')}${isCoarse ? '-over-days' : ''}.yaml`;
      const file = { rule_files: ['rules.yaml'], evaluation_interval: isCoarse ? '5m' : '1m', tests };
      return [[name, yaml(file)]];
    });
  });
  return new Map([['rules.yaml', yaml({ groups })], ...files]);
}

function yaml(value: object): string {
  return `# Made from k8s/components/monitoring/rules.yaml and tests/k8s/alerts; do not edit.\n${stringify(value, { lineWidth: 0 })}`;
}

/** How long before now what happened matters to an alert, in seconds: its windows, those of what it reads, its wait. */
function reachOf(rule: Rule, groups: readonly RuleGroup[]): number {
  const windows = [...rule.expr.matchAll(/\[(\d+[smhd])\]/g)].map(([, duration = '']) => seconds(duration));
  const read = groups
    .flatMap(({ rules }) => rules)
    .filter(({ record }) => record !== undefined && rule.expr.includes(record));
  const longest = Math.max(0, ...windows, ...read.map((recorded) => reachOf(recorded, groups)));
  return longest + seconds(rule.for ?? '0m') + 10 * MINUTE;
}

function testsOf(rule: Rule, step: number, reach: number): PromtoolTest[] {
  const { fires, silent }: AlertCases = CASES[rule.alert ?? ''] ?? { fires: {}, silent: {} };
  const start = Math.ceil(reach / COARSE_SECONDS) * COARSE_SECONDS;
  const test = (name: string, series: readonly Series[], firing: readonly Labels[]): PromtoolTest => ({
    name,
    interval: `${step}s`,
    input_series: series.map((one) => ({
      series: nameOf(one),
      values: valuesOf(one, { start, step }),
    })),
    alert_rule_test: [
      {
        eval_time: `${start}s`,
        alertname: rule.alert ?? '',
        exp_alerts: firing.map((labels) => ({
          exp_labels: { ...labels, ...rule.labels },
          exp_annotations: annotationsOf(rule, labels),
        })),
      },
    ],
  });
  return [
    ...Object.entries(fires).map(([what, series]) =>
      test(`${rule.alert} fires when ${what}`, series, new Alerting(series).firing(rule)),
    ),
    ...Object.entries(silent).map(([what, series]) => test(`${rule.alert} is silent when ${what}`, series, [])),
  ];
}

function annotationsOf({ annotations = {} }: Rule, labels: Labels): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).map(([name, text]) => [
      name,
      text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_all, label: string) => labels[label] ?? ''),
    ]),
  );
}

function nameOf({ name, labels }: Series): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${name}{${pairs.join(', ')}}`;
}

/** Samples in promtool's notation: `0+30x9` is ten of them, `_x3` three that are missing. */
function valuesOf({ name, at }: Series, { start, step }: { start: number; step: number }): string {
  // promtool's clock begins with the first sample, the cases' is 0 at the end.
  const shift = name.endsWith('_at_seconds') ? start : 0;
  const values = Array.from({ length: start / step + 1 }, (_, index) => {
    const value = at(index * step - start);
    return value === undefined ? undefined : value + shift;
  });
  const runs: string[] = [];
  for (let first = 0; first < values.length;) {
    const length = runLength(values, first);
    runs.push(runText(values, first, length));
    first += length;
  }
  return runs.join(' ');
}

function growth(values: readonly (number | undefined)[], index: number): number | undefined {
  const [value, next] = [values[index], values[index + 1]];
  return value === undefined || next === undefined ? undefined : next - value;
}

/** How many samples from one on grow evenly, or are missing. */
function runLength(values: readonly (number | undefined)[], first: number): number {
  const isMissing = values[first] === undefined;
  const even = growth(values, first) ?? 0;
  let last = first;
  for (; last + 1 < values.length; last += 1) {
    const grown = growth(values, last);
    const goesOn = isMissing
      ? values[last + 1] === undefined
      : grown !== undefined && Math.abs(grown - even) <= 1e-6 * Math.max(1, Math.abs(even));
    if (!goesOn) break;
  }
  return last - first + 1;
}

function runText(values: readonly (number | undefined)[], first: number, length: number): string {
  const value = values[first];
  if (value === undefined) return `_x${length}`;
  const even = length > 1 ? (growth(values, first) ?? 0) : 0;
  const rounded = Number(even.toPrecision(12));
  if (length === 1) return String(Number(value.toPrecision(12)));
  return `${Number(value.toPrecision(12))}${rounded < 0 ? '-' : '+'}${Math.abs(rounded)}x${length - 1}`;
}
