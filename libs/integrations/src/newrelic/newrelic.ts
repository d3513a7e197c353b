import { badRequest } from '@stoa/errors';
import type { Integration } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';

const FIELDS = ['issueUrl', 'title', 'priority', 'state', 'createdAt'];
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
    const missing = FIELDS.filter((field) => !payload.has(field));
    if (missing.length > 0) throw badRequest(`Fields of the template are missing: ${missing.join(', ')}`);
    const state = payload.text('state');
    const words = Object.hasOwn(STATES, state) ? STATES[state] : `:info: **${plain(state)}**`;
    const title = payload.text('title');
    const names = (field: string): string => (payload.has(field) ? payload.texts(field).map(plain).join(', ') : '');
    const custom = payload
      .entries('zulipCustomFields')
      .map(([name, value]): [string, string] => [plain(name), plain(value.shown())]);
    const details = bullets([
      ['Priority', plain(payload.text('priority'))],
      ['Incidents', plain(payload.optionalLabel('totalIncidents') ?? '')],
      ['Policies', names('alertPolicyNames')],
      ['Conditions', names('alertConditionNames')],
      ['Owner', plain(payload.optionalText('owner') ?? '')],
      ...custom,
    ]);
    const content = `${words ?? ''}: ${link(title, payload.text('issueUrl'))}\n${details}`;
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
