import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { listIdOf, mailTo } from '../support/mail';
import { Organization, createOrganization } from '../support/organizations';
import { OperatorTool } from '../support/operator-tool';
import { pathOf, visit } from '../support/pages';
import { Person } from '../support/people';
import { TestQueue } from '../support/test-queue';

describe('deactivating an organization', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  const GONE = { status: 401, code: 'UNAUTHORIZED' };

  async function expectGone(person: Person): Promise<void> {
    const refusal = await eventually(async () => {
      const response = await person.client.get('/users/me');
      return response.status === 401 ? response : undefined;
    });
    expectError(refusal, 'This organization has been deactivated', GONE);
  }

  /** An organization that is deactivated while a member polls. A poll that comes too late is refused and shows nothing. */
  async function deactivatedWhilePolled() {
    const organization = await createOrganization(cluster);
    const member = await organization.createPerson('Member');
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const poll = queue.request();
    await organization.owner.client.succeed('POST', '/realm/deactivate');
    const { status, body } = await poll;
    return status === 401 ? undefined : { organization, member, answer: { status, events: body.events } };
  }

  it('ends polls with an event, and everything after', async () => {
    const { organization, member, answer } = await eventually(deactivatedWhilePolled, { timeoutMs: 30_000 });
    expect(answer).toEqual({
      status: 200,
      events: [{ id: 0, type: 'realm', op: 'deactivated', realm_id: organization.id }],
    });
    await expectGone(member);
    await expectGone(organization.owner);
    const mail = await mailTo(cluster, organization.owner.email);
    expect(mail.subject).toContain('has been deactivated');
    expect(mail.headers['List-Id']).toBe(listIdOf(organization));
    const login = await organization.anonymous.post('/dev_fetch_api_key', { username: member.email });
    expectError(login, 'This organization has been deactivated', { status: 401, code: 'REALM_DEACTIVATED' });
    const settings = await organization.anonymous.succeed('GET', '/server_settings');
    expect(settings.realm_name).toBe(organization.subdomain);
  });

  it('is undone by a link that the operator has sent to the owners', async () => {
    const organization = await createOrganization(cluster);
    const { owner, host, subdomain } = organization;
    const tool = OperatorTool.of(cluster);
    const command = ['organizations', 'send-reactivation', subdomain] as const;
    expect(await tool.run(...command)).toMatchObject({ code: 3, stderr: `stoa: "${subdomain}" is active` });
    await owner.client.succeed('POST', '/realm/deactivate');
    await expectGone(owner);
    expect(await tool.json(...command)).toEqual({ id: organization.id, sent: 1 });
    const link = /http\S+\/reactivate\/\w+/.exec(
      await eventually(async () => {
        const { text } = await mailTo(cluster, owner.email);
        return text.includes('/reactivate/') && text;
      }),
    )?.[0];
    const path = pathOf(link ?? '');
    const asked = await visit(cluster, host, path);
    expect(asked.text).toContain('<form method="post" action="/reactivate/">');
    await expectGone(owner);
    const done = await visit(cluster, host, '/reactivate/', { key: path.split('/').at(-1) ?? '' });
    expect(done.text).toContain(`${subdomain} is active again`);
    expect(await owner.client.succeed('GET', '/users/me')).toMatchObject({ user_id: owner.userId });
    expect((await visit(cluster, host, path)).text).toContain('is not valid any more');
  });

  it('needs an owner, and time to reconsider the deletion of data', async () => {
    const organization: Organization = await createOrganization(cluster);
    const administrator = await organization.createPerson('Administrator', 200);
    const deactivate = (by: Person, days?: number | null) =>
      by.client.post('/realm/deactivate', { deletion_delay_days: days });
    expectError(await deactivate(administrator), 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' });
    for (const days of [0, 13, -1]) {
      expectError(
        await deactivate(organization.owner, days),
        'Data deletion time must be at least 14 days in the future.',
      );
    }
    expect((await organization.owner.client.get('/users/me')).status).toBe(200);
    expect((await deactivate(organization.owner, 14)).status).toBe(200);
    await expectGone(organization.owner);
  });
});
