import type { Integration, Notice } from '../frame/declaration';
import { link, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
import { refusals } from '../frame/refusals';
import { anyOf, hmacOfBody } from '../frame/signatures';
import { readIssue, readIssueComment } from '../github/issues';
import { pullRequestLink, pullRequestTopic, readPullRequest } from '../github/pull-requests';
import { readPush } from '../github/push';
import { REPOSITORY_EVENTS } from '../github/repository';

type Read = (payload: Payload, repository: string, sender: string, people: People) => Notice[];

const { create, delete: deleted, release, repository: repositoryEvent } = REPOSITORY_EVENTS;
/** Reviews, by the last word of the event: releases differ in what stands before. */
const REVIEWS: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'requested changes of',
  comment: 'reviewed',
};
const READERS: Readonly<Record<string, Read | undefined>> = {
  push: readPush,
  issues: readIssue,
  issue_comment: readIssueComment,
  pull_request: readPullRequest,
  create,
  delete: deleted,
  release,
  repository: repositoryEvent,
  fork: readFork,
  ...Object.fromEntries(
    Object.keys(REVIEWS).flatMap((kind) =>
      ['pull_request_', 'pull_request_review_'].map((beginning) => [beginning + kind, reviewReader(kind)]),
    ),
  ),
};

/** Gitea and Forgejo send nearly what GitHub does. */
export const gitea: Integration = {
  name: 'gitea',
  displayName: 'Gitea, Forgejo',
  clientName: 'Gitea',
  setup:
    'In the repository or organization, open **Settings**, **Webhooks**, **Add webhook**, **Gitea** or **Forgejo**. Enter ' +
    '`{{url}}` as the target URL and the secret, and choose the events.',
  eventHeader: 'X-Gitea-Event',
  otherEventHeaders: ['X-Forgejo-Event'],
  events: [
    'push_commits',
    'push_tags',
    'issues',
    'issue_comment',
    'opened_pull_request',
    'updated_pull_request',
    'closed_pull_request',
    'assigned_or_unassigned_pull_request',
    'pull_request_review_requested',
    'pull_request_review',
    'issue_milestoned_or_demilestoned',
    'create',
    'delete',
    'release',
    'repository',
    'fork',
  ],
  withoutPreviews: ['push_commits', 'push_tags', 'create', 'delete'],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
  ],
  signature: anyOf(hmacOfBody('X-Gitea-Signature'), hmacOfBody('X-Hub-Signature-256', { prefix: 'sha256=' })),
  deliveryId: ({ headers }) => headers['x-gitea-delivery'] ?? headers['x-forgejo-delivery'],
  read(payload, { event, people }) {
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) throw refusals.unsupportedEvent('Gitea', event);
    const login = payload.optionalText('sender.login');
    return read(payload, payload.text('repository.name'), people.name([login], login ?? 'Someone'), people);
  },
  samples: [
    {
      name: 'A push',
      headers: { 'X-Gitea-Event': 'push', 'X-Gitea-Delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473' },
      body: {
        ref: 'refs/heads/main',
        before: '28e1879d029cb852e4844d9c718537df08844e03',
        after: 'bffeb74224043ba2feb48d137756c8a9331c449a',
        compare_url: 'https://git.example/acme/shop/compare/28e1879d...bffeb742',
        total_commits: 1,
        commits: [
          {
            id: 'bffeb74224043ba2feb48d137756c8a9331c449a',
            message: 'Show prices in euros\n',
            url: 'https://git.example/acme/shop/commit/bffeb742',
            author: { name: 'Ada', username: 'ada' },
          },
        ],
        repository: { name: 'shop', full_name: 'acme/shop', html_url: 'https://git.example/acme/shop' },
        sender: { login: 'ada' },
      },
    },
    {
      name: 'An issue was opened',
      headers: { 'X-Gitea-Event': 'issues' },
      body: {
        action: 'opened',
        issue: {
          number: 7,
          title: 'Prices are wrong',
          html_url: 'https://git.example/acme/shop/issues/7',
          body: 'In cents.',
          pull_request: null,
        },
        repository: { name: 'shop', full_name: 'acme/shop', html_url: 'https://git.example/acme/shop' },
        sender: { login: 'ada' },
      },
    },
    {
      name: 'A review in Forgejo',
      headers: { 'X-Forgejo-Event': 'pull_request_approved', 'X-Forgejo-Delivery': '0b1c' },
      body: {
        action: 'reviewed',
        number: 12,
        pull_request: {
          number: 12,
          title: 'Show prices in euros',
          html_url: 'https://git.example/acme/shop/pulls/12',
        },
        review: { type: 'pull_request_review_approved', content: 'Nice!' },
        repository: { name: 'shop', full_name: 'acme/shop', html_url: 'https://git.example/acme/shop' },
        sender: { login: 'grace' },
      },
    },
  ],
};

/** Other than at GitHub, the repository is the new one, and `forkee` the one that it was made from. */
function readFork(payload: Payload, _repository: string, sender: string): Notice[] {
  const fork = link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));
  const content = `${sender} forked the repository to ${fork}.`;
  return [{ topic: payload.text('forkee.name'), event: 'fork', content }];
}

function reviewReader(kind: string): Read {
  return (payload, repository, sender) => {
    const pull = payload.node('pull_request');
    const said = payload.has('review') ? quote(payload.optionalText('review.content')) : '';
    const content = `${sender} ${REVIEWS[kind] ?? ''} ${pullRequestLink(pull)}.${said}`;
    return [{ topic: pullRequestTopic(repository, pull), event: 'pull_request_review', content }];
  };
}
