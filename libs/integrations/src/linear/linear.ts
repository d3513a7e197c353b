import type { Integration, Notice } from '../frame/declaration';
import { bullets, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
import { refusals } from '../frame/refusals';
import { hmacOfBody, recentByBody } from '../frame/signatures';

/** So long is a delivery good, as Linear asks for. */
const TOLERANCE_MS = 60_000;
const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' };

export const linear: Integration = {
  name: 'linear',
  displayName: 'Linear',
  setup:
    'In Linear, open **Settings**, **API**, **New webhook**, enter `{{url}}`, choose issues and comments, and use the ' +
    'signing secret that Linear shows as the secret.',
  events: ['issue_create', 'issue_update', 'issue_remove', 'comment_create', 'comment_update', 'comment_remove'],
  signature: recentByBody(hmacOfBody('Linear-Signature'), 'webhookTimestamp', TOLERANCE_MS),
  deliveryId: ({ headers }) => headers['linear-delivery'],
  read(payload, { people }) {
    const type = payload.text('type');
    const action = payload.text('action');
    if (type !== 'Issue' && type !== 'Comment') throw refusals.unsupportedEvent('Linear', `${type} ${action}`);
    const verb = Object.hasOwn(VERBS, action) ? VERBS[action] : undefined;
    if (verb === undefined) throw refusals.unsupportedEvent('Linear', `${type} ${action}`);
    const actor = payload.has('actor') ? nameOfPerson(payload.node('actor'), 'name', people) : undefined;
    const by = actor ?? 'Someone';
    if (type === 'Comment') return readComment(payload, by, action);
    return readIssue(payload, { words: `${by} ${verb}`, action, people });
  },
  samples: [
    {
      name: 'An issue was created',
      body: {
        action: 'create',
        type: 'Issue',
        actor: { name: 'Ada Lovelace' },
        url: 'https://linear.app/acme/issue/SHOP-7',
        data: {
          identifier: 'SHOP-7',
          title: 'Prices are wrong',
          description: 'They are in cents.',
          priorityLabel: 'High',
          state: { name: 'To do' },
          team: { name: 'Shop' },
          assignee: { name: 'Grace Hopper' },
          dueDate: '2026-12-01',
        },
      },
    },
    {
      name: 'A comment',
      body: {
        action: 'create',
        type: 'Comment',
        actor: { name: 'Grace Hopper' },
        url: 'https://linear.app/acme/issue/SHOP-7#comment-1',
        data: { body: 'I can reproduce it.', issue: { identifier: 'SHOP-7', title: 'Prices are wrong' } },
      },
    },
  ],
};

/** Undefined for nobody. */
function nameOfPerson(person: Payload, how: 'name' | 'mention', people: People): string | undefined {
  const name = person.optionalText('name');
  return name === undefined ? undefined : people[how]([person.optionalText('email'), person.optionalText('id')], name);
}

function nameOf(issue: Payload): string {
  return [issue.optionalText('identifier'), issue.text('title')].filter(Boolean).join(': ');
}

function readIssue(
  payload: Payload,
  { words, action, people }: { words: string; action: string; people: People },
): Notice[] {
  const issue = payload.node('data');
  const assignee = issue.has('assignee') ? issue.node('assignee') : undefined;
  const isNew = action === 'create' || payload.entries('updatedFrom').some(([field]) => field === 'assigneeId');
  const details = bullets([
    ['Status', plain(issue.optionalText('state.name') ?? '')],
    ['Priority', plain(issue.optionalText('priorityLabel') ?? '')],
    ['Assignee', assignee && nameOfPerson(assignee, isNew ? 'mention' : 'name', people)],
    ['Team', plain(issue.optionalText('team.name') ?? '')],
    ['Due', plain(issue.optionalText('dueDate') ?? '')],
  ]);
  const body = action === 'create' ? quote(issue.optionalText('description')) : '';
  const content = `${words} ${link(nameOf(issue), payload.optionalText('url'))}.\n${details}${body && `\n${body}`}`;
  return [{ event: `issue_${action}`, topic: nameOf(issue), content: content.trimEnd() }];
}

function readComment(payload: Payload, actor: string, action: string): Notice[] {
  const comment = payload.node('data');
  const issue = comment.node('issue');
  const verbs: Readonly<Record<string, string>> = {
    create: 'commented',
    update: 'edited a comment',
    remove: 'removed a comment',
  };
  const words = link(verbs[action] ?? action, payload.optionalText('url'));
  const body = action === 'remove' ? '' : quote(comment.optionalText('body'));
  return [
    {
      event: `comment_${action}`,
      topic: nameOf(issue),
      content: `${actor} ${words} on ${plain(nameOf(issue))}.${body}`,
    },
  ];
}
