import type { EventFixture } from './event-fixture';

const project = { name: 'shop', web_url: 'https://gitlab.example/acme/shop' };
const user = { name: 'Ada Lovelace', username: 'ada' };
const common = { project, user };
const SHA = 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7';

const issue = { iid: 7, title: 'Prices are wrong' };
const request = { iid: 12, title: 'Show prices in euros', source_branch: 'euros', target_branch: 'main' };

const R_ISSUE = 'shop / issue #7 Prices are wrong';
const R_REQUEST = 'shop / MR #12 Show prices in euros';

const onIssue = (hook: string, action: string, verb: string): EventFixture => ({
  ...{ event: `${hook} ${action}`, header: hook, topic: R_ISSUE },
  content: `Ada Lovelace ${verb} issue #7 Prices are wrong.`,
  body: { object_kind: 'issue', object_attributes: { ...issue, action }, ...common },
});
const onRequest = (action: string, words: string, more: object = {}): EventFixture => ({
  ...{ event: `Merge Request Hook ${action}`, header: 'Merge Request Hook', topic: R_REQUEST },
  content: `Ada Lovelace ${words}`,
  body: { object_kind: 'merge_request', object_attributes: { ...request, action }, ...more, ...common },
});
const onPage = (action: string, verb: string): EventFixture => ({
  ...{ event: `Wiki Page Hook ${action}`, header: 'Wiki Page Hook', topic: 'shop / wiki' },
  content: `Ada Lovelace ${verb} the wiki page Currencies.`,
  body: { object_kind: 'wiki_page', object_attributes: { title: 'Currencies', action }, ...common },
});

interface NoteAbout {
  kind: string;
  about: object;
  topic: string;
  name: string;
}
const NOTES: readonly NoteAbout[] = [
  { kind: 'Commit', about: { commit: { id: SHA } }, topic: 'shop / commit da156088', name: 'commit da156088' },
  {
    kind: 'MergeRequest',
    about: { merge_request: request },
    topic: R_REQUEST,
    name: 'MR #12 Show prices in euros',
  },
  { kind: 'Issue', about: { issue }, topic: R_ISSUE, name: 'issue #7 Prices are wrong' },
  {
    kind: 'Snippet',
    about: { snippet: { id: 5, title: 'Rounding' } },
    topic: 'shop / snippet #5 Rounding',
    name: 'snippet #5 Rounding',
  },
];
const DESIGN: NoteAbout = {
  ...{ kind: 'DesignManagement::Design', topic: R_ISSUE, name: 'price.png' },
  about: { issue, design: { filename: 'price.png' } },
};
const note = (hook: string, { kind, about, topic, name }: NoteAbout): EventFixture => ({
  ...{ event: `${hook} ${kind}`, header: hook, topic },
  content: `Ada Lovelace commented on ${name}.`,
  body: { object_kind: 'note', object_attributes: { note: 'Yes.', noteable_type: kind }, ...about, ...common },
});

/** A hook that is one event. */
const hook = (event: string, body: object, content: string, topic = 'shop'): EventFixture => ({
  ...{ event, header: event, topic, content },
  body: { ...common, ...body },
});
const job = { ref: 'main', build_name: 'unit', build_stage: 'test', build_status: 'failed' };
const JOB = ':alert: Job unit of stage test: **failed**.';
const ISSUE_VERBS = [
  ['open', 'opened'],
  ['close', 'closed'],
  ['reopen', 'reopened'],
  ['update', 'updated'],
] as const;

/** One delivery for each name of an event, written after the vendor's description of its payloads. */
export const GITLAB_FIXTURES: readonly EventFixture[] = [
  hook(
    'Push Hook',
    {
      ref: 'refs/heads/main',
      before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
      after: SHA,
      user_name: 'Ada Lovelace',
      commits: [{ id: SHA, message: 'Show prices in euros', author: { name: 'Ada Lovelace' } }],
    },
    'Ada Lovelace pushed [1 commit](',
    'shop / main',
  ),
  hook('Tag Push Hook', { ref: 'refs/tags/v1.0.0', after: SHA }, 'Ada Lovelace pushed tag v1.0.0.', 'shop / v1.0.0'),
  ...['Issue Hook', 'Confidential Issue Hook'].flatMap((name) =>
    ISSUE_VERBS.map(([action, verb]) => onIssue(name, action, verb)),
  ),
  ...[...NOTES, DESIGN].map((about) => note('Note Hook', about)),
  ...NOTES.map((about) => note('Confidential Note Hook', about)),
  onRequest('open', 'opened MR #12 Show prices in euros from `euros` to `main`.'),
  onRequest('update', 'updated MR #12 Show prices in euros (assigned to Grace).', {
    changes: { assignees: { previous: [], current: [{ name: 'Grace', username: 'grace' }] } },
  }),
  onRequest('merge', 'merged MR #12 Show prices in euros.'),
  onRequest('close', 'closed MR #12 Show prices in euros.'),
  onRequest('reopen', 'reopened MR #12 Show prices in euros.'),
  onRequest('approved', 'approved MR #12 Show prices in euros.'),
  onRequest('unapproved', 'took back the approval of MR #12 Show prices in euros.'),
  onRequest('approval', 'added an approval to MR #12 Show prices in euros.'),
  onRequest('unapproval', 'removed an approval from MR #12 Show prices in euros.'),
  onPage('create', 'created'),
  onPage('update', 'updated'),
  onPage('delete', 'deleted'),
  hook(
    'Pipeline Hook',
    { object_attributes: { id: 31, ref: 'main', status: 'success' }, builds: [] },
    ':check: Pipeline [#31](https://gitlab.example/acme/shop/-/pipelines/31) on `main`: **success**.',
    'shop / main',
  ),
  hook('Job Hook', job, JOB, 'shop / main'),
  hook('Build Hook', job, JOB, 'shop / main'),
  hook('Release Hook', { action: 'create', name: '1.0' }, 'Release 1.0 was created.'),
  hook(
    'Deployment Hook',
    { status: 'success', environment: 'production' },
    ':check: Deployment on production: **success**.',
    'shop / Deployment on production',
  ),
  hook(
    'Feature Flag Hook',
    { object_attributes: { name: 'euros', active: true } },
    'Ada Lovelace activated the feature flag euros.',
  ),
  hook(
    'Resource Access Token Hook',
    { object_attributes: { name: 'deploy', expires_at: '2026-12-01' } },
    ':info: The access token **deploy** expires on 2026-12-01.',
  ),
  hook('Test Hook', {}, 'GitLab webhook has been successfully configured.'),
];
