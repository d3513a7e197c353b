import type { Integration } from '../frame/declaration';
import { bullets, enumeration, link, moment, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';

/** What a workflow is to send. */
const FIELDS = [
  'issueUrl',
  'title',
  'priority',
  'totalIncidents',
  'state',
  'createdAt',
  'updatedAt',
  'alertPolicyNames',
  'alertConditionNames',
  'owner',
];
const STATES: Readonly<Record<string, string>> = {
  CREATED: ':alert: **Created**',
  ACTIVATED: ':alert: **Activated**',
  CLOSED: ':check: **Closed**',
};

export const newrelic: Integration = {
  name: 'newrelic',
  displayName: 'New Relic',
  setup:
    'In New Relic, add a destination of the kind **Webhook** with the URL `{{url}}`, and a workflow whose payload has ' +
    '`issueUrl`, `title`, `priority`, `totalIncidents`, `state`, `createdAt`, `updatedAt`, `alertPolicyNames`, ' +
    '`alertConditionNames`, `owner` and, if you like, an object `zulipCustomFields`.',
  events: ['created', 'activated', 'closed'],
  read(payload) {
    const missing = FIELDS.filter((field) => payload.node(field).value === undefined);
    if (missing.length === FIELDS.length) throw refusals.unknownShape('New Relic');
    const state = payload.optionalText('state') ?? 'unknown';
    const words = Object.hasOwn(STATES, state) ? STATES[state] : `:info: **${plain(state)}**`;
    const title = payload.optionalText('title') ?? 'New Relic';
    const names = (field: string): string => (payload.has(field) ? payload.texts(field).map(plain).join(', ') : '');
    const custom = payload
      .entries('zulipCustomFields')
      .map(([name, value]): [string, string] => [plain(name), plain(value.shown())]);
    const details = bullets([
      ['Priority', plain(payload.optionalText('priority') ?? '')],
      ['Incidents', plain(payload.optionalLabel('totalIncidents') ?? '')],
      ['Policies', names('alertPolicyNames')],
      ['Conditions', names('alertConditionNames')],
      ['Owner', plain(payload.optionalText('owner') ?? '')],
      ['Created', timeOf(payload, 'createdAt')],
      ['Updated', timeOf(payload, 'updatedAt')],
      ...custom,
    ]);
    const lacks = missing.map((field) => `\`${field}\``);
    const notice = lacks.length > 0 ? `\n\nThe payload of the workflow lacks ${enumeration(lacks)}.` : '';
    const content = `${words ?? ''}: ${link(title, payload.optionalText('issueUrl'))}\n${details}${notice}`;
    return [{ event: state.toLowerCase(), topic: title, content }];
  },
  samples: [
    {
      name: 'An issue is active',
      body: {
        issueUrl: 'https://one.newrelic.com/issues/1',
        title: 'Load is high on web-1',
        priority: 'CRITICAL',
        totalIncidents: 1,
        state: 'ACTIVATED',
        createdAt: 1763894000000,
        updatedAt: 1763894000000,
        alertPolicyNames: ['Shop'],
        alertConditionNames: ['Load'],
        owner: 'Ada Lovelace',
      },
    },
  ],
};

/** Milliseconds since 1970 as a time that readers see in their own zone. */
function timeOf(payload: Payload, field: string): string | undefined {
  const millis = payload.optionalNumber(field);
  if (millis === undefined || Math.abs(millis) > 8.64e15) return undefined;
  return moment(new Date(millis).toISOString());
}
