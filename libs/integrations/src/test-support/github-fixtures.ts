import type { EventFixture } from './event-fixture';

const repository = { name: 'shop', full_name: 'acme/shop', html_url: 'https://github.com/acme/shop', private: false };
const sender = { login: 'ada' };
const common = { repository, sender };
const SHA = '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c';

const issue = { number: 7, title: 'Prices are wrong' };
const pull_request = { number: 12, title: 'Show prices in euros', merged: false };
const discussion = { number: 3, title: 'Which currency?' };
const team = { name: 'Shop' };
const sponsorship = { sponsor: { login: 'grace' }, tier: { name: '$5 a month' } };

const R_ISSUE = 'shop / issue #7 Prices are wrong';
const R_PULL = 'shop / PR #12 Show prices in euros';
const R_DISCUSSION = 'shop discussion #3: Which currency?';
const REPOSITORY = '[acme/shop](https://github.com/acme/shop)';

const onIssue = (event: string, more: object, content: string): EventFixture => ({
  ...{ event, header: 'issues', topic: R_ISSUE, content },
  body: { issue, ...more, ...common },
});
const onPull = (event: string, more: object, content: string, header = 'pull_request'): EventFixture => ({
  ...{ event, header, topic: R_PULL, content },
  body: { pull_request, ...more, ...common },
});
const onRepository = (event: string, more: object, content: string, topic = 'shop'): EventFixture => ({
  ...{ event, header: event, topic, content },
  body: { ...common, ...more },
});
const ofSponsor = (event: string, content: string): EventFixture => ({
  ...{ event, header: 'sponsorship', topic: 'sponsors', content },
  body: { action: event, sponsorship, sender },
});

