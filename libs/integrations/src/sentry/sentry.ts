import type { Integration, Notice } from '../frame/declaration';
import { bullets, code, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';

const ISSUE_VERBS: Readonly<Record<string, string>> = {
  created: ':alert: New issue',
  resolved: ':check: Resolved',
  unresolved: ':alert: Reopened',
  assigned: ':info: Assigned',
  ignored: ':info: Archived',
  archived: ':info: Archived',
};
const METRIC_MARKS: Readonly<Record<string, string>> = {
  critical: ':alert: **Critical**',
  warning: ':alert: **Warning**',
  resolved: ':check: **Resolved**',
};
const MOST_FRAMES = 3;
/** What the plugin of old installations sends, which names no event. */
const PLUGIN = 'plugin';

type Read = (payload: Payload) => Notice[];
const READERS: Readonly<Record<string, Read>> = {
  event_alert: (payload) => readEvent(payload, payload.node('data.event'), 'event_alert'),
  error: (payload) => readEvent(payload, payload.node('data.error'), 'error'),
  issue: readIssue,
  metric_alert: readMetric,
  comment: readComment,
  installation: () => [],
};

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  setup:
    'In Sentry, open **Settings**, **Developer Settings**, create an internal integration with the webhook URL `{{url}}` ' +
    'and alert rule actions, and use its client secret as the secret.',
  eventHeader: 'Sentry-Hook-Resource',
  eventWithoutHeader: (payload) => (isOfPlugin(payload) ? PLUGIN : undefined),
  events: [
    'event_alert',
    'error',
    'issue_created',
    'issue_resolved',
    'issue_unresolved',
    'issue_assigned',
    'issue_ignored',
    'issue_archived',
    'metric_alert',
    'comment',
  ],
  signature: hmacOfBody('Sentry-Hook-Signature'),
  deliveryId: ({ headers }) => headers['request-id'],
  read(payload, { event }) {
    if (event === PLUGIN) return readPlugin(payload);
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) throw refusals.unsupportedEvent('Sentry', event);
    return read(payload);
  },
  samples: [
    {
      name: 'An issue was created',
      headers: { 'Sentry-Hook-Resource': 'issue', 'Request-ID': '7c9e6679' },
      body: {
        action: 'created',
        data: {
          issue: {
            title: 'TypeError: price is not a number',
            culprit: 'cart in total',
            level: 'error',
            web_url: 'https://acme.sentry.io/issues/123/',
            project: { name: 'shop' },
          },
        },
      },
    },
    {
      name: 'An alert of the plugin of an old installation',
      body: {
        id: '123',
        project: 'shop',
        project_name: 'Shop',
        culprit: 'cart in total',
        level: 'error',
        url: 'https://sentry.example/acme/shop/issues/123/',
        triggering_rules: ['More than 10 errors'],
        message: 'price is not a number',
        event: { title: 'TypeError: price is not a number', environment: 'production', release: '1.4.2' },
      },
    },
    {
      name: 'An alert rule applies',
      headers: { 'Sentry-Hook-Resource': 'event_alert' },
      body: {
        action: 'triggered',
        data: {
          triggered_rule: 'More than 10 errors',
          event: {
            title: 'TypeError: price is not a number',
            level: 'error',
            culprit: 'cart in total',
            environment: 'production',
            release: '1.4.2',
            web_url: 'https://acme.sentry.io/issues/123/events/1/',
            exception: {
              values: [
                {
                  stacktrace: {
                    frames: [
                      { filename: 'cart.js', lineno: 12, function: 'total', context_line: 'sum += price.value;' },
                    ],
                  },
                },
              ],
            },
          },
        },
      },
    },
  ],
};

function isOfPlugin(payload: Payload): boolean {
  return payload.has('event') && payload.has('project');
}

