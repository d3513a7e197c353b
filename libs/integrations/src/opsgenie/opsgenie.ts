import type { Integration } from '../frame/declaration';
import { bullets, link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';

const ACTIONS: Readonly<Record<string, string>> = {
  Create: ':alert: **Created**',
  Acknowledge: ':info: **Acknowledged**',
  UnAcknowledge: ':alert: **No longer acknowledged**',
  Close: ':check: **Closed**',
  Escalate: ':alert: **Escalated**',
  AddNote: ':info: **Note added**',
  AssignOwnership: ':info: **Assigned**',
  TakeOwnership: ':info: **Taken over**',
  AddTags: ':info: **Tags added**',
  RemoveTags: ':info: **Tags removed**',
  AddRecipient: ':info: **Recipient added**',
  AddTeam: ':info: **Team added**',
  Delete: ':info: **Deleted**',
  TestAction: ':info: **Test**',
};

export const opsgenie: Integration = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  setup:
    'In Opsgenie or Jira Service Management, add an integration of the kind **Webhook** with the URL `{{url}}`, and choose ' +
    'the actions.',
  events: Object.keys(ACTIONS),
  urlOptions: [{ key: 'eu_region', label: 'Your alerts are in the European region', validator: 'check_bool' }],
  read(payload, { delivery }) {
    const action = payload.text('action');
    const words = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (words === undefined) throw refusals.unsupportedEvent('Opsgenie', action);
    const integration = payload.optionalText('integrationName') ?? 'Opsgenie';
    const message = payload.optionalText('alert.message') ?? integration;
    const details = bullets([
      ['Priority', plain(payload.optionalText('alert.priority') ?? '')],
      ['Tags', payload.has('alert.tags') ? payload.texts('alert.tags').map(plain).join(', ') : ''],
      ['Note', plain(payload.optionalText('alert.note') ?? '')],
      ['By', plain(payload.optionalText('alert.username') ?? '')],
    ]);
    const topic = payload.optionalText('alert.alias') ?? message;
    return [
      {
        event: action,
        topic,
        content:
          `${words}: ${link(message, addressOf(payload, delivery.query.eu_region === 'true'))}\n${details}`.trimEnd(),
      },
    ];
  },
  samples: [
    {
      name: 'An alert was created',
      body: {
        action: 'Create',
        integrationName: 'Webhook',
        alert: {
          alertId: '052652ac',
          message: 'The shop is slow',
          alias: 'shop-slow',
          priority: 'P1',
          tags: ['shop'],
          username: 'System',
        },
      },
    },
  ],
};

function addressOf(payload: Payload, isEuropean: boolean): string | undefined {
  const id = payload.has('alert') ? payload.optionalText('alert.alertId') : undefined;
  if (id === undefined) return undefined;
  return `https://app.${isEuropean ? 'eu.' : ''}opsgenie.com/alert/V2/show/${encodeURIComponent(id)}`;
}