/** One delivery for each name of an event, written after the vendor's description of its payloads. */
export const GITHUB_FIXTURES: readonly EventFixture[] = [
  onPull('opened_pull_request', { action: 'opened' }, 'ada opened PR #12 Show prices in euros.'),
  onPull('updated_pull_request', { action: 'synchronize' }, 'ada updated PR #12 Show prices in euros.'),
  onPull(
    'closed_pull_request',
    { action: 'closed', pull_request: { ...pull_request, merged: true } },
    'ada merged PR #12 Show prices in euros.',
  ),
  onPull(
    'assigned_or_unassigned_pull_request',
    { action: 'assigned', assignee: { login: 'grace' } },
    'ada assigned PR #12 Show prices in euros to grace.',
  ),
  onPull(
    'pull_request_review',
    { action: 'submitted', review: { state: 'approved', body: null } },
    'ada approved PR #12 Show prices in euros.',
    'pull_request_review',
  ),
  onPull(
    'pull_request_review_comment',
    { action: 'created', comment: { path: 'shop.ts', body: 'Why?' } },
    'ada commented on PR #12 Show prices in euros at `shop.ts`.',
    'pull_request_review_comment',
  ),
  onPull(
    'pull_request_review_requested',
    { action: 'review_requested', requested_reviewer: { login: 'grace' } },
    'ada requested a review of PR #12 Show prices in euros from grace.',
  ),
  onPull(
    'pull_request_ready_for_review',
    { action: 'ready_for_review' },
    'ada marked as ready for review PR #12 Show prices in euros.',
  ),
  onPull(
    'pull_request_auto_merge',
    { action: 'auto_merge_enabled' },
    'ada enabled the automatic merge of PR #12 Show prices in euros.',
  ),
  onPull('locked_or_unlocked_pull_request', { action: 'locked' }, 'ada locked PR #12 Show prices in euros.'),
  onIssue('issues', { action: 'opened' }, 'ada opened issue #7 Prices are wrong.'),
  {
    event: 'issue_comment',
    header: 'issue_comment',
    topic: R_ISSUE,
    content: 'ada commented on issue #7 Prices are wrong.',
    body: { action: 'created', issue, comment: { body: 'Yes.' }, ...common },
  },
  onIssue(
    'issue_labeled_or_unlabeled',
    { action: 'labeled', label: { name: 'bug' } },
    'ada labeled issue #7 Prices are wrong as bug.',
  ),
  onIssue(
    'issue_milestoned_or_demilestoned',
    { action: 'milestoned', milestone: { title: '1.0' } },
    'ada added a milestone to issue #7 Prices are wrong.',
  ),
  onIssue('issues_transferred', { action: 'transferred' }, 'ada transferred issue #7 Prices are wrong.'),
  onIssue(
    'issues_opened_via_transfer',
    { action: 'opened', changes: { old_issue: { number: 1 } } },
    'ada opened issue #7 Prices are wrong.',
  ),
  {
    event: 'push_commits',
    header: 'push',
    topic: 'shop / main',
    content: 'ada pushed 1 commit to branch [main](https://github.com/acme/shop/tree/main).',
    body: {
      ref: 'refs/heads/main',
      before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
      after: SHA,
      commits: [{ id: SHA, message: 'Show prices in euros', author: { username: 'ada' } }],
      ...common,
    },
  },
  {
    event: 'push_tags',
    header: 'push',
    topic: 'shop / v1.0.0',
    content: 'ada pushed tag v1.0.0.',
    body: { ref: 'refs/tags/v1.0.0', after: SHA, commits: [], ...common },
  },
  onRepository(
    'commit_comment',
    { action: 'created', comment: { commit_id: SHA, body: 'Good.' } },
    'ada commented on 0d1a26e.',
  ),
  onRepository('create', { ref_type: 'branch', ref: 'euros' }, 'ada created branch euros.'),
  onRepository('delete', { ref_type: 'tag', ref: 'v0.9.0' }, 'ada deleted tag v0.9.0.'),
  onRepository(
    'release',
    { action: 'published', release: { tag_name: 'v1.0.0', name: null } },
    'ada published release v1.0.0.',
  ),
  onRepository(
    'check_run',
    { action: 'completed', check_run: { name: 'unit', status: 'completed', conclusion: 'success', head_sha: SHA } },
    ':check: Check unit of 0d1a26e: **success**.',
    'shop / checks',
  ),
  onRepository(
    'workflow_run',
    { action: 'completed', workflow_run: { name: 'CI', conclusion: 'failure', head_branch: 'main' } },
    ':alert: Workflow CI on `main`: **failure**.',
    'shop / main',
  ),
  onRepository(
    'status',
    { state: 'error', sha: SHA, context: 'ci/build', description: 'Out of memory' },
    ':alert: ci/build of 0d1a26e: **error**. Out of memory',
    'shop / checks',
  ),
  onRepository(
    'deployment',
    { action: 'created', deployment: { environment: 'production' } },
    'ada created a deployment on production.',
    'shop / Deployment on production',
  ),
  onRepository(
    'deployment_status',
    { deployment: { environment: 'production' }, deployment_status: { state: 'success' } },
    ':check: Deployment on production: **success**.',
    'shop / Deployment on production',
  ),
  onRepository(
    'discussion',
    { action: 'created', discussion },
    'ada created discussion #3 Which currency?.',
    R_DISCUSSION,
  ),
  onRepository(
    'discussion_comment',
    { action: 'created', discussion, comment: { body: 'Euros.' } },
    'ada commented on discussion #3 Which currency?.',
    R_DISCUSSION,
  ),
  onRepository('fork', { forkee: { full_name: 'grace/shop' } }, 'ada forked the repository to grace/shop.'),
  onRepository(
    'gollum',
    { pages: [{ action: 'created', title: 'Currencies' }] },
    'ada edited the wiki:\n* created Currencies',
    'shop / wiki',
  ),
  onRepository('member', { action: 'added', member: { login: 'grace' } }, 'ada added the collaborator grace.'),
  onRepository(
    'membership',
    { action: 'removed', member: { login: 'grace' }, team },
    'ada removed grace from the team Shop.',
    'team Shop',
  ),
  onRepository('team', { action: 'created', team }, 'ada created the team Shop.', 'team Shop'),
  onRepository('team_add', { team }, `ada added the team Shop to ${REPOSITORY}.`),
  onRepository('page_build', { build: { status: 'built' } }, ':check: The pages were built.'),
  onRepository('public', {}, `ada made ${REPOSITORY} public.`),
  onRepository('repository', { action: 'archived' }, `ada archived the repository ${REPOSITORY}.`),
  onRepository('star', { action: 'created' }, `ada starred ${REPOSITORY}.`),
  onRepository('watch', { action: 'started' }, `ada starred ${REPOSITORY}.`),
  onRepository(
    'dependabot_alert',
    { action: 'created', alert: { number: 4, security_advisory: { summary: 'Endless loop', severity: 'high' } } },
    ':alert: Security alert #4 Endless loop created (high).',
    'shop / security',
  ),
  onRepository(
    'secret_scanning_alert',
    { action: 'resolved', alert: { number: 5, secret_type_display_name: 'Access token' } },
    ':check: Security alert #5 Access token resolved.',
    'shop / security',
  ),
  onRepository('ping', { zen: 'Design for failure.' }, 'GitHub webhook has been successfully configured by ada.'),
  ofSponsor('created', 'grace sponsors with **$5 a month**.'),
  ofSponsor('cancelled', 'grace ended the sponsorship.'),
  ofSponsor('edited', 'grace changed who can see the sponsorship.'),
  ofSponsor('pending_cancellation', 'grace will end the sponsorship.'),
  ofSponsor('pending_tier_change', 'grace will change the tier.'),
  ofSponsor('tier_changed', 'grace changed the tier.'),
];
