import { createHmac } from 'node:crypto';
import { readDelivery } from './frame/read-delivery';
import { integrationNamed } from './registry';

const NOW = Date.parse('2026-11-23T12:00:00Z');

interface Given {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  settings?: Record<string, string>;
  type?: string;
}

/** What a delivery of a tool becomes. */
function read(name: string, body: object | string, { headers = {}, query = {}, settings = {}, type }: Given = {}) {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  const delivery = {
    headers: { 'content-type': type ?? 'application/json', ...headers },
    query,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
  return readDelivery(integration, delivery, { settings, now: NOW });
}

describe('GitHub', () => {
  const repository = { name: 'shop', full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' };
  const headers = (event: string) => ({ headers: { 'x-github-event': event } });

  it('begins with the repository where the address says so', () => {
    const starred = { action: 'created', repository, sender: { login: 'ada' } };
    const query = { include_repository_name: 'true' };
    const name = '[acme/shop](https://github.com/acme/shop)';
    expect(read('github', starred, { ...headers('star'), query }).notices).toEqual([
      { topic: 'shop', content: `${name}: ada starred ${name}.` },
    ]);
  });

  it.each([
    ['created', {}, 'grace sponsors with **$5 a month**.'],
    ['cancelled', {}, 'grace ended the sponsorship.'],
    [
      'pending_cancellation',
      { effective_date: '2026-12-01T00:00:00Z' },
      'grace will end the sponsorship on 2026-12-01.',
    ],
    [
      'tier_changed',
      { changes: { tier: { from: { name: '$1 a month' } } } },
      'grace changed the tier from **$1 a month** to **$5 a month**.',
    ],
  ])('tells of a sponsorship that is %s', (action, more, content) => {
    const sponsorship = { sponsor: { login: 'grace' }, tier: { name: '$5 a month' } };
    const { notices, events } = read('github', { action, sponsorship, ...more }, headers('sponsorship'));
    expect(notices).toEqual([{ topic: 'sponsors', content }]);
    expect(events).toEqual([action]);
    expect(read('github', { action: 'painted', sponsorship }, headers('sponsorship')).notices).toEqual([]);
  });
});

describe('branches of the address', () => {
  const query = { branches: 'main' };

  it('limit pushes, not the pipelines and workflows of a repository', () => {
    const project = { name: 'shop' };
    const pipeline = { project, object_attributes: { id: 1, ref: 'euros', status: 'failed' } };
    const job = { project, ref: 'euros', build_status: 'failed', build_name: 'unit', build_stage: 'test' };
    const hook = (event: string) => ({ query, headers: { 'x-gitlab-event': event } });
    expect(read('gitlab', pipeline, hook('Pipeline Hook')).notices).toHaveLength(1);
    expect(read('gitlab', job, hook('Job Hook')).notices).toHaveLength(1);
    const run = { name: 'CI', conclusion: 'failure', head_branch: 'euros' };
    const workflow = { action: 'completed', repository: { name: 'shop' }, workflow_run: run };
    expect(read('github', workflow, { query, headers: { 'x-github-event': 'workflow_run' } }).notices).toHaveLength(1);
  });

  it('limit pushes of Azure DevOps', () => {
    const repository = { name: 'shop' };
    const push = (name: string) => ({ eventType: 'git.push', resource: { repository, refUpdates: [{ name }] } });
    expect(read('azuredevops', push('refs/heads/main'), { query }).notices).toHaveLength(1);
    expect(read('azuredevops', push('refs/heads/euros'), { query }).filteredBy).toEqual(['branches']);
  });
});

describe('Azure DevOps', () => {
  it('tells how runs of pipelines and builds ended, not that they go on', () => {
    const run = { name: '7', state: 'inProgress', pipeline: { name: 'deploy' } };
    const changed = { eventType: 'ms.vss-pipelines.run-state-changed-event', resource: { run } };
    expect(read('azuredevops', changed).notices).toEqual([]);
    const ended = { ...changed, resource: { run: { ...run, state: 'completed', result: 'succeeded' } } };
    expect(read('azuredevops', ended).notices).toMatchObject([
      { topic: 'deploy', content: ':check: Run 7 of deploy: **succeeded**.' },
    ]);
    const old = { buildNumber: '8', status: 'failed', definition: { name: 'ci' } };
    expect(read('azuredevops', { eventType: 'build.complete', resource: old }).notices).toMatchObject([
      { content: ':alert: Build 8 of ci: **failed**.' },
    ]);
  });
});

describe('Gitea, Forgejo', () => {
  const repository = { name: 'shop', full_name: 'acme/shop' };
  const pull_request = { number: 12, title: 'Euros' };
  const sender = { login: 'ada' };

  it.each([
    ['pull_request_rejected', 'ada requested changes of PR #12 Euros.\n~~~ quote\nToo slow.\n~~~'],
    ['pull_request_review_comment', 'ada reviewed PR #12 Euros.\n~~~ quote\nToo slow.\n~~~'],
  ])('tells of reviews: %s', (event, content) => {
    const body = { action: 'reviewed', pull_request, review: { content: 'Too slow.' }, repository, sender };
    for (const header of ['x-gitea-event', 'x-forgejo-event']) {
      const { notices, events } = read('gitea', body, { headers: { [header]: event } });
      expect(notices).toEqual([{ topic: 'shop / PR #12 Euros', content }]);
      expect(events).toEqual(['pull_request_review']);
    }
  });

  it('tells of forks and of releases that changed', () => {
    const headers = (event: string) => ({ headers: { 'x-gitea-event': event } });
    const fork = { repository: { name: 'shop', full_name: 'ada/shop' }, forkee: { name: 'store' }, sender };
    expect(read('gitea', fork, headers('fork')).notices).toEqual([
      { topic: 'store', content: 'ada forked the repository to ada/shop.' },
    ]);
    const release = { action: 'updated', release: { name: '1.0', tag_name: 'v1' }, repository, sender };
    expect(read('gitea', release, headers('release')).notices).toEqual([
      { topic: 'shop', content: 'ada edited release 1.0.' },
    ]);
    expect(() => read('gitea', {}, {})).toThrow("Missing the HTTP event header 'X-Gitea-Event'");
  });
});

describe('Linear', () => {
  const signed = (age: number | undefined) => {
    const body = JSON.stringify({
      type: 'Issue',
      action: 'create',
      data: { title: 'Prices' },
      ...(age === undefined ? {} : { webhookTimestamp: NOW - age }),
    });
    const headers = { 'linear-signature': createHmac('sha256', 's').update(body).digest('hex') };
    return () => read('linear', body, { headers, settings: { webhook_secret: 's' } });
  };

  it('is good for a minute', () => {
    expect(signed(50_000)().notices).toHaveLength(1);
    expect(signed(61_000)).toThrow('verification failed');
    expect(signed(undefined)).toThrow('verification failed');
  });
});

describe('Jenkins', () => {
  const build = { number: 42, phase: 'COMPLETED', status: 'SUCCESS', full_url: 'https://ci.example/42/' };

  it('tells once how a build ended, whichever of the phases the job tells of', () => {
    const [completed, finalized] = ['COMPLETED', 'FINALIZED'].map((phase) =>
      read('jenkins', { name: 'shop', build: { ...build, phase } }),
    );
    expect(completed?.notices).toHaveLength(1);
    expect(completed).toEqual(finalized);
    expect(completed?.deliveryId).toBe('https://ci.example/42/ 42');
    expect(read('jenkins', { name: 'shop', build: { ...build, phase: 'STARTED' } }).notices).toEqual([]);
  });

  it('leaves out what succeeded where the address says so', () => {
    const query = { only_failures: 'true' };
    expect(read('jenkins', { name: 'shop', build }, { query }).notices).toEqual([]);
    expect(read('jenkins', { name: 'shop', build: { ...build, status: 'FAILURE' } }, { query }).notices).toHaveLength(
      1,
    );
  });
});

describe('TeamCity', () => {
  const personal = 'This is your personal build.';

  it('tells of a personal build only who started it', () => {
    const properties = [
      { name: 'env.BUILD_IS_PERSONAL', value: 'true' },
      { name: 'teamcity.build.triggeredBy.username', value: 'ada' },
    ];
    const build = { buildFullName: 'Shop', buildNumber: '7', buildResult: 'success', triggeredBy: 'Ada Lovelace' };
    expect(read('teamcity', { build: { ...build, teamcityProperties: properties } }).notices).toMatchObject([
      { content: expect.stringContaining(personal), recipients: ['Ada Lovelace', 'ada'] },
    ]);
    const builtIn = { number: '7', status: 'SUCCESS', buildType: { name: 'Tests' }, personal: true };
    const triggered = { user: { name: 'Ada Lovelace', email: 'ada@example.com' } };
    expect(read('teamcity', { eventType: 'BUILD_FINISHED', payload: { ...builtIn, triggered } }).notices).toMatchObject(
      [{ recipients: ['Ada Lovelace', 'ada@example.com'] }],
    );
    expect(read('teamcity', { build }).notices[0]).not.toHaveProperty('recipients');
  });

  it.each([true, 'true'])('takes %j as personal, whatever form other properties have', (buildIsPersonal) => {
    const build = { buildFullName: 'Shop', buildNumber: '7', buildResult: 'success', buildIsPersonal };
    const teamcityProperties = [
      ...[null, 'x', { name: 7 }, { name: 'agents', value: 3 }],
      { name: 'teamcity.build.triggeredBy.username', value: 'ada' },
    ];
    expect(read('teamcity', { build: { ...build, teamcityProperties } }).notices).toMatchObject([
      { recipients: ['ada'] },
    ]);
    const everybodys = { ...build, buildIsPersonal: 'false', teamcityProperties: { agents: 3 } };
    expect(read('teamcity', { build: everybodys }).notices[0]).not.toHaveProperty('recipients');
  });
});

describe('Alertmanager', () => {
  const alert = {
    status: 'firing',
    labels: { alertname: 'DiskFull', instance: 'db-1', team: 'web' },
    annotations: { summary: '2 % left', runbook: 'free some' },
  };
  const noticesOf = (query: Record<string, string>) =>
    read('alertmanager', { groupLabels: { alertname: 'DiskFull', cluster: 'eu' }, alerts: [alert] }, { query }).notices;

  it('takes topic and text from the labels or annotations that the address names', () => {
    expect(noticesOf({ name: 'team', desc: 'runbook' })).toEqual([
      { topic: 'web', content: ':alert: **Firing**: web\n\n* free some (db-1)' },
    ]);
    expect(noticesOf({ name: 'summary' })).toMatchObject([{ topic: '2 % left' }]);
  });

  it('does as without where there is no such label', () => {
    expect(noticesOf({ name: 'none', desc: 'none' })).toEqual([
      { topic: 'DiskFull', content: ':alert: **Firing**: DiskFull\n\n* 2 % left (db-1)' },
    ]);
    expect(noticesOf({})).toMatchObject([{ topic: 'DiskFull eu' }]);
  });
});

describe('Grafana', () => {
  it('shows values as Grafana wrote them where it names none', () => {
    const alert = { status: 'firing', labels: { alertname: 'Load' }, valueString: '[ var=B value=7 ]' };
    expect(read('grafana', { alerts: [{ ...alert, values: null }] }).notices[0]?.content).toContain(
      '* **Values**: [ var=B value=7 ]',
    );
  });
});

describe('Sentry', () => {
  it('says which header is missing where it is not the old plugin either', () => {
    expect(() => read('sentry', { action: 'created' })).toThrow("Missing the HTTP event header 'Sentry-Hook-Resource'");
  });

  it('reads the old plugin without a title', () => {
    const old = { project: 'shop', event: {}, message: 'broken' };
    expect(read('sentry', old)).toMatchObject({
      events: ['event_alert'],
      notices: [{ topic: 'broken', content: ':alert: broken\n\n* **Project**: shop' }],
    });
  });
});

describe('PagerDuty', () => {
  it('reads the first version of the webhooks, and several messages', () => {
    const incident = {
      incident_number: 23,
      service: { name: 'Shop' },
      assigned_to_user: { name: 'Ada' },
      trigger_summary_data: { subject: 'Slow' },
    };
    const messages = ['incident.trigger', 'incident.assign'].map((type, index) => ({
      id: `m${index}`,
      type,
      data: { incident },
    }));
    const { notices, events, deliveryId } = read('pagerduty', { messages });
    expect(notices[0]).toEqual({
      topic: 'Incident 23: Slow',
      content: ':alert: **Triggered**: Slow\n\n* **Service**: Shop\n* **Assigned to**: Ada',
    });
    expect(events).toEqual(['triggered', 'reassigned']);
    expect(deliveryId).toBe('m0 m1');
    expect(() => read('pagerduty', { messages: [{ event: 'incident.sung' }] })).toThrow("The 'incident.sung' event");
    const mixed = { messages: [{ event: 'incident.sung' }, ...messages] };
    expect(read('pagerduty', mixed).events).toEqual(['triggered', 'reassigned']);
  });
});

describe('Opsgenie', () => {
  it.each([
    [{}, 'https://app.opsgenie.com/alert/V2/show/7'],
    [{ eu_region: 'true' }, 'https://app.eu.opsgenie.com/alert/V2/show/7'],
  ])('links alerts in the region of the address: %j', (query, url) => {
    const body = { action: 'Close', alert: { alertId: '7', message: 'Slow' } };
    expect(read('opsgenie', body, { query }).notices).toEqual([
      { topic: 'Slow', content: `:check: **Closed**: [Slow](${url})` },
    ]);
  });
});

describe('New Relic', () => {
  it('says in the message what the workflow forgets to send', () => {
    const [notice] = read('newrelic', { title: 'Load', state: 'CLOSED', createdAt: NOW, owner: 'Ada' }).notices;
    expect(notice?.topic).toBe('Load');
    expect(notice?.content).toContain('* **Created**: <time:2026-11-23T12:00:00Z>');
    expect(notice?.content).toContain('lacks `issueUrl`, `priority`, `totalIncidents`, `updatedAt`,');
    const unowned = { title: 'Load', state: 'CLOSED', owner: null, alertPolicyNames: null };
    expect(read('newrelic', unowned).notices[0]?.content).not.toMatch(/lacks.*`(owner|alertPolicyNames)`/);
    expect(() => read('newrelic', { a: 1 })).toThrow('Did New Relic generate this event?');
  });
});

describe('Nagios', () => {
  it.each(['FLAPPING', 'DOWNTIMECANCELLED', 'DOWNTIMEREMOVED', 'FLAPPINGDISABLED'])('knows %s', (type) => {
    expect(read('nagios', { type, host: 'db', state: 'UP' }).notices).toHaveLength(1);
  });
});

describe('Stripe', () => {
  it.each([
    ['charge.refunded', { amount: 5_000, amount_refunded: 1_999, currency: 'eur' }, '19.99 EUR'],
    ['invoice.paid', { amount_due: 5_000, amount_paid: 4_000, currency: 'usd' }, '40.00 USD'],
    ['charge.failed', { amount: 500, currency: 'JPY' }, '500 JPY'],
    ['charge.failed', { amount: 5_250, currency: 'kwd' }, '5.250 KWD'],
  ])('%s %j', (type, object, amount) => {
    expect(read('stripe', { type, data: { object } }).notices[0]?.content).toContain(`* **Amount**: ${amount}`);
  });
});

describe('Slack-compatible', () => {
  it('takes the text where no block can be shown, and a payload in the address', () => {
    const odd = { text: 'plain', blocks: [{ type: 'video' }] };
    expect(read('slack_incoming', odd).notices).toMatchObject([{ content: 'plain' }]);
    const query = { payload: JSON.stringify({ text: 'asked' }) };
    const type = 'application/x-www-form-urlencoded';
    expect(read('slack_incoming', '', { query, type }).notices).toMatchObject([{ content: 'asked' }]);
  });
});

describe('JSON', () => {
  it('shows nearly as much as a message can hold', () => {
    const [notice] = read('json', { text: 'x'.repeat(20_000) }).notices;
    expect(notice?.content.length).toBeGreaterThan(9_000);
    expect(notice?.content.length).toBeLessThanOrEqual(10_000);
    expect(notice?.content.endsWith('…\n~~~')).toBe(true);
  });
});
