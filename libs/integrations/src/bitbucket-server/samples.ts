import type { Sample } from '../frame/declaration';

const actor = { name: 'ada', displayName: 'Ada Lovelace', emailAddress: 'ada@example.com', active: true };
const project = { key: 'ACME', name: 'Acme' };
const repository = {
  slug: 'shop',
  name: 'shop',
  project,
  links: { self: [{ href: 'https://bitbucket.example.com/projects/ACME/repos/shop/browse' }] },
};
const pullRequest = {
  id: 12,
  title: 'Show prices in euros',
  description: 'In place of cents.',
  state: 'OPEN',
  fromRef: { id: 'refs/heads/euros', displayId: 'euros', repository },
  toRef: { id: 'refs/heads/main', displayId: 'main', repository },
  author: { user: actor },
  reviewers: [{ user: { name: 'grace', displayName: 'Grace Hopper' } }],
  links: { self: [{ href: 'https://bitbucket.example.com/projects/ACME/repos/shop/pull-requests/12' }] },
};
const change = {
  ref: { id: 'refs/heads/main', displayId: 'main', type: 'BRANCH' },
  refId: 'refs/heads/main',
  fromHash: '197a3e0d2f9a2b3ed1c4fe5923d5dd701bee9fdd',
  toHash: 'a00945762949b7787503c6d4c9f8b0a0d5b4a4f1',
  type: 'UPDATE',
};

/** Written by hand after the vendor's description of its event payloads. */
export const BITBUCKET_SERVER_SAMPLES: readonly Sample[] = [
  {
    name: 'A push',
    headers: { 'X-Event-Key': 'repo:refs_changed', 'X-Request-Id': '6e2f' },
    body: { eventKey: 'repo:refs_changed', actor, repository, changes: [change] },
  },
  {
    name: 'A push of an old server, which names no event',
    body: {
      actor,
      repository,
      changes: [{ ...change, ref: { displayId: 'v1.0', type: 'TAG' }, type: 'ADD' }],
    },
  },
  {
    name: 'A pull request was opened',
    headers: { 'X-Event-Key': 'pr:opened' },
    body: { eventKey: 'pr:opened', actor, pullRequest },
  },
  {
    name: 'A pull request was changed',
    headers: { 'X-Event-Key': 'pr:modified' },
    body: {
      eventKey: 'pr:modified',
      actor,
      pullRequest,
      previousTitle: 'Show prices',
      previousDescription: 'In place of cents.',
      previousTarget: { displayId: 'main' },
    },
  },
  {
    name: 'A pull request was approved',
    headers: { 'X-Event-Key': 'pr:reviewer:approved' },
    body: { eventKey: 'pr:reviewer:approved', actor: { displayName: 'Grace Hopper' }, pullRequest },
  },
  {
    name: 'Reviewers of a pull request changed',
    headers: { 'X-Event-Key': 'pr:reviewer:updated' },
    body: {
      eventKey: 'pr:reviewer:updated',
      actor,
      pullRequest,
      addedReviewers: [{ displayName: 'Alan Turing' }],
      removedReviewers: [{ displayName: 'Grace Hopper' }],
    },
  },
  {
    name: 'A comment on a pull request',
    headers: { 'X-Event-Key': 'pr:comment:added' },
    body: { eventKey: 'pr:comment:added', actor, pullRequest, comment: { id: 62, text: 'What about cents?' } },
  },
  {
    name: 'A comment on a commit',
    headers: { 'X-Event-Key': 'repo:comment:edited' },
    body: {
      eventKey: 'repo:comment:edited',
      actor,
      repository,
      commit: '178864a7d521b6f5e720b386b2c2b0ef8563e0dc',
      comment: { id: 64, text: 'This is *good*.' },
      previousComment: 'This is fine.',
    },
  },
  {
    name: 'A fork',
    headers: { 'X-Event-Key': 'repo:forked' },
    body: {
      eventKey: 'repo:forked',
      actor,
      repository: { ...repository, project: { key: '~ADA' }, origin: repository, links: { self: [null] } },
    },
  },
  {
    name: 'A repository was renamed',
    headers: { 'X-Event-Key': 'repo:modified' },
    body: { eventKey: 'repo:modified', actor, old: { name: 'store', project }, new: { name: 'shop', project } },
  },
  { name: 'A test of the connection', headers: { 'X-Event-Key': 'diagnostics:ping' }, body: { test: true } },
];
