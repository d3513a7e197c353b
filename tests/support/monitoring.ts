import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** Seen from the sources and from their compiled form alike. */
function rootAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : rootAbove(path.dirname(folder));
}

const root = rootAbove(__dirname);
export const dashboardFolder = path.join(root, 'monitoring', 'dashboards');
const components = path.join(root, 'k8s', 'components');

export interface Panel {
  id: number;
  type: string;
  title: string;
  fieldConfig: { defaults: { unit: string } };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  templating: { list: { name: string }[] };
  panels: Panel[];
}

export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: { summary?: string; runbook_url?: string };
}

/** By file name. */
export function dashboards(): Map<string, Dashboard> {
  const files = readdirSync(dashboardFolder).filter((file) => file.endsWith('.json'));
  return new Map(files.map((file) => [file, JSON.parse(readFileSync(path.join(dashboardFolder, file), 'utf8'))]));
}

function documents<T>(...place: string[]): T[] {
  const text = readFileSync(path.join(components, ...place), 'utf8');
  return parseAllDocuments(text).map((document): T => document.toJS());
}

export interface RuleGroup {
  name: string;
  rules: Rule[];
}

export function ruleGroups(): RuleGroup[] {
  const [object] = documents<{ spec: { groups: RuleGroup[] } }>('monitoring', 'rules.yaml');
  return object?.spec.groups ?? [];
}

export function rules(): Rule[] {
  return ruleGroups().flatMap((group) => group.rules);
}

/** The alerts about servers, whose metrics are those of their operators. */
export function serverRules(): Rule[] {
  const text = readFileSync(path.join(root, 'k8s', 'servers', 'monitors', 'monitors.yaml'), 'utf8');
  return parseAllDocuments(text)
    .map((document): { kind: string; spec: { groups: RuleGroup[] } } => document.toJS())
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap(({ spec }) => spec.groups.flatMap((group) => group.rules));
}

/** Every query that somebody relies on, and where it is. */
export function queries(): { place: string; query: string }[] {
  const ofDashboards = [...dashboards()].flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: `${file}, ${title}`, query: expr })),
    ),
  );
  const ofRules = rules().map(({ alert, record, expr }) => ({ place: `rule ${alert ?? record}`, query: expr }));
  const scaled = documents<{
    metadata: { name: string };
    spec: { triggers?: { metadata: { query?: string } }[] };
  }>('autoscaling', 'scaled-objects.yaml');
  const ofScalers = scaled.flatMap(({ metadata, spec }) =>
    (spec.triggers ?? []).flatMap(({ metadata: { query } }) =>
      query === undefined ? [] : [{ place: `ScaledObject ${metadata.name}`, query }],
    ),
  );
  return [...ofDashboards, ...ofRules, ...ofScalers];
}

/** Metrics that the autoscaler of pods asks for by name. */
export function podMetrics(): string[] {
  const text = readFileSync(path.join(components, 'held-polls', 'kustomization.yaml'), 'utf8');
  return [...text.matchAll(/metric: \{ name: (\w+) \}/g)].map(([, name = '']) => name);
}

/** The page of each runbook, by path. */
export function runbooks(): Map<string, string> {
  const folder = path.join('docs', 'operate', 'runbooks');
  const files = readdirSync(path.join(root, folder));
  return new Map(files.map((file) => [path.join(folder, file), readFileSync(path.join(root, folder, file), 'utf8')]));
}
