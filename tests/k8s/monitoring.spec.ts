import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  Rule,
  dashboardFolder,
  dashboards,
  podMetrics,
  queries,
  rules,
  runbooks,
  serverRules,
} from '../support/monitoring';
import { askedMetrics } from '../support/promql';

const root = path.resolve(__dirname, '..', '..');
/** The part of a month's error budget that may be gone when each pair of windows fires. */
const HOURS_OF_MONTH = 30 * 24;
const HOURS: Record<string, number> = { m: 1 / 60, h: 1, d: 24 };
const ALLOWED_SHARES = [0.02, 0.05, 0.1, 0.1];

function hours(window: string): number {
  return Number(window.slice(0, -1)) * (HOURS[window.slice(-1)] ?? NaN);
}

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    if (statSync(place).isDirectory()) yield* sources(place);
    else if (name.endsWith('.job.ts') || name.endsWith('.service.ts') || name === 'lanes.ts') yield place;
  }
}

describe('dashboards', () => {
  it('are all provisioned, each with its own id', () => {
    const provisioned = readFileSync(path.join(dashboardFolder, 'kustomization.yaml'), 'utf8');
    const names = [...dashboards().keys()];
    const expected = ['background', 'events', 'message-path', 'overview', 'presence', 'push'];
    expect(names.sort()).toEqual(expected.map((name) => `${name}.json`));
    expect(names.filter((name) => !provisioned.includes(name))).toEqual([]);
    expect(new Set([...dashboards().values()].map(({ uid }) => uid)).size).toBe(names.length);
  });

  it('have panels that do not overlap, each with a title and, unless it is a heading, with queries', () => {
    for (const [file, { panels }] of dashboards()) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const taken = new Set<string>();
      for (const { title, type, gridPos, targets } of panels) {
        expect([file, title, type === 'row' || (targets?.length ?? 0) > 0]).toEqual([
          file,
          expect.stringMatching(/./),
          true,
        ]);
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            expect([file, title, taken.has(`${x},${y}`)]).toEqual([file, title, false]);
            taken.add(`${x},${y}`);
          }
        }
      }
    }
  });

  it('name only labels that their queries give', () => {
    for (const { panels } of dashboards().values()) {
      for (const { expr, legendFormat } of panels.flatMap(({ targets = [] }) => targets)) {
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const given = new Set(askedMetrics(expr).flatMap(({ labels }) => [...labels]));
        expect([expr, named.filter((label) => !given.has(label))]).toEqual([expr, []]);
      }
    }
  });
});

