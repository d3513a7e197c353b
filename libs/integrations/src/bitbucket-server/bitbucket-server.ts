import type { Integration, Notice } from '../frame/declaration';
import { enumeration, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';
import { BITBUCKET_SERVER_SAMPLES } from './samples';

interface Delivered {
  payload: Payload;
  event: string;
  actor: string;
}
type Read = (delivered: Delivered) => Notice[];

/** What was done to a pull request. */
const PULL_REQUESTS: Readonly<Record<string, string>> = {
  'pr:opened': 'opened',
  'pr:from_ref_updated': 'pushed to',
  'pr:merged': 'merged',
  'pr:declined': 'declined',
  'pr:deleted': 'deleted',
  'pr:reviewer:approved': 'approved',
  'pr:reviewer:unapproved': 'took back the approval of',
  'pr:reviewer:needs_work': 'marked as needing work',
};
const COMMENTS: Readonly<Record<string, string>> = {
  added: 'commented',
  edited: 'edited a comment',
  deleted: 'deleted a comment',
};
const READERS: Readonly<Record<string, Read>> = {
  'diagnostics:ping': ({ event }) => [
    { event, topic: 'Bitbucket', content: 'Bitbucket Data Center webhook has been successfully configured.' },
  ],
  'repo:refs_changed': readPush,
  'repo:forked': readFork,
  'repo:modified': readModified,
  ...forEach(Object.keys(PULL_REQUESTS), readPullRequest),
  'pr:modified': readModifiedPullRequest,
  'pr:reviewer:updated': readReviewers,
  ...forEach(
    Object.keys(COMMENTS).map((what) => `pr:comment:${what}`),
    readComment,
  ),
  ...forEach(
    Object.keys(COMMENTS).map((what) => `repo:comment:${what}`),
    readCommitComment,
  ),
};

export const bitbucketServer: Integration = {
  name: 'bitbucket3',
  displayName: 'Bitbucket Data Center',
  clientName: 'Bitbucket3',
  setup:
    'In the repository, open **Repository settings**, **Webhooks**, **Create webhook**, enter `{{url}}` and the secret, ' +
    'and choose the events.',
  events: Object.keys(READERS),
  withoutPreviews: ['repo:refs_changed'],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
  ],
  signature: hmacOfBody('X-Hub-Signature', { prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-request-id'],
  read(payload, { delivery }) {
    const event = eventOf(payload, delivery.headers['x-event-key']);
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) throw refusals.unsupportedEvent('Bitbucket Data Center', event);
    return read({ payload, event, actor: personOf(payload.node('actor')) });
  },
  samples: BITBUCKET_SERVER_SAMPLES,
};

function forEach(events: readonly string[], read: Read): Record<string, Read> {
  return Object.fromEntries(events.map((event) => [event, read]));
}

/** Old servers name the event nowhere. */
function eventOf(payload: Payload, header: string | undefined): string {
  const named = header ?? payload.optionalText('eventKey');
  if (named !== undefined) return named;
  if (payload.has('test')) return 'diagnostics:ping';
  if (payload.has('changes')) return 'repo:refs_changed';
  throw refusals.unknownShape('Bitbucket Data Center');
}

function personOf(person: Payload): string {
  return plain(person.optionalText('displayName') ?? person.optionalText('name') ?? 'Someone');
}

/** Addresses are lists, whose entries are null where the server knows none. */
function addressOf(thing: Payload): string | undefined {
  return thing.node('links.self').has('0') ? thing.optionalText('links.self.0.href') : undefined;
}

/** One message for each branch and tag. Commits are not part of the payload. */
function readPush({ payload, event, actor }: Delivered): Notice[] {
  const repository = payload.text('repository.name');
  return payload.list('changes').map((change) => {
    const name = change.text('ref.displayId');
    const isTag = change.optionalText('ref.type') === 'TAG';
    const kind = isTag ? 'tag' : 'branch';
    const base = { event, topic: `${repository} / ${name}`, branch: isTag ? undefined : name };
    const what = `the ${kind} \`${plain(name)}\``;
    const head = `\`${plain(change.text('toHash').slice(0, 11))}\``;
    switch (change.text('type')) {
      case 'ADD':
        return { ...base, content: `${actor} created ${what} at ${head}.` };
      case 'DELETE':
        return { ...base, content: `${actor} deleted ${what}.` };
      default:
        return { ...base, content: `${actor} pushed to ${what}. Its head is ${head}.` };
    }
  });
}

function readFork({ payload, event, actor }: Delivered): Notice[] {
  const fork = payload.node('repository');
  const origin = fork.text('origin.name');
  const name = `${fork.text('project.key')}/${fork.text('name')}`;
  return [{ event, topic: origin, content: `${actor} forked the repository to ${link(name, addressOf(fork))}.` }];
}

function readModified({ payload, event, actor }: Delivered): Notice[] {
  const [before, after] = [payload.text('old.name'), payload.text('new.name')];
  if (before === after) return [{ event, topic: after, content: `${actor} changed the repository.` }];
  return [
    {
      event,
      topic: after,
      content: `${actor} renamed the repository from **${plain(before)}** to **${plain(after)}**.`,
    },
  ];
}

interface PullRequest {
  topic: string;
  linked: string;
}

function pullRequestOf(payload: Payload): PullRequest {
  const pull = payload.node('pullRequest');
  const title = `PR #${pull.label('id')} ${pull.text('title')}`;
  return { topic: `${pull.text('toRef.repository.name')} / ${title}`, linked: link(title, addressOf(pull)) };
}

function readPullRequest({ payload, event, actor }: Delivered): Notice[] {
  const { topic, linked } = pullRequestOf(payload);
  const verb = PULL_REQUESTS[event] ?? '';
  const details = event === 'pr:opened' ? openedDetails(payload.node('pullRequest')) : '.';
  return [{ event, topic, content: `${actor} ${verb} ${linked}${details}` }];
}

function openedDetails(pull: Payload): string {
  const [from, to] = [pull.text('fromRef.displayId'), pull.text('toRef.displayId')];
  const reviewers = pull.list('reviewers').map((reviewer) => personOf(reviewer.node('user')));
  const asked = reviewers.length > 0 ? `, with ${enumeration(reviewers)} to review it` : '';
  return ` from \`${plain(from)}\` to \`${plain(to)}\`${asked}.${quote(pull.optionalText('description'))}`;
}

function readModifiedPullRequest({ payload, event, actor }: Delivered): Notice[] {
  const { topic, linked } = pullRequestOf(payload);
  const target = payload.node('pullRequest').optionalText('toRef.displayId');
  const before = payload.optionalText('previousTitle');
  const changes = [
    ...(before !== undefined && before !== payload.text('pullRequest.title')
      ? [`title, from **${plain(before)}**`]
      : []),
    ...(payload.optionalText('previousDescription') === payload.optionalText('pullRequest.description')
      ? []
      : ['description']),
    ...(payload.has('previousTarget') && payload.optionalText('previousTarget.displayId') !== target ? ['target'] : []),
  ];
  if (changes.length === 0) return [];
  return [{ event, topic, content: `${actor} changed ${linked}: ${enumeration(changes)}.` }];
}

function readReviewers({ payload, event, actor }: Delivered): Notice[] {
  const { topic, linked } = pullRequestOf(payload);
  const [added, removed] = ['addedReviewers', 'removedReviewers'].map((list) => payload.list(list).map(personOf));
  const words = [
    ...(added?.length ? [`added ${enumeration(added)}`] : []),
    ...(removed?.length ? [`removed ${enumeration(removed)}`] : []),
  ];
  if (words.length === 0) return [];
  return [{ event, topic, content: `${actor} ${enumeration(words)} as reviewers of ${linked}.` }];
}

function readComment({ payload, event, actor }: Delivered): Notice[] {
  const { topic, linked } = pullRequestOf(payload);
  return [{ event, topic, content: `${actor} ${verbOf(event)} on ${linked}.${commentOf(payload, event)}` }];
}

function readCommitComment({ payload, event, actor }: Delivered): Notice[] {
  const topic = payload.text('repository.name');
  const commit = `\`${plain(payload.text('commit').slice(0, 11))}\``;
  return [{ event, topic, content: `${actor} ${verbOf(event)} on commit ${commit}.${commentOf(payload, event)}` }];
}

function verbOf(event: string): string {
  return COMMENTS[event.slice(event.lastIndexOf(':') + 1)] ?? '';
}

function commentOf(payload: Payload, event: string): string {
  return event.endsWith(':deleted') ? '' : quote(payload.optionalText('comment.text'));
}
