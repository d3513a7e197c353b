import type { Integration, Notice } from '../frame/declaration';
import { link, plain, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { alertLines, namedValue } from './alerts';

/** Prometheus' Alertmanager, and what sends the same, such as VictoriaMetrics. */
export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  clientName: 'Alertmanager',
  setup:
    'Add a receiver with `webhook_configs: [{url: "{{url}}"}]` to the configuration of Alertmanager. Instead of in the ' +
    'address, the key may stand in `http_config: {authorization: {credentials: KEY}}`.',
  events: ['firing', 'resolved'],
  urlOptions: [
    { key: 'name', label: 'Label or annotation that is the topic', validator: 'check_string' },
    { key: 'desc', label: 'Label or annotation that is the text of an alert', validator: 'check_string' },
  ],
  read(payload, { delivery }) {
    const alerts = payload.list('alerts');
    if (alerts.length === 0) throw refusals.unknownShape('Alertmanager');
    const byState = new Map<string, Payload[]>();
    for (const alert of alerts) {
      const key = `${alert.text('status')}\n${topicOf(payload, alert, delivery.query)}`;
      byState.set(key, [...(byState.get(key) ?? []), alert]);
    }
    return [...byState.values()].map((group) => noticeOf(payload, group, delivery.query));
  },
  samples: [
    {
      name: 'Two alerts fire',
      body: {
        version: '4',
        status: 'firing',
        receiver: 'chat',
        groupKey: '{}:{alertname="DiskFull"}',
        groupLabels: { alertname: 'DiskFull', cluster: 'eu' },
        commonLabels: { alertname: 'DiskFull', severity: 'critical' },
        externalURL: 'https://alerts.example',
        truncatedAlerts: 0,
        alerts: ['db-1', 'db-2'].map((instance) => ({
          status: 'firing',
          labels: { alertname: 'DiskFull', cluster: 'eu', instance, severity: 'critical' },
          annotations: { summary: `${instance} has 2 % of its disk left` },
          startsAt: '2026-11-23T10:30:00Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://prometheus.example/graph?g0.expr=disk',
          fingerprint: 'c1f8b5b1',
        })),
      },
    },
    {
      name: 'An alert is resolved',
      body: {
        version: '4',
        status: 'resolved',
        groupLabels: { alertname: 'DiskFull', cluster: 'eu' },
        externalURL: 'https://alerts.example',
        alerts: [
          {
            status: 'resolved',
            labels: { alertname: 'DiskFull', cluster: 'eu', instance: 'db-1' },
            annotations: { summary: 'db-1 has 2 % of its disk left' },
            startsAt: '2026-11-23T10:30:00Z',
            endsAt: '2026-11-23T11:00:00Z',
          },
        ],
      },
    },
  ],
};

type Query = Readonly<Record<string, string | undefined>>;

function topicOf(payload: Payload, alert: Payload, { name }: Query): string {
  const title = alert.optionalText('labels.alertname') ?? 'Alert';
  if (name) return namedValue(alert, name) ?? title;
  const groups = payload
    .entries('groupLabels')
    .filter(([label]) => label !== 'alertname')
    .map(([, value]) => value.asText());
  return [title, ...groups].join(' ');
}

function noticeOf(payload: Payload, alerts: readonly Payload[], query: Query): Notice {
  const [first] = alerts;
  if (!first) throw refusals.unknownShape('Alertmanager');
  const isFiring = first.text('status') === 'firing';
  const topic = topicOf(payload, first, query);
  const truncated = isFiring ? (payload.optionalNumber('truncatedAlerts') ?? 0) : 0;
  const head = `${isFiring ? ':alert: **Firing**' : ':check: **Resolved**'}: ${plain(topic)}`;
  const silence = isFiring ? silenceLink(payload) : undefined;
  return {
    event: isFiring ? 'firing' : 'resolved',
    topic,
    content: `${head}${silence === undefined ? '' : ` (${link('silence', silence)})`}\n${alertLines(alerts, truncated, query.desc)}`,
  };
}

/** Where a silence for the group can be made. */
function silenceLink(payload: Payload): string | undefined {
  const base = webAddress(payload.optionalText('externalURL'))?.replace(/\/$/, '');
  if (base === undefined) return undefined;
  const matchers = payload
    .entries('groupLabels')
    .map(([name, value]) => `${name}="${value.asText().replace(/["\\]/g, '\\$&')}"`);
  return `${base}/#/silences/new?filter=${encodeURIComponent(`{${matchers.join(',')}}`)}`;
}