describe('pictures of dashboards', () => {
  it('have every panel in its place, with its lines, their names and their unit', () => {
    const program = `
      import { aligned, inUnit, nameOf, pageOf } from './tools/dashboards/page.mjs';
      const at = { x: 12, y: 4, w: 12, h: 8 };
      const panels = [
        { id: 1, type: 'stat', title: 'Now', gridPos: at, fieldConfig: { defaults: { unit: 's' } } },
        { id: 2, type: 'timeseries', title: 'A < B', gridPos: at, fieldConfig: { defaults: { unit: 'reqps' } } },
        { id: 3, type: 'row', title: 'More', gridPos: at }, { id: 4, type: 'stat', title: 'None', gridPos: at }];
      const lines = new Map([[1, [{ name: '', points: [[5, 0.25], [10, NaN]] }]], [2, [{ name: '<i>', points: [[5, 2]] }]]]);
      const page = pageOf({ title: 'T', panels }, ({ id }) => lines.get(id) ?? []);
      console.log(JSON.stringify({
        units: [['s', 0.004], ['percentunit', 0.5], ['bytes', 3 * 2 ** 20], ['reqps', 12345], ['short', null]]
          .map(([unit, value]) => inUnit(value, unit)),
        name: nameOf('{{service}} calls {{ subject }}', { service: 'users' }),
        aligned: aligned([{ points: [[10, 1], [5, 2]] }, { points: [[10, NaN], [15, 3]] }]),
        page: ['250 ms', 'left:600px;top:166px', 'A &#60; B', '&#60;i&#62;', 'nothing in this time', '>More<']
          .filter((text) => !page.includes(text)),
      }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([stderr, JSON.parse(stdout || 'null')]).toEqual([
      '',
      {
        units: ['4 ms', '50 %', '3 MiB', '12.3 k/s', '–'],
        name: 'users calls',
        aligned: [
          [5, 10, 15],
          [2, 1, null],
          [null, null, 3],
        ],
        page: [],
      },
    ]);
  });
});

describe('queries', () => {
  it('of dashboards are of the installation that was chosen', () => {
    for (const [file, { panels, templating }] of dashboards()) {
      expect([file, templating.list.map(({ name }) => name)]).toEqual([file, ['datasource', 'namespace']]);
      for (const { expr } of panels.flatMap(({ targets = [] }) => targets)) {
        const chosen = askedMetrics(expr).map(({ matchers }) =>
          matchers.find(({ label, value }) => label === 'namespace' && value === '$namespace'),
        );
        expect([expr, chosen.includes(undefined)]).toEqual([expr, false]);
      }
    }
  });

  it.each(queries().map(({ place, query }) => [place, query]))('%s is PromQL', (_place, query) => {
    expect(askedMetrics(query).length).toBeGreaterThan(0);
  });

  it('ask for recorded series that are recorded, with their labels', () => {
    const recorded = new Set(rules().flatMap(({ record, labels }) => (record ? [`${record} ${labels?.slo}`] : [])));
    const asked = queries().flatMap(({ query }) => askedMetrics(query).filter(({ name }) => name.includes(':')));
    expect(asked.length).toBeGreaterThan(0);
    const names = asked.map(({ name, matchers }) => `${name} ${matchers.find(({ label }) => label === 'slo')?.value}`);
    expect(names.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('are of metrics that a name tells to be of this service', () => {
    expect(podMetrics()).toContain('stoa_held_polls');
    for (const { query } of queries()) for (const { name } of askedMetrics(query)) expect(name).toMatch(/^stoa[_:]/);
  });
});

describe('burn rates', () => {
  const PAIR =
    /stoa:slo_errors:ratio_rate(\w+)\{slo="(\w+)"\} > ([\d.]+) \* ([\d.]+) and stoa:slo_errors:ratio_rate(\w+)\{slo="(\w+)"\} > ([\d.]+) \* ([\d.]+)/g;
  const objectives = new Set(rules().flatMap(({ record, labels }) => (record && labels?.slo ? [labels.slo] : [])));

  it('are watched for every objective over four pairs of windows', () => {
    expect([...objectives].sort()).toEqual(['availability', 'delivery', 'push', 'sends']);
    for (const slo of objectives) {
      const alerts = rules().filter(
        (rule): rule is Rule & { alert: string } => rule.labels?.slo === slo && 'alert' in rule,
      );
      const pairs = alerts.flatMap(({ expr }) => [...expr.matchAll(PAIR)]);
      expect(pairs).toHaveLength(4);
      pairs.forEach(([, long = '', name, factor, budget, short = '', otherName, otherFactor, otherBudget], index) => {
        expect([name, otherName, otherFactor, otherBudget]).toEqual([slo, slo, factor, budget]);
        // The short window, a twelfth, ends the alert soon after it is over.
        expect(hours(long) / hours(short)).toBeCloseTo(12, 5);
        expect((Number(factor) * hours(long)) / HOURS_OF_MONTH).toBeCloseTo(ALLOWED_SHARES[index] ?? 0, 5);
      });
    }
  });

  it('record the window that their names tell', () => {
    for (const { record, expr } of rules()) {
      if (!record) continue;
      const windows = new Set([...expr.matchAll(/\[(\w+)\]/g)].map(([, window]) => window));
      expect([record, [...windows]]).toEqual([record, [record.split('ratio_rate')[1]]]);
    }
  });
});

describe('alerts', () => {
  const alerts = [...rules(), ...serverRules()].filter((rule) => rule.alert !== undefined);

  it('have each a name of their own, a severity, a summary and a runbook that names them', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    const pages = runbooks();
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
      expect([alert, annotations?.summary]).toEqual([alert, expect.stringMatching(/\.$/)]);
      expect([alert, pages.get(annotations?.runbook_url ?? '')]).toEqual([
        alert,
        expect.stringContaining(String(alert)),
      ]);
    }
  });

  it('are all that runbooks name, and every runbook tells how to confirm, mitigate and repair', () => {
    for (const [page, text] of runbooks()) {
      const [, named = ''] = /^Alerts: ([^.]+)\.$/m.exec(text) ?? [];
      const linked = alerts.filter(({ annotations }) => annotations?.runbook_url === page).map(({ alert }) => alert);
      expect([page, named.split(/,\s+/).sort()]).toEqual([page, linked.sort()]);
      expect(linked.length).toBeGreaterThan(0);
      expect([...text.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading)).toEqual([
        'Confirm',
        'Mitigate',
        'Repair',
      ]);
    }
  });

  it('and runbooks ask for metrics by queries that parse', () => {
    for (const [page, text] of runbooks()) {
      for (const [, code = ''] of text.matchAll(/`([^`\n]*stoa_[^`\n]*)`/g)) {
        if (/^[\w-]+$/.test(code) || code.includes('kubectl')) continue;
        expect([page, code, askedMetrics(code).length > 0]).toEqual([page, code, true]);
      }
    }
  });

  it('have a page that knows every periodic task', () => {
    const page = runbooks().get('docs/operate/runbooks/tasks-fail.md') ?? '';
    const tasks = [...sources(path.join(root, 'apps'))].flatMap((file) => {
      const [, name] = /class (\w+) extends (?:Periodic|Pruning)Job/.exec(readFileSync(file, 'utf8')) ?? [];
      return name === undefined ? [] : [name];
    });
    expect(tasks.length).toBeGreaterThan(12);
    expect(tasks.filter((task) => !page.includes(`\`${task}\``))).toEqual([]);
  });
});
