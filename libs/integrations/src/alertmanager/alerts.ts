import { bullets, link, moment, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

const MOST_ALERTS = 10;

/** Alerts of Prometheus and of those who send the same. */
export function alertLines(alerts: readonly Payload[], truncated: number): string {
  const shown = alerts.slice(0, MOST_ALERTS).map(alertLine);
  const hidden = alerts.length - shown.length + truncated;
  return shown.join('') + (hidden > 0 ? `\n* … and ${hidden} more` : '');
}

function alertLine(alert: Payload): string {
  const text = summaryOf(alert) ?? plain(alert.optionalText('labels.alertname') ?? 'Alert');
  const where = alert.optionalText('labels.instance');
  const source = alert.optionalText('generatorURL');
  const severity = alert.optionalText('labels.severity');
  const details = [
    where === undefined ? '' : plain(where),
    severity === undefined ? '' : plain(severity),
    source === undefined ? '' : link('source', source),
  ].filter(Boolean);
  return `\n* ${text}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

export function summaryOf(alert: Payload): string | undefined {
  const texts = ['summary', 'description', 'message'].flatMap(
    (name) => alert.optionalText(`annotations.${name}`) ?? [],
  );
  return texts.length > 0 ? texts.slice(0, 2).map(plain).join(' — ') : undefined;
}

/** Beginning and end, labels and links of one alert. */
export function alertDetails(alert: Payload): string {
  const labels = alert
    .entries('labels')
    .filter(([name]) => name !== 'alertname' && !name.startsWith('__'))
    .map(([name, value]) => `${plain(name)}=${plain(value.shown())}`);
  return bullets([
    ['Started', moment(alert.optionalText('startsAt'))],
    ['Ended', moment(alert.optionalText('endsAt'))],
    ['Labels', labels.join(', ')],
    ['Links', linksOf(alert)],
  ]);
}

function linksOf(alert: Payload): string {
  const named = [
    ['source', 'generatorURL'],
    ['dashboard', 'dashboardURL'],
    ['panel', 'panelURL'],
    ['silence', 'silenceURL'],
    ['image', 'imageURL'],
  ] as const;
  return named
    .flatMap(([name, field]) => (alert.has(field) && alert.optionalText(field) ? [link(name, alert.text(field))] : []))
    .join(', ');
}
