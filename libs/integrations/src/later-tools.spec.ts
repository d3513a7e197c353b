import { readDelivery } from './frame/read-delivery';
import { integrationNamed } from './registry';

/** What a delivery of a tool becomes. */
function read(name: string, body: object, headers: Record<string, string> = {}, query: Record<string, string> = {}) {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  const delivery = {
    headers: { 'content-type': 'application/json', ...headers },
    query,
    body: Buffer.from(JSON.stringify(body)),
  };
  return readDelivery(integration, delivery, { settings: {}, now: 0 });
}

describe('Nagios', () => {
  it.each([
    [{ type: 'problem', host: 'db', state: 'DOWN' }, 'host db', ':alert: **Problem**: db is **DOWN**.'],
    [
      { type: 'FLAPPINGSTOP', host: 'db', service: 'ping', state: 'OK' },
      'service db/ping',
      ':check: **Changes no more to and fro**: db/ping is **OK**.',
    ],
  ])('%j', (body, topic, content) => {
    expect(read('nagios', body).notices).toEqual([{ topic, content }]);
  });

  it('says which notifications it does not know', () => {
    const unknown = { type: 'SONG', host: 'db', state: 'UP' };
    expect(() => read('nagios', unknown)).toThrow("The 'SONG' event isn't currently supported by the Nagios webhook");
  });
});

describe('TeamCity', () => {
  const build = { buildFullName: 'Shop', buildNumber: 7, buildResult: 'success', buildResultDelta: 'fixed' };

  it('tells what changed, and keeps the branch in the topic', () => {
    expect(read('teamcity', { build: { ...build, branchDisplayName: 'main' } }).notices).toMatchObject([
      { topic: 'Shop (main)', content: ':check: Build 7 of Shop **succeeded**, **fixed**.' },
    ]);
  });

  it('passes over what is no end of a build', () => {
    expect(read('teamcity', { eventType: 'BUILD_STARTED', payload: {} }).notices).toEqual([]);
    expect(() => read('teamcity', { x: 1 })).toThrow('Did TeamCity generate this event?');
    expect(() => read('teamcity', { build: { ...build, buildResult: 'odd' } })).toThrow("The 'odd' event");
  });
});

describe('Azure DevOps', () => {
  const resource = {
    pullRequestId: 7,
    title: 'Euros',
    repository: { name: 'shop' },
    createdBy: { displayName: 'Ada' },
  };
  const merged = (status: string, mergeStatus: string) =>
    read('azuredevops', { eventType: 'git.pullrequest.merged', resource: { ...resource, status, mergeStatus } })
      .notices;

  it('tells of merges that happened, not of those that were tried out', () => {
    expect(merged('active', 'succeeded')).toEqual([]);
    expect(merged('completed', 'conflicts')).toEqual([]);
    expect(merged('completed', 'succeeded')).toMatchObject([
      { topic: 'shop / PR #7 Euros', content: 'PR #7 Euros of Ada was merged.' },
    ]);
  });

  it('knows a delivery that is repeated', () => {
    const body = { id: 'a-b', notificationId: 3, eventType: 'workitem.created', resource: { id: 5, fields: {} } };
    const { deliveryId, notices } = read('azuredevops', body);
    expect(deliveryId).toBe('a-b/3');
    expect(notices).toMatchObject([{ topic: 'Work item #5', content: 'Work item #5 was created.' }]);
  });
});

describe('Bitbucket Data Center', () => {
  const repository = { name: 'shop', project: { key: 'ACME' } };
  const pullRequest = {
    id: 12,
    title: 'Euros',
    fromRef: { displayId: 'euros' },
    toRef: { displayId: 'main', repository },
    links: { self: [null] },
  };

  it('takes the event from the body where no header names it', () => {
    const { notices, events } = read('bitbucket3', { eventKey: 'pr:merged', actor: { name: 'ada' }, pullRequest });
    expect(events).toEqual(['pr:merged']);
    expect(notices).toEqual([{ topic: 'shop / PR #12 Euros', content: 'ada merged PR #12 Euros.' }]);
  });

  it.each([
    ['ADD', 'Ada created the branch `main` at `a0094576294`.'],
    ['UPDATE', 'Ada pushed to the branch `main`. Its head is `a0094576294`.'],
    ['DELETE', 'Ada deleted the branch `main`.'],
  ])('knows a change by its shape: %s', (type, content) => {
    const change = { ref: { displayId: 'main', type: 'BRANCH' }, toHash: 'a00945762949b7787503c6d4', type };
    const body = { actor: { displayName: 'Ada' }, repository, changes: [change] };
    expect(read('bitbucket3', body).notices).toMatchObject([{ topic: 'shop / main', content }]);
  });

  it('says nothing of changes that change nothing', () => {
    const same = { eventKey: 'pr:modified', pullRequest, previousTitle: 'Euros' };
    expect(read('bitbucket3', same).notices).toEqual([]);
    expect(read('bitbucket3', { eventKey: 'pr:reviewer:updated', pullRequest }).notices).toEqual([]);
  });

  it('says what it does not know', () => {
    expect(() => read('bitbucket3', { eventKey: 'mirror:synchronized' })).toThrow(
      "The 'mirror:synchronized' event isn't currently supported by the Bitbucket Data Center webhook",
    );
    expect(() => read('bitbucket3', { x: 1 })).toThrow('Did Bitbucket Data Center generate this event?');
  });
});

