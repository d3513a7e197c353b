import { readDelivery } from './frame/read-delivery';
import { integrationNamed } from './registry';
import type { EventFixture } from './test-support/event-fixture';
import { GITHUB_FIXTURES } from './test-support/github-fixtures';
import { GITLAB_FIXTURES } from './test-support/gitlab-fixtures';

/** Names that filters in addresses of existing webhooks may have (mail-and-integrations.md 10). */
const IN_USE: Readonly<Record<string, readonly string[]>> = {
  github: [
    ...['opened_pull_request', 'updated_pull_request', 'closed_pull_request', 'assigned_or_unassigned_pull_request'],
    ...['pull_request_review', 'pull_request_review_comment', 'pull_request_review_requested'],
    ...['pull_request_ready_for_review', 'pull_request_auto_merge', 'locked_or_unlocked_pull_request', 'issues'],
    ...['issue_comment', 'issue_labeled_or_unlabeled', 'issue_milestoned_or_demilestoned', 'issues_transferred'],
    ...['issues_opened_via_transfer', 'push_commits', 'push_tags', 'commit_comment', 'create', 'delete', 'release'],
    ...['check_run', 'status', 'deployment', 'deployment_status', 'discussion', 'discussion_comment', 'fork', 'gollum'],
    ...['member', 'membership', 'team', 'team_add', 'public', 'repository', 'star', 'watch', 'page_build', 'ping'],
  ],
  gitlab: [
    ...['Push Hook', 'Tag Push Hook', 'Issue Hook open', 'Issue Hook close', 'Issue Hook reopen', 'Issue Hook update'],
    ...['Confidential Issue Hook open', 'Confidential Issue Hook close', 'Confidential Issue Hook reopen'],
    ...['Confidential Issue Hook update', 'Note Hook Commit', 'Note Hook MergeRequest', 'Note Hook Issue'],
    ...['Note Hook Snippet', 'Note Hook DesignManagement::Design', 'Confidential Note Hook Issue'],
    ...['Merge Request Hook open', 'Merge Request Hook update', 'Merge Request Hook merge', 'Merge Request Hook close'],
    ...['Merge Request Hook reopen', 'Merge Request Hook approved', 'Merge Request Hook unapproved'],
    ...['Merge Request Hook approval', 'Merge Request Hook unapproval', 'Wiki Page Hook create'],
    ...['Wiki Page Hook update', 'Job Hook', 'Build Hook', 'Pipeline Hook', 'Release Hook', 'Feature Flag Hook'],
    ...['Resource Access Token Hook', 'Deployment Hook', 'Test Hook'],
  ],
};

describe.each([
  ['github', 'x-github-event', GITHUB_FIXTURES],
  ['gitlab', 'x-gitlab-event', GITLAB_FIXTURES],
])('events of %s', (name, eventHeader, fixtures) => {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  const read = ({ header, body }: EventFixture) => {
    const headers = { 'content-type': 'application/json', [eventHeader]: header };
    const delivery = { headers, query: {}, body: Buffer.from(JSON.stringify(body)) };
    return readDelivery(integration, delivery, { settings: {}, now: 0 });
  };

  it('have a fixture each, and are those that are declared', () => {
    const sorted = (names: readonly string[]): string[] => [...names].sort();
    expect(sorted(fixtures.map(({ event }) => event))).toEqual(sorted(integration.events ?? []));
    expect(integration.events).toEqual(expect.arrayContaining([...(IN_USE[name] ?? [])]));
  });

  it.each(fixtures.map((fixture) => [fixture.event, fixture] as const))('%s', (event, fixture) => {
    const { events, notices } = read(fixture);
    expect(events).toEqual([event]);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.topic).toBe(fixture.topic);
    expect(notices[0]?.content.slice(0, fixture.content.length)).toBe(fixture.content);
  });
});
