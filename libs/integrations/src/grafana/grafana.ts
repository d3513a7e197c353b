import { alertDetails, alertLines, summaryOf } from '../alertmanager/alerts';
import type { Integration, Notice } from '../frame/declaration';
import { bullets, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { anyOf, hmacOfBody, hmacOfTimeAndBody } from '../frame/signatures';

const HEADER = 'X-Grafana-Alerting-Signature';
const LEGACY: Readonly<Record<string, string>> = {
  alerting: ':alert: **Alerting**',
  ok: ':check: **OK**',
  no_data: ':info: **No data**',
  paused: ':info: **Paused**',
  pending: ':info: **Pending**',
};

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  setup:
    'In Grafana, open **Alerting**, **Contact points**, add one of the kind **Webhook** with the URL `{{url}}`, and enter ' +
    'the secret under **HMAC signature**. With a header for the time, call it `X-Grafana-Alerting-Timestamp`.',
  events: ['firing', 'resolved', 'alerting', 'ok', 'no_data', 'paused', 'pending'],
  signature: anyOf(
    hmacOfBody(HEADER),
    hmacOfTimeAndBody(
      `HMAC-SHA256 of time, colon and body in the header \`${HEADER}\``,
      (headers) => ({
        time: headers['x-grafana-alerting-timestamp'] ?? '',
        signatures: [headers[HEADER.toLowerCase()] ?? ''],
      }),
      { separator: ':' },
    ),
  ),
  read(payload) {
    if (payload.has('ruleName')) return readLegacy(payload);
    const alerts = payload.list('alerts');
    if (alerts.length === 0) throw refusals.unknownShape('Grafana');
    const groups = new Map<string, Payload[]>();
    for (const alert of alerts) {
      const key = `${alert.text('status')}\n${topicOf(alert)}`;
      groups.set(key, [...(groups.get(key) ?? []), alert]);
    }
    return [...groups.values()].map((group) => readGroup(payload, group));
  },
  samples: [
    {
      name: 'An alert fires',
      body: {
        receiver: 'chat',
        status: 'firing',
        orgId: 1,
        title: '[FIRING:1] High load',
        state: 'alerting',
        groupLabels: { alertname: 'High load' },
        externalURL: 'https://grafana.example/',
        truncatedAlerts: 0,
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'High load', host: 'web-1' },
            annotations: { summary: 'web-1 works too hard' },
            startsAt: '2026-11-23T10:30:00Z',
            endsAt: '0001-01-01T00:00:00Z',
            values: { B: 7.4 },
            dashboardURL: 'https://grafana.example/d/abc',
            panelURL: 'https://grafana.example/d/abc?viewPanel=2',
            silenceURL: 'https://grafana.example/alerting/silence/new?alertmanager=grafana',
            fingerprint: '57c6d9296de2ad39',
          },
        ],
      },
    },
    {
      name: 'An alert of an old installation',
      body: {
        ruleName: 'High load',
        ruleUrl: 'https://grafana.example/d/abc',
        state: 'alerting',
        message: 'web-1 works too hard',
        evalMatches: [{ metric: 'load', value: 7.4 }],
      },
    },
  ],
};

function topicOf(alert: Payload): string {
  const name = alert.optionalText('labels.alertname') ?? alert.optionalText('fingerprint') ?? 'Alert';
  const rule = alert.optionalText('labels.rulename');
  return /^Datasource(NoData|Error)$/.test(name) && rule ? `${name}: ${rule}` : name;
}

function readGroup(payload: Payload, alerts: readonly Payload[]): Notice {
  const [first] = alerts;
  if (!first) throw refusals.unknownShape('Grafana');
  const isFiring = first.text('status') === 'firing';
  const topic = topicOf(first);
  const head = `${isFiring ? ':alert: **Firing**' : ':check: **Resolved**'}: ${plain(topic)}`;
  const body =
    alerts.length === 1
      ? `\n${oneAlert(first)}`
      : `\n${alertLines(alerts, payload.optionalNumber('truncatedAlerts') ?? 0)}`;
  return { event: isFiring ? 'firing' : 'resolved', topic, content: head + body };
}

function oneAlert(alert: Payload): string {
  const values = alert.entries('values').map(([name, value]) => `${plain(name)}=${plain(value.shown())}`);
  const shown = values.length > 0 ? values.join(', ') : plain(alert.optionalText('valueString') ?? '');
  return `${summaryOf(alert) ?? ''}\n${alertDetails(alert)}${bullets([['Values', shown]])}`;
}

function readLegacy(payload: Payload): Notice[] {
  const state = payload.text('state');
  const head = Object.hasOwn(LEGACY, state) ? LEGACY[state] : undefined;
  if (head === undefined) throw refusals.unsupportedEvent('Grafana', state);
  const values = payload
    .list('evalMatches')
    .map((match) => `\n* ${plain(match.text('metric'))}: ${plain(match.node('value').shown())}`);
  const name = payload.text('ruleName');
  return [
    {
      event: state,
      topic: name,
      content: `${head}: ${link(name, payload.optionalText('ruleUrl'))}\n${values.join('')}${quote(payload.optionalText('message'))}`,
    },
  ];
}