describe('Confluence', () => {
  const page = { title: 'Prices', spaceKey: 'SHOP', self: 'https://confluence.example.com/display/SHOP/Prices' };

  it.each([
    [{ user: { fullName: 'Ada' } }, 'Ada'],
    [{ userDisplayName: 'Ada' }, 'Ada'],
    [{}, 'Someone'],
  ])('finds the author where the release names one: %j', (author, name) => {
    expect(read('confluence', { event: 'page_trashed', ...author, page }).notices).toEqual([
      {
        topic: 'SHOP: Prices',
        content: `${name} deleted the page [Prices](https://confluence.example.com/display/SHOP/Prices).`,
      },
    ]);
  });

  it('passes over minor edits', () => {
    expect(read('confluence', { event: 'page_updated', page: { ...page, minorEdit: true } }).notices).toEqual([]);
    expect(read('confluence', { event: 'page_updated', minorEdit: true, page }).notices).toEqual([]);
  });

  it('says what it does not know', () => {
    expect(() => read('confluence', { event: 'space_created' })).toThrow("The 'space_created' event isn't");
    expect(() => read('confluence', { page })).toThrow('Did Confluence generate this event?');
  });
});

describe('Bitbucket Cloud', () => {
  it('says nothing of a repository that did not change', () => {
    const body = { actor: {}, repository: { name: 'shop' }, changes: {} };
    expect(read('bitbucket2', body, { 'x-event-key': 'repo:updated' }).notices).toEqual([]);
  });
});

describe('GitHub', () => {
  const headers = (event: string) => ({ 'x-github-event': event });
  const team = { name: 'Shop', html_url: 'https://github.com/orgs/acme/teams/shop' };
  const repository = { name: 'shop', full_name: 'acme/shop' };
  const linked = '[Shop](https://github.com/orgs/acme/teams/shop)';

  it.each([
    ['team', { action: 'created' }, 'team Shop', `ada created the team ${linked}.`],
    ['team', { action: 'added_to_repository', repository }, 'team Shop', `ada added the team ${linked} to acme/shop.`],
    ['team_add', { repository }, 'shop', `ada added the team ${linked} to acme/shop.`],
    [
      'membership',
      { action: 'removed', member: { login: 'grace' } },
      'team Shop',
      `ada removed grace from the team ${linked}.`,
    ],
    ['page_build', { repository, build: { status: 'built' } }, 'shop', ':check: The pages were built.'],
    [
      'page_build',
      { repository, build: { status: 'errored', error: { message: 'no *index*' } } },
      'shop',
      ':alert: The pages could not be built: no *\u200bindex*.',
    ],
  ])('%s %j', (event, body, topic, content) => {
    const { notices, events } = read('github', { ...body, team, sender: { login: 'ada' } }, headers(event));
    expect(notices).toMatchObject([{ topic, content }]);
    expect(events).toEqual([event]);
  });

  it('passes over what is on its way, and actions that nobody knows', () => {
    expect(read('github', { repository, build: { status: 'building' } }, headers('page_build')).notices).toEqual([]);
    expect(read('github', { action: 'painted', team }, headers('team')).notices).toEqual([]);
    expect(read('github', { action: 'painted', team }, headers('membership')).notices).toEqual([]);
  });

  it('tells an issue that came from another repository from one that was opened', () => {
    const issue = { number: 7, title: 'Prices' };
    const opened = { action: 'opened', issue, repository };
    expect(read('github', opened, headers('issues')).events).toEqual(['issues']);
    const transferred = { ...opened, changes: { old_issue: { number: 3 } } };
    expect(read('github', transferred, headers('issues')).events).toEqual(['issues_opened_via_transfer']);
  });
});

describe('GitLab', () => {
  const project = { name: 'shop' };
  const read1 = (event: string, body: object) => read('gitlab', { project, ...body }, { 'x-gitlab-event': event });

  it.each([
    [
      'Resource Access Token Hook',
      { object_attributes: { name: 'deploy', expires_at: '2026-12-01' } },
      { topic: 'shop', content: ':info: The access token **deploy** expires on 2026-12-01.' },
    ],
    [
      'Resource Access Token Hook',
      { group: { group_name: 'Acme' }, object_attributes: { name: 'deploy' } },
      { topic: 'Acme', content: ':info: The access token **deploy** expires soon.' },
    ],
    ['Test Hook', {}, { topic: 'shop', content: 'GitLab webhook has been successfully configured.' }],
    [
      'Note Hook',
      {
        user: { name: 'Ada' },
        object_attributes: { noteable_type: 'DesignManagement::Design', note: 'Too blue.' },
        issue: { iid: 7, title: 'Prices' },
        design: { filename: 'prices.png' },
      },
      {
        topic: 'shop / issue #7 Prices',
        content: 'Ada commented on prices.png.\n~~~ quote\nToo blue.\n~~~',
      },
    ],
  ])('%s', (event, body, notice) => {
    expect(read1(event, body).notices).toMatchObject([notice]);
  });
});
