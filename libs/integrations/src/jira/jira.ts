import type { Integration, Notice } from '../frame/declaration';
import { bullets, link, plain, quote, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';
import { fromJiraMarkup } from './jira-markup';

/** Fields that change by themselves. */
const NOISE = new Set([
  'rank',
  'sprint',
  'timespent',
  'timeestimate',
  'timeoriginalestimate',
  'worklogid',
  'comment',
  'workratio',
]);
const COMMENTS: Readonly<Record<string, string>> = {
  comment_created: 'commented',
  comment_updated: 'edited a comment',
  comment_deleted: 'deleted a comment',
};
/** Updates that come once more, as an event of the comment. */
const DOUBLED = new Set(['issue_commented', 'issue_comment_edited', 'issue_comment_deleted']);

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  setup:
    'As an administrator of Jira, open **System**, **Webhooks**, **Create a webhook**. Enter `{{url}}` and the secret, and ' +
    'choose the events of issues and comments.',
  events: [
    'jira:issue_created',
    'jira:issue_updated',
    'jira:issue_deleted',
    'comment_created',
    'comment_updated',
    'comment_deleted',
  ],
  signature: hmacOfBody('X-Hub-Signature', { prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-atlassian-webhook-identifier'],
  read(payload) {
    const event = payload.optionalText('webhookEvent');
    if (event === undefined) throw refusals.unknownShape('Jira');
    if (Object.hasOwn(COMMENTS, event)) return readComment(payload, event);
    if (event === 'jira:issue_created') return readChange(payload, event, 'created', createdDetails(payload));
    if (event === 'jira:issue_deleted') return readChange(payload, event, 'deleted', '');
    if (event === 'jira:issue_updated') return readUpdate(payload, event);
    throw refusals.unsupportedEvent('Jira', event);
  },
  samples: [
    {
      name: 'An issue was created',
      body: {
        webhookEvent: 'jira:issue_created',
        user: { displayName: 'Ada Lovelace' },
        issue: issueSample(),
      },
    },
    {
      name: 'The status of an issue changed',
      body: {
        webhookEvent: 'jira:issue_updated',
        issue_event_type_name: 'issue_generic',
        user: { displayName: 'Grace Hopper' },
        issue: issueSample(),
        changelog: { items: [{ field: 'status', fromString: 'To do', toString: 'Done' }] },
      },
    },
    {
      name: 'A comment',
      body: {
        webhookEvent: 'comment_created',
        issue: issueSample(),
        comment: { author: { displayName: 'Grace Hopper' }, body: 'See [the log|https://ci.example/1], [~ada].' },
      },
    },
  ],
};

function issueSample(): object {
  return {
    key: 'SHOP-7',
    self: 'https://acme.atlassian.net/rest/api/2/issue/10002',
    fields: {
      summary: 'Prices are wrong',
      priority: { name: 'High' },
      assignee: { displayName: 'Grace Hopper' },
      status: { name: 'To do' },
    },
  };
}

function topicOf(issue: Payload): string {
  const summary = issue.optionalText('fields.summary');
  return summary === undefined ? issue.text('key') : `${issue.text('key')}: ${summary}`;
}

function linkTo(issue: Payload): string {
  const self = webAddress(issue.optionalText('self'));
  const key = issue.text('key');
  return link(topicOf(issue), self && `${new URL(self).origin}/browse/${encodeURIComponent(key)}`);
}

function createdDetails(payload: Payload): string {
  return bullets([
    ['Priority', named(payload, 'issue.fields.priority.name')],
    ['Assignee', named(payload, 'issue.fields.assignee.displayName')],
  ]);
}

function named(payload: Payload, path: string): string | undefined {
  const text = payload.optionalText(path);
  return text === undefined ? undefined : plain(text);
}

function readChange(payload: Payload, event: string, verb: string, details: string): Notice[] {
  const issue = payload.node('issue');
  const user = named(payload, 'user.displayName') ?? 'Someone';
  return [{ event, topic: topicOf(issue), content: `${user} ${verb} ${linkTo(issue)}.${details && `\n${details}`}` }];
}

function readUpdate(payload: Payload, event: string): Notice[] {
  if (DOUBLED.has(payload.optionalText('issue_event_type_name') ?? '')) return [];
  const items = payload.has('changelog') ? payload.list('changelog.items') : [];
  const changes = items.filter((item) => !NOISE.has(item.text('field').toLowerCase())).map(changeOf);
  return changes.length === 0 ? [] : readChange(payload, event, 'updated', changes.join(''));
}

function changeOf(item: Payload): string {
  const field = plain(item.text('field'));
  // `toString` of a missing field is nothing here: only what the payload has itself counts.
  const [from, to] = [named(item, 'fromString'), named(item, 'toString')];
  if (field.toLowerCase() === 'description') return '\n* Changed the description';
  if (to === undefined) return `\n* Removed ${field} **${from ?? ''}**`;
  return from === undefined ? `\n* Set ${field} to **${to}**` : `\n* Changed ${field} from **${from}** to **${to}**`;
}

function readComment(payload: Payload, event: string): Notice[] {
  const issue = payload.node('issue');
  const author = named(payload, 'comment.updateAuthor.displayName') ?? named(payload, 'comment.author.displayName');
  const body = event === 'comment_deleted' ? '' : quote(fromJiraMarkup(payload.optionalText('comment.body') ?? ''));
  const content = `${author ?? 'Someone'} ${COMMENTS[event] ?? ''} on ${linkTo(issue)}.${body}`;
  return [{ event, topic: topicOf(issue), content }];
}
