import { bullets, link, moment, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

const MOST_ALERTS = 10;

/** Alerts of Prometheus and of those who send the same. @param described the label or annotation that is their text */
export function alertLines(alerts: readonly Payload[], truncated: number, described = ''): string {
  const shown = alerts.slice(0, MOST_ALERTS).map((alert) => alertLine(alert, described));
  const hidden = alerts.length - shown.length + truncated;
  return shown.join('') + (hidden > 0 ? `\n* … and ${hidden} more` : '');
}

/** Of a label or, where there is none, an annotation. */
export function namedValue(alert: Payload, name: string): string | undefined {
  const found = ['labels', 'annotations'].map((place) => new Map(alert.entries(place)).get(name)?.shown());
  return found.find((value) => value !== undefined && value !== '');
}

function alertLine(alert: Payload, described: string): string {
  const own = described === '' ? undefined : namedValue(alert, described);
  const text =
    (own === undefined ? summaryOf(alert) : plain(own)) ?? plain(alert.optionalText('labels.alertname') ?? 'Alert');
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
