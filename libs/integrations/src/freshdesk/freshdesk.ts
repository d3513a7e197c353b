import type { Integration, Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';

const STATUSES: Readonly<Record<string, string>> = {
  '2': 'open',
  '3': 'pending',
  '4': 'resolved',
  '5': 'closed',
  '6': 'waiting on customer',
  '7': 'waiting on third party',
};
const PRIORITIES: Readonly<Record<string, string>> = { '1': 'low', '2': 'medium', '3': 'high', '4': 'urgent' };
/** `{status:{from:4,to:6}}`, which is no JSON. */
const CHANGE = /^\{(status|priority):\{from:(\d{1,6}),to:(\d{1,6})\}\}$/;

export const freshdesk: Integration = {
  name: 'freshdesk',
  displayName: 'Freshdesk',
  setup:
    'In Freshdesk, open **Admin**, **Automations**, add a rule with the action **Trigger webhook**, **POST**, the URL ' +
    '`{{url}}`, and the content `ticket_id`, `ticket_subject`, `ticket_type`, `ticket_url`, `ticket_status`, ' +
    '`ticket_priority`, `requester_name`, `requester_email` and `triggered_event`.',
  events: ['created', 'note', 'status', 'priority'],
  read(payload) {
    if (!payload.has('freshdesk_webhook')) throw refusals.unknownShape('Freshdesk');
    return readTicket(payload.node('freshdesk_webhook'));
  },
  samples: [
    { name: 'A ticket was created', body: { freshdesk_webhook: ticket('{ticket_action:created}') } },
    { name: 'Its status changed', body: { freshdesk_webhook: ticket('{status:{from:2,to:4}}') } },
  ],
};

function ticket(triggeredEvent: string): object {
  return {
    ticket_id: 7,
    ticket_subject: 'I cannot pay',
    ticket_type: 'Problem',
    ticket_url: 'https://acme.freshdesk.com/helpdesk/tickets/7',
    ticket_status: 'Open',
    ticket_priority: 'High',
    requester_name: 'Ada Lovelace',
    requester_email: 'ada@example.com',
    triggered_event: triggeredEvent,
  };
}

function readTicket(found: Payload): Notice[] {
  const event = found.text('triggered_event').replace(/\s/g, '');
  const topic = `#${found.label('ticket_id')}: ${found.text('ticket_subject')}`;
  const what = link(`ticket ${topic}`, found.optionalText('ticket_url'));
  const requester = plain(found.optionalText('requester_name') ?? 'Someone');
  const notice = (name: string, content: string): Notice[] => [{ event: name, topic, content }];
  if (event.includes('ticket_action:created')) {
    const facts = [found.optionalText('ticket_status'), found.optionalText('ticket_priority')]
      .filter(Boolean)
      .join(', ');
    return notice('created', `${requester} created ${what} (${plain(facts)}).`);
  }
  if (event.includes('note_type:')) return notice('note', `${requester} added a note to ${what}.`);
  const [, field, from = '', to = ''] = CHANGE.exec(event) ?? [];
  if (field === undefined) throw refusals.unsupportedEvent('Freshdesk', event);
  const names = field === 'status' ? STATUSES : PRIORITIES;
  const named = (key: string): string => (Object.hasOwn(names, key) ? (names[key] ?? key) : key);
  return notice(field, `The ${field} of ${what} changed from **${named(from)}** to **${named(to)}**.`);
}