/** Much as an alert rule, with what it says besides the event one level higher. */
function readPlugin(payload: Payload): Notice[] {
  const event = payload.node('event');
  const title = event.optionalText('title') ?? payload.text('message');
  const rules = payload.list('triggering_rules').map((rule) => plain(rule.shown()));
  const details = bullets([
    ['Level', plain(payload.optionalText('level') ?? '')],
    ['Project', plain(payload.optionalText('project_name') ?? payload.label('project'))],
    ['Where', plain(payload.optionalText('culprit') ?? '')],
    ['Environment', plain(event.optionalText('environment') ?? '')],
    ['Release', plain(event.optionalText('release') ?? '')],
    ['Rules', rules.join(', ')],
  ]);
  const content = `:alert: ${link(title, payload.optionalText('url'))}\n${details}${traceOf(event)}`;
  return [{ event: 'event_alert', topic: title, content }];
}

function readEvent(payload: Payload, event: Payload, name: string): Notice[] {
  const title = event.text('title');
  const rule = payload.optionalText('data.triggered_rule');
  const details = bullets([
    ['Level', event.optionalText('level')],
    ['Where', plain(event.optionalText('culprit') ?? '')],
    ['Environment', plain(event.optionalText('environment') ?? '')],
    ['Release', plain(event.optionalText('release') ?? '')],
    ['Rule', plain(rule ?? '')],
  ]);
  const address = event.optionalText('web_url') ?? event.optionalText('url');
  return [{ event: name, topic: title, content: `:alert: ${link(title, address)}\n${details}${traceOf(event)}` }];
}

/** The innermost calls. */
function traceOf(event: Payload): string {
  const exceptions = event.has('exception') ? event.list('exception.values') : [];
  const last = exceptions.at(-1);
  const frames = last?.has('stacktrace') ? last.list('stacktrace.frames').slice(-MOST_FRAMES) : [];
  const lines = frames.map((frame) => {
    const at = `${frame.optionalText('filename') ?? '?'}:${frame.optionalLabel('lineno') ?? '?'}`;
    return `${at} in ${frame.optionalText('function') ?? '?'}\n  ${(frame.optionalText('context_line') ?? '').trim()}`.trimEnd();
  });
  return code(lines.join('\n'));
}

function readIssue(payload: Payload): Notice[] {
  const action = payload.text('action');
  const words = Object.hasOwn(ISSUE_VERBS, action) ? ISSUE_VERBS[action] : undefined;
  if (words === undefined) throw refusals.unsupportedEvent('Sentry', `issue ${action}`);
  const issue = payload.node('data.issue');
  const title = issue.text('title');
  const details = bullets([
    ['Level', issue.optionalText('level')],
    ['Where', plain(issue.optionalText('culprit') ?? '')],
    ['Assignee', plain(issue.optionalText('assignedTo.name') ?? '')],
  ]);
  const address = issue.optionalText('web_url') ?? issue.optionalText('permalink');
  return [
    { event: `issue_${action}`, topic: title, content: `${words}: ${link(title, address)}\n${details}`.trimEnd() },
  ];
}

function readMetric(payload: Payload): Notice[] {
  const action = payload.text('action');
  const mark = Object.hasOwn(METRIC_MARKS, action) ? METRIC_MARKS[action] : undefined;
  if (mark === undefined) throw refusals.unsupportedEvent('Sentry', `metric_alert ${action}`);
  const title = payload.optionalText('data.metric_alert.alert_rule.name') ?? payload.text('data.metric_alert.title');
  const text = plain(payload.optionalText('data.description_text') ?? '');
  const content = `${mark}: ${link(title, payload.optionalText('data.web_url'))}\n${text}`.trimEnd();
  return [{ event: 'metric_alert', topic: title, content }];
}

function readComment(payload: Payload): Notice[] {
  if (payload.text('action') !== 'created') return [];
  const author = plain(payload.optionalText('actor.name') ?? 'Someone');
  const project = payload.optionalText('data.project_slug') ?? 'Sentry';
  const content = `${author} commented on issue ${payload.label('data.issue_id')}.${quote(payload.optionalText('data.comment'))}`;
  return [{ event: 'comment', topic: project, content }];
}
