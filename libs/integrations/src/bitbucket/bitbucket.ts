import type { Integration, Notice } from '../frame/declaration';
import { enumeration, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';
import { commitLines } from '../github/push';

type Read = (payload: Payload, repository: string, actor: string, event: string) => Notice[];

/** Keys of Bitbucket Cloud, the verb, and the name for filters. */
const PULL_REQUESTS: Readonly<Record<string, readonly [verb: string, event: string]>> = {
  'pullrequest:created': ['opened', 'pull_request_created'],
  'pullrequest:updated': ['updated', 'pull_request_updated'],
  'pullrequest:approved': ['approved', 'pull_request_approved'],
  'pullrequest:unapproved': ['took back the approval of', 'pull_request_unapproved'],
  'pullrequest:fulfilled': ['merged', 'pull_request_fulfilled'],
  'pullrequest:rejected': ['declined', 'pull_request_rejected'],
};
const COMMENTS: Readonly<Record<string, readonly [verb: string, event: string]>> = {
  'pullrequest:comment_created': ['commented', 'pull_request_comment_created'],
  'pullrequest:comment_updated': ['edited a comment', 'pull_request_comment_updated'],
  'pullrequest:comment_deleted': ['deleted a comment', 'pull_request_comment_deleted'],
};
const ISSUES: Readonly<Record<string, readonly [verb: string, event: string]>> = {
  'issue:created': ['opened', 'issue_created'],
  'issue:updated': ['updated', 'issue_updated'],
  'issue:comment_created': ['commented on', 'issue_commented'],
};
const MARKS: Readonly<Record<string, string>> = { SUCCESSFUL: ':check:', FAILED: ':alert:' };

export const bitbucket: Integration = {
  name: 'bitbucket2',
  displayName: 'Bitbucket Cloud',
  clientName: 'Bitbucket2',
  setup:
    'In the repository, open **Repository settings**, **Webhooks**, **Add webhook**, enter `{{url}}` and the secret, and ' +
    'choose the triggers.',
  eventHeader: 'X-Event-Key',
  events: [
    'push',
    ...Object.values(PULL_REQUESTS).map(([, event]) => event),
    ...Object.values(COMMENTS).map(([, event]) => event),
    ...Object.values(ISSUES).map(([, event]) => event),
    'change_commit_status',
    'fork',
    'commit_comment',
    'repo:updated',
  ],
  withoutPreviews: ['push', 'change_commit_status'],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
  ],
  signature: hmacOfBody('X-Hub-Signature', { prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-request-uuid'],
  read(payload, { event: key }) {
    const repository = payload.text('repository.name');
    const actor = plain(
      payload.optionalText('actor.display_name') ?? payload.optionalText('actor.nickname') ?? 'Someone',
    );
    return readerOf(key)(payload, repository, actor, key);
  },
  samples: [
    {
      name: 'A push',
      headers: { 'X-Event-Key': 'repo:push', 'X-Request-UUID': '5e3b' },
      body: {
        actor: { display_name: 'Ada Lovelace' },
        repository: { name: 'shop', full_name: 'acme/shop' },
        push: {
          changes: [
            {
              new: {
                type: 'branch',
                name: 'main',
                links: { html: { href: 'https://bitbucket.org/acme/shop/branch/main' } },
              },
              old: { type: 'branch', name: 'main' },
              created: false,
              closed: false,
              forced: false,
              truncated: false,
              links: { html: { href: 'https://bitbucket.org/acme/shop/branches/compare/03f4..1e65' } },
              commits: [
                {
                  hash: '03f4a7270240708834de475bcf21532d6134777e',
                  message: 'Show prices in euros\n',
                  links: { html: { href: 'https://bitbucket.org/acme/shop/commits/03f4a7270240' } },
                },
              ],
            },
          ],
        },
      },
    },
    {
      name: 'A pull request was opened',
      headers: { 'X-Event-Key': 'pullrequest:created' },
      body: {
        actor: { display_name: 'Ada Lovelace' },
        repository: { name: 'shop', full_name: 'acme/shop' },
        pullrequest: {
          id: 12,
          title: 'Show prices in euros',
          description: 'In place of cents.',
          source: { branch: { name: 'euros' } },
          destination: { branch: { name: 'main' } },
          links: { html: { href: 'https://bitbucket.org/acme/shop/pull-requests/12' } },
        },
      },
    },
    {
      name: 'A comment on a commit',
      headers: { 'X-Event-Key': 'repo:commit_comment_created' },
      body: {
        actor: { display_name: 'Grace Hopper' },
        repository: { name: 'shop', full_name: 'acme/shop' },
        commit: {
          hash: '03f4a7270240708834de475bcf21532d6134777e',
          links: { html: { href: 'https://bitbucket.org/acme/shop/commits/03f4a7270240' } },
        },
        comment: {
          content: { raw: 'What about cents?' },
          links: { html: { href: 'https://bitbucket.org/acme/shop/commits/03f4a7270240#comment-7' } },
        },
      },
    },
    {
      name: 'The repository was changed',
      headers: { 'X-Event-Key': 'repo:updated' },
      body: {
        actor: { display_name: 'Ada Lovelace' },
        repository: { name: 'shop', full_name: 'acme/shop' },
        changes: { description: { new: 'Prices in euros', old: 'Prices' }, website: { new: 'https://x', old: '' } },
      },
    },
  ],
};

function readerOf(key: string): Read {
  if (key === 'repo:push') return readPush;
  if (Object.hasOwn(PULL_REQUESTS, key)) return readPullRequest;
  if (Object.hasOwn(COMMENTS, key)) return readComment;
  if (Object.hasOwn(ISSUES, key)) return readIssue;
  if (key === 'repo:commit_status_created' || key === 'repo:commit_status_updated') return readStatus;
  if (key === 'repo:fork') return readFork;
  if (key === 'repo:commit_comment_created') return readCommitComment;
  if (key === 'repo:updated') return readRepository;
  throw refusals.unsupportedEvent('Bitbucket', key);
}

/** One message for each branch and tag. */
function readPush(payload: Payload, repository: string, actor: string): Notice[] {
  return payload.list('push.changes').map((change) => {
    const isDeleted = change.optionalFlag('closed');
    const ref = change.node(isDeleted ? 'old' : 'new');
    const name = ref.text('name');
    const kind = ref.optionalText('type') === 'tag' ? 'tag' : 'branch';
    const base = { event: 'push', topic: `${repository} / ${name}`, branch: kind === 'tag' ? undefined : name };
    const what = `${kind} ${link(name, ref.optionalText('links.html.href'))}`;
    if (isDeleted) return { ...base, content: `${actor} deleted the ${kind} ${plain(name)}.` };
    if (kind === 'tag') return { ...base, content: `${actor} pushed ${what}.` };
    const commits = change.list('commits').map((commit) => ({
      id: commit.text('hash'),
      message: commit.text('message'),
      url: commit.optionalText('links.html.href'),
      author: undefined,
    }));
    const verb = change.optionalFlag('forced') ? 'force-pushed' : change.optionalFlag('created') ? 'created' : 'pushed';
    if (commits.length === 0) return { ...base, content: `${actor} ${verb} ${what}.` };
    const number = `${commits.length}${change.optionalFlag('truncated') ? ' or more' : ''} commit${commits.length === 1 ? '' : 's'}`;
    const compare = link(number, change.optionalText('links.html.href'));
    return {
      ...base,
      content: `${actor} ${verb === 'created' ? 'pushed' : verb} ${compare} to ${what}.\n${commitLines(commits)}`,
    };
  });
}

function pullRequestOf(payload: Payload): { title: string; linked: string } {
  const pull = payload.node('pullrequest');
  const title = `PR #${pull.label('id')} ${pull.text('title')}`;
  return { title, linked: link(title, pull.optionalText('links.html.href')) };
}

function readPullRequest(payload: Payload, repository: string, actor: string, key: string): Notice[] {
  const [verb = '', event = ''] = PULL_REQUESTS[key] ?? [];
  const { title, linked } = pullRequestOf(payload);
  const isOpening = key === 'pullrequest:created';
  const [from, to] = ['source', 'destination'].map((end) => payload.optionalText(`pullrequest.${end}.branch.name`));
  const branches = isOpening && from && to ? ` from \`${plain(from)}\` to \`${plain(to)}\`` : '';
  const body = isOpening ? quote(payload.optionalText('pullrequest.description')) : '';
  return [{ event, topic: `${repository} / ${title}`, content: `${actor} ${verb} ${linked}${branches}.${body}` }];
}

function readComment(payload: Payload, repository: string, actor: string, key: string): Notice[] {
  const [verb = '', event = ''] = COMMENTS[key] ?? [];
  const { title, linked } = pullRequestOf(payload);
  const words = link(verb, payload.optionalText('comment.links.html.href'));
  const body = key.endsWith('deleted') ? '' : quote(payload.optionalText('comment.content.raw'));
  return [{ event, topic: `${repository} / ${title}`, content: `${actor} ${words} on ${linked}.${body}` }];
}

function readIssue(payload: Payload, repository: string, actor: string, key: string): Notice[] {
  const [verb = '', event = ''] = ISSUES[key] ?? [];
  const title = `issue #${payload.label('issue.id')} ${payload.text('issue.title')}`;
  const linked = link(title, payload.optionalText('issue.links.html.href'));
  const body = payload.has('comment') ? payload.optionalText('comment.content.raw') : undefined;
  return [{ event, topic: `${repository} / ${title}`, content: `${actor} ${verb} ${linked}.${quote(body)}` }];
}

function readStatus(payload: Payload, repository: string): Notice[] {
  const state = payload.text('commit_status.state');
  if (state === 'INPROGRESS') return [];
  const name = link(payload.text('commit_status.name'), payload.optionalText('commit_status.url'));
  const mark = Object.hasOwn(MARKS, state) ? MARKS[state] : ':info:';
  return [
    {
      event: 'change_commit_status',
      topic: `${repository} / checks`,
      content: `${mark ?? ''} ${name}: **${plain(state.toLowerCase())}**.`,
    },
  ];
}

function readFork(payload: Payload, repository: string, actor: string): Notice[] {
  const fork = link(payload.text('fork.full_name'), payload.optionalText('fork.links.html.href'));
  return [{ event: 'fork', topic: repository, content: `${actor} forked the repository to ${fork}.` }];
}

function readCommitComment(payload: Payload, repository: string, actor: string): Notice[] {
  const words = link('commented', payload.optionalText('comment.links.html.href'));
  const commit = payload.text('commit.hash').slice(0, 11);
  const linked = link(commit, payload.optionalText('commit.links.html.href'));
  const content = `${actor} ${words} on commit ${linked}.${quote(payload.optionalText('comment.content.raw'))}`;
  return [{ event: 'commit_comment', topic: repository, content }];
}

/** What changed besides the name can be empty or long, and is not what people talk about. */
function readRepository(payload: Payload, repository: string, actor: string): Notice[] {
  const changed = payload.entries('changes').map(([name]) => plain(name));
  if (changed.length === 0) return [];
  return [
    { event: 'repo:updated', topic: repository, content: `${actor} changed the repository: ${enumeration(changed)}.` },
  ];
}
