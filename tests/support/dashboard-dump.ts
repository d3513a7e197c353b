import { Dashboard, Panel } from './monitoring';
import { AskedMetric, askedMetrics, matchesAll } from './promql';
import { Sample, Scrape } from './scrape';

const LONGEST_TITLE = 40;

/**
 * Dashboards as text: each panel with the metrics that it shows, and what a scrape has of them, since the start of the
 * processes. (What their queries give over time only Prometheus can say.)
 */
export function dumpDashboards(dashboards: Iterable<Dashboard>, found: Scrape): string {
  return [...dashboards]
    .map((dashboard) => [dashboard.title, ...dashboard.panels.flatMap(linesOf)].join('\n'))
    .join('\n\n');

  function linesOf(panel: Panel): string[] {
    if (panel.type === 'row') return [`  ${panel.title}`];
    const asked = (panel.targets ?? []).flatMap(({ expr }) => askedMetrics(expr));
    const shown = [...new Set(asked.map((metric) => summary(metric, found)))];
    return shown.map((text, index) => {
      const title = index === 0 ? `${panel.title} [${panel.fieldConfig.defaults.unit}]` : '';
      return `    ${title.padEnd(LONGEST_TITLE)} ${text}`;
    });
  }
}

function summary({ name, matchers }: AskedMetric, { samples }: Scrape): string {
  // The local cluster is one installation, and no Prometheus gives it the name of one.
  const meant = matchers.filter(({ label }) => label !== 'le' && label !== 'namespace');
  const matching = (metric: string) =>
    samples.filter((sample) => sample.name === metric && matchesAll(meant, sample.labels));
  const selection = matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(', ');
  const shown = `${name}${selection === '' ? '' : `{${selection}}`}`;
  const base = name.replace(/_(bucket|count|sum)$/, '');
  if (base !== name) {
    const count = total(matching(`${base}_count`));
    const mean = count === 0 ? 0 : total(matching(`${base}_sum`)) / count;
    return `${shown}: ${count} times, ${number(mean)} s on average`;
  }
  const series = matching(name);
  if (series.length === 0) return `${shown}: nothing`;
  if (name.endsWith('_total')) return `${shown}: ${number(total(series))} in ${series.length} series`;
  const values = series.map(({ value }) => value);
  return `${shown}: ${number(Math.min(...values))} to ${number(Math.max(...values))} in ${series.length} series`;
}

function total(samples: readonly Sample[]): number {
  return samples.reduce((sum, { value }) => sum + value, 0);
}

function number(value: number): string {
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
