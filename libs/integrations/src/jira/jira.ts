import type { Integration, Notice } from '../frame/declaration';
import { bullets, link, plain, quote, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
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
  read(payload, { people }) {
    const event = payload.optionalText('webhookEvent');
    if (event === undefined) throw refusals.unknownShape('Jira');
    if (Object.hasOwn(COMMENTS, event)) return readComment(payload, event, people);
    const change = (verb: string, details: string): Notice[] =>
      readChange(payload, { event, by: senderOf(payload, people), verb, details });
    if (event === 'jira:issue_created') return change('created', createdDetails(payload, people));
    if (event === 'jira:issue_deleted') return change('deleted', '');
    if (event === 'jira:issue_updated') {
      const changes = readChanges(payload, people);
      return changes === '' ? [] : change('updated', changes);
    }
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

function createdDetails(payload: Payload, people: People): string {
  return bullets([
    ['Priority', named(payload, 'issue.fields.priority.name')],
    ['Assignee', assigneeOf(payload, people)],
  ]);
}

function named(payload: Payload, path: string): string | undefined {
  const text = payload.optionalText(path);
  return text === undefined ? undefined : plain(text);
}

/** What Jira knows somebody by: servers have user names, the cloud has ids, and addresses where they are public. */
function keysOf(person: Payload): (string | undefined)[] {
  return ['emailAddress', 'name', 'accountId', 'key'].map((key) => person.optionalText(key));
}

function senderOf(payload: Payload, people: People): string {
  const keys = payload.has('user') ? keysOf(payload.node('user')) : [];
  return people.name(keys, payload.optionalText('user.displayName') ?? 'Someone');
}

/** Whose the issue is now. */
function assigneeOf(payload: Payload, people: People): string | undefined {
  const name = payload.optionalText('issue.fields.assignee.displayName');
  return name === undefined ? undefined : people.mention(keysOf(payload.node('issue.fields.assignee')), name);
}

interface Change {
  event: string;
  by: string;
  verb: string;
  details: string;
}

function readChange(payload: Payload, { event, by, verb, details }: Change): Notice[] {
  const issue = payload.node('issue');
  return [{ event, topic: topicOf(issue), content: `${by} ${verb} ${linkTo(issue)}.${details && `\n${details}`}` }];
}

/** Empty where nothing is worth a message. */
function readChanges(payload: Payload, people: People): string {
  if (DOUBLED.has(payload.optionalText('issue_event_type_name') ?? '')) return '';
  const items = payload.has('changelog') ? payload.list('changelog.items') : [];
  return items
    .filter((item) => !NOISE.has(item.text('field').toLowerCase()))
    .map((item) =>
      item.text('field').toLowerCase() === 'assignee' ? assignmentOf(payload, item, people) : changeOf(item),
    )
    .join('');
}

/** The change names somebody by an id; the issue has all that is known of them, if it is up to date. */
function assignmentOf(payload: Payload, item: Payload, people: People): string {
  const to = item.optionalText('toString');
  if (to === undefined) return changeOf(item);
  const isCurrent = payload.optionalText('issue.fields.assignee.displayName') === to;
  const keys = [item.optionalText('to'), ...(isCurrent ? keysOf(payload.node('issue.fields.assignee')) : [])];
  const shown = people.mention(keys, to);
  const from = named(item, 'fromString');
  const now = shown === plain(to) ? `**${shown}**` : shown;
  return from === undefined ? `\n* Set assignee to ${now}` : `\n* Changed assignee from **${from}** to ${now}`;
}

function changeOf(item: Payload): string {
  const field = plain(item.text('field'));
  // `toString` of a missing field is nothing here: only what the payload has itself counts.
  const [from, to] = [named(item, 'fromString'), named(item, 'toString')];
  if (field.toLowerCase() === 'description') return '\n* Changed the description';
  if (to === undefined) return `\n* Removed ${field} **${from ?? ''}**`;
  return from === undefined ? `\n* Set ${field} to **${to}**` : `\n* Changed ${field} from **${from}** to **${to}**`;
}

function readComment(payload: Payload, event: string, people: People): Notice[] {
  const issue = payload.node('issue');
  const isUpdated = payload.optionalText('comment.updateAuthor.displayName') !== undefined;
  const by = isUpdated ? 'comment.updateAuthor' : 'comment.author';
  const name = payload.optionalText(`${by}.displayName`);
  const author = name === undefined ? 'Someone' : people.name(keysOf(payload.node(by)), name);
  const body = event === 'comment_deleted' ? '' : quote(fromJiraMarkup(payload.optionalText('comment.body') ?? ''));
  const content = `${author} ${COMMENTS[event] ?? ''} on ${linkTo(issue)}.${body}`;
  return [{ event, topic: topicOf(issue), content }];
}
