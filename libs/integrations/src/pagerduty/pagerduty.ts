import type { Integration, Notice } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { listedHmacOfBody } from '../frame/signatures';

const VERBS: Readonly<Record<string, string>> = {
  triggered: ':alert: **Triggered**',
  acknowledged: ':info: **Acknowledged**',
  unacknowledged: ':alert: **No longer acknowledged**',
  reassigned: ':info: **Reassigned**',
  delegated: ':info: **Delegated**',
  escalated: ':alert: **Escalated**',
  priority_updated: ':info: **Priority changed**',
  annotated: ':info: **Note added**',
  reopened: ':alert: **Reopened**',
  resolved: ':check: **Resolved**',
};

/** What the first two versions of the webhooks call events. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  'incident.trigger': 'triggered',
  'incident.acknowledge': 'acknowledged',
  'incident.unacknowledge': 'unacknowledged',
  'incident.resolve': 'resolved',
  'incident.assign': 'reassigned',
  'incident.escalate': 'escalated',
  'incident.delegate': 'delegated',
  'incident.annotate': 'annotated',
};

export const pagerduty: Integration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  setup:
    'In PagerDuty, open **Integrations**, **Generic Webhooks (v3)**, **New Webhook**, enter `{{url}}`, and use the secret ' +
    'that PagerDuty shows afterwards as the secret.',
  events: Object.keys(VERBS),
  signature: listedHmacOfBody('X-PagerDuty-Signature'),
  deliveryId: (_delivery, payload) =>
    payload.has('messages')
      ? payload
          .list('messages')
          .map((message) => message.optionalText('id') ?? '')
          .join(' ')
          .trim() || undefined
      : payload.optionalText('event.id'),
  read(payload) {
    if (payload.has('messages')) return readMessages(payload.list('messages'));
    if (!payload.has('event')) throw refusals.unknownShape('PagerDuty');
    const type = payload.text('event.event_type');
    if (type === 'pagey.ping') {
      return [{ topic: 'PagerDuty', content: 'PagerDuty webhook has been successfully configured.' }];
    }
    const event = type.replace(/^incident\./, '');
    if (!Object.hasOwn(VERBS, event)) throw refusals.unsupportedEvent('PagerDuty', type);
    return readIncident(payload.node('event'), event);
  },
  samples: [
    {
      name: 'An incident was triggered',
      body: {
        event: {
          id: '01BBYA8Z6NZ0ZZZ9',
          event_type: 'incident.triggered',
          occurred_at: '2026-11-23T10:30:00Z',
          data: {
            id: 'PGR0VU2',
            number: 23,
            title: 'The shop is slow',
            html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
            urgency: 'high',
            service: { summary: 'Shop' },
            assignees: [{ summary: 'Ada Lovelace' }],
            priority: { summary: 'P1' },
          },
        },
      },
    },
    {
      name: 'An incident was resolved, by the second version of the webhooks',
      body: {
        messages: [
          {
            id: '9a9b1b10',
            event: 'incident.resolve',
            incident: {
              incident_number: 23,
              title: 'The shop is slow',
              html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
              service: { name: 'Shop' },
              assignments: [{ assignee: { summary: 'Ada Lovelace' } }],
            },
          },
        ],
      },
    },
    {
      name: 'The webhook was tried',
      body: { event: { id: '01A', event_type: 'pagey.ping', data: { message: 'Hello' } } },
    },
  ],
};

function readIncident(event: Payload, name: string): Notice[] {
  const data = event.node('data');
  // A note carries the incident within it.
  const incident = data.has('incident') ? data.node('incident') : data;
  const title = incident.optionalText('title') ?? incident.optionalText('summary') ?? 'Incident';
  const number = incident.optionalLabel('number');
  const agent = event.optionalText('agent.summary');
  const head = `${VERBS[name] ?? ''}: ${link(title, incident.optionalText('html_url'))}${agent ? ` by ${plain(agent)}` : ''}`;
  const people = incident.list('assignees').map((person) => plain(person.optionalText('summary') ?? ''));
  const details = bullets([
    ['Service', plain(incident.optionalText('service.summary') ?? '')],
    ['Priority', plain(incident.optionalText('priority.summary') ?? '')],
    ['Assigned to', people.filter(Boolean).join(', ')],
    ['Note', plain(data.optionalText('content') ?? '')],
  ]);
  const topic = number === undefined ? title : `Incident ${number}: ${title}`;
  return [{ event: name, topic, content: `${head}\n${details}`.trimEnd() }];
}

/** One that nobody knows does not cost the others; it is told where there are no others. */
function readMessages(messages: readonly Payload[]): Notice[] {
  const typed = messages.map((message) => ({ message, type: message.optionalText('event') ?? message.text('type') }));
  const known = typed.filter(({ type }) => Object.hasOwn(OLD_NAMES, type));
  const [first] = typed;
  if (first && known.length === 0) throw refusals.unsupportedEvent('PagerDuty', first.type);
  return known.map(({ message, type }) => readMessage(message, OLD_NAMES[type] ?? type));
}

/** One of the messages of the first two versions, which differ in where the incident and its facts are. */
function readMessage(message: Payload, event: string): Notice {
  const incident = message.node(message.has('incident') ? 'incident' : 'data.incident');
  const number = incident.label('incident_number');
  const subject = ['title', 'trigger_summary_data.subject', 'trigger_summary_data.description'];
  const title = subject.map((path) => incident.optionalText(path)).find(Boolean) ?? `Incident ${number}`;
  const people = [
    ...incident.list('assignments').map((assignment) => assignment.optionalText('assignee.summary')),
    incident.has('assigned_to_user') ? incident.optionalText('assigned_to_user.name') : undefined,
  ];
  const details = bullets([
    ['Service', plain(incident.optionalText('service.name') ?? '')],
    ['Assigned to', people.flatMap((name) => (name === undefined ? [] : plain(name))).join(', ')],
  ]);
  const content = `${VERBS[event] ?? ''}: ${link(title, incident.optionalText('html_url'))}\n${details}`.trimEnd();
  return { event, topic: `Incident ${number}: ${title}`, content };
}
