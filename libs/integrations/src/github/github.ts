import type { Integration, Notice } from '../frame/declaration';
import { link } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';
import { readAlert, readCheckRun, readDeployment, readStatus, readWorkflowRun } from './checks';
import { readIssue, readIssueComment } from './issues';
import { readPullRequest, readReview, readReviewComment } from './pull-requests';
import { readPush } from './push';
import { REPOSITORY_EVENTS } from './repository';
import { githubSamples } from './samples';
import { SPONSORSHIP_EVENTS, readSponsorship } from './sponsors';
import { readMembership, readPageBuild, readTeam, readTeamAdd } from './teams';

type Read = (payload: Payload, repository: string, sender: string, people: People) => Notice[];

const READERS: Readonly<Record<string, Read>> = {
  ...REPOSITORY_EVENTS,
  push: readPush,
  pull_request: readPullRequest,
  pull_request_target: readPullRequest,
  pull_request_review: readReview,
  pull_request_review_comment: readReviewComment,
  issues: readIssue,
  issue_comment: readIssueComment,
  check_run: readCheckRun,
  workflow_run: readWorkflowRun,
  status: readStatus,
  deployment: readDeployment,
  deployment_status: readDeployment,
  membership: readMembership,
  page_build: readPageBuild,
  sponsorship: readSponsorship,
  team: readTeam,
  team_add: readTeamAdd,
  dependabot_alert: (payload, repository) => readAlert(payload, repository, 'dependabot_alert'),
  secret_scanning_alert: (payload, repository) => readAlert(payload, repository, 'secret_scanning_alert'),
};

/** Known, and never worth a message. */
const IGNORED = new Set(['check_suite', 'label', 'meta', 'milestone', 'workflow_job', 'pull_request_review_thread']);

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  setup:
    'In the repository or organization, open **Settings**, **Webhooks**, **Add webhook**. Enter `{{url}}` as the payload ' +
    'URL, choose the content type `application/json`, enter the secret, and choose the events.',
  eventHeader: 'X-GitHub-Event',
  events: [
    'opened_pull_request',
    'updated_pull_request',
    'closed_pull_request',
    'assigned_or_unassigned_pull_request',
    'pull_request_review',
    'pull_request_review_comment',
    'pull_request_review_requested',
    'pull_request_ready_for_review',
    'pull_request_auto_merge',
    'locked_or_unlocked_pull_request',
    'issues',
    'issue_comment',
    'issue_labeled_or_unlabeled',
    'issue_milestoned_or_demilestoned',
    'issues_transferred',
    'issues_opened_via_transfer',
    'push_commits',
    'push_tags',
    'commit_comment',
    'create',
    'delete',
    'release',
    'check_run',
    'workflow_run',
    'status',
    'deployment',
    'deployment_status',
    'discussion',
    'discussion_comment',
    'fork',
    'gollum',
    'member',
    'membership',
    'team',
    'team_add',
    'page_build',
    'public',
    'repository',
    'star',
    'watch',
    'dependabot_alert',
    'secret_scanning_alert',
    'ping',
    ...SPONSORSHIP_EVENTS,
  ],
  withoutPreviews: [
    ...['push_commits', 'push_tags', 'create', 'delete'],
    ...['check_run', 'workflow_run', 'status', 'deployment', 'deployment_status', 'page_build'],
  ],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
    { key: 'ignore_private_repositories', label: 'Leave out private repositories', validator: 'check_bool' },
    {
      key: 'include_repository_name',
      label: 'Begin messages with the name of the repository',
      validator: 'check_bool',
    },
  ],
  signature: hmacOfBody('X-Hub-Signature-256', { prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  read(payload, { event, delivery, people }) {
    const login = payload.optionalText('sender.login');
    const sender = people.name([login], login ?? 'Someone');
    const ofOrganization = payload.optionalText('organization.login') ?? 'GitHub';
    const repository = payload.optionalText('repository.name') ?? ofOrganization;
    if (event === 'ping') {
      const by = payload.has('sender.login') ? ` by ${sender}` : '';
      return [{ topic: repository, event, content: `GitHub webhook has been successfully configured${by}.` }];
    }
    if (delivery.query.ignore_private_repositories === 'true' && payload.optionalFlag('repository.private')) return [];
    if (IGNORED.has(event)) return [];
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) throw refusals.unsupportedEvent('GitHub', event);
    const notices = read(payload, repository, sender, people);
    return delivery.query.include_repository_name === 'true'
      ? notices.map((notice) => withName(payload, notice))
      : notices;
  },
  samples: githubSamples,
};

/** For addresses whose topic brings several repositories together. */
function withName(payload: Payload, notice: Notice): Notice {
  const name = payload.has('repository') ? payload.optionalText('repository.full_name') : undefined;
  if (name === undefined) return notice;
  return { ...notice, content: `${link(name, payload.optionalText('repository.html_url'))}: ${notice.content}` };
}
