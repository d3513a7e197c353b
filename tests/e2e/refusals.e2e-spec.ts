import { VERSION_FIELDS } from '@stoa/contracts/server';
import { Socket, connect } from 'node:net';
import { Database, withNewAccounts } from '@stoa/database';
import { TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { TestQueue, isEvent } from '../support/test-queue';

/** Answers that no other test comes by: rare refusals, and what clients ask before they log in. */
describe('rare answers', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;
  let admin: Person;
  /** Of an organization that does not exist. */
  let nowhere: TestClient;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    [member, admin] = await Promise.all([organization.createPerson('Member'), organization.createPerson('Admin', 200)]);
    const { base_url: baseUrl } = cluster.description;
    nowhere = new TestClient(baseUrl, undefined, `nowhere-at-all.${new URL(baseUrl).host}`);
  });

  const NOWHERE = { status: 404, code: 'NONEXISTENT_SUBDOMAIN' };

  it('where there is no organization', async () => {
    const login = { username: 'a@people.example', password: 'x' };
    expectError(await nowhere.post('/fetch_api_key', login), 'Invalid subdomain', NOWHERE);
    expectError(await nowhere.post('/dev_fetch_api_key', { username: login.username }), 'Invalid subdomain', NOWHERE);
    expectError(await nowhere.post('/jwt/fetch_api_key', { token: 'x' }), 'Invalid subdomain', NOWHERE);
    expectError(await nowhere.post('/register'), 'Invalid subdomain', NOWHERE);
    expect((await nowhere.get('/server_settings')).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('to logins that can never succeed', async () => {
    const { anonymous } = organization;
    expectError(
      await anonymous.post('/jwt/fetch_api_key', { token: 'x' }),
      'JWT authentication is not enabled for this organization',
    );
    expectError(
      await anonymous.post('/fetch_api_key', { username: owner.email, password: 'a password' }),
      'Your password has been disabled and needs to be reset',
      { status: 401, code: 'PASSWORD_RESET_REQUIRED' },
    );
    const gone = await organization.createPerson('Gone');
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    const deactivated = { status: 401, code: 'USER_DEACTIVATED' };
    expectError(
      await anonymous.post('/fetch_api_key', { username: gone.email, password: 'x' }),
      'Account is deactivated',
      deactivated,
    );
    expectError(
      await anonymous.post('/dev_fetch_api_key', { username: gone.email }),
      'Account is deactivated',
      deactivated,
    );
  });

  it('to logins of organizations without passwords, and of those that have ended', async () => {
    const other = await createOrganization(cluster);
    const login = { username: other.owner.email, password: 'x' };
    await other.owner.client.succeed('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } });
    await eventually(async () => {
      const { body } = await other.anonymous.post('/fetch_api_key', login);
      return body.code === 'PASSWORD_AUTH_DISABLED';
    });
    await other.owner.client.succeed('POST', '/realm/deactivate');
    await eventually(async () => {
      const answers = await Promise.all([
        other.anonymous.post('/fetch_api_key', login),
        other.anonymous.post('/dev_fetch_api_key', { username: login.username }),
      ]);
      return answers.every(({ body }) => body.code === 'REALM_DEACTIVATED');
    });
  });

  it('to clients that look around before a login', async () => {
    const { anonymous, subdomain } = organization;
    const { direct_admins: admins, direct_users: users } = await anonymous.succeed('GET', '/dev_list_users');
    expect(JSON.stringify(admins)).toContain(owner.email);
    expect(JSON.stringify(users)).toContain(member.email);
    await anonymous.succeed('GET', '/compatibility');
    const old = { headers: { 'user-agent': 'ZulipInvalid/1.0' } };
    expectError(await anonymous.get('/compatibility', {}, old), 'Client is too old');
    await anonymous.succeed('GET', `/realm/subdomain/${subdomain}-free`);
    for (const path of ['/realm/icon', '/realm/logo?night=true']) {
      const answer = await rawRequest(member.client, `/api/v1${path}`);
      expect([answer.status, Boolean(answer.headers.get('location'))]).toEqual([302, true]);
    }
  });

  it('to those who are not owners', async () => {
    const notOwner = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const text = 'Must be an organization owner';
    await owner.client.succeed('PATCH', '/realm', {
      create_multiuse_invite_group: { new: await groupOf('role:administrators') },
    });
    expectError(await admin.client.post('/invites/multiuse', { invite_as: 100 }), text, notOwner);
    await owner.client.succeed('POST', '/invites/multiuse', { invite_as: 100 });
    await owner.client.succeed('POST', '/invites', {
      invitee_emails: 'second-owner@people.example',
      invite_as: 100,
      stream_ids: [],
    });
    const { invites } = await owner.client.succeed('GET', '/invites');
    const idOf = (isMultiuse: boolean): number =>
      invites.find((invite: { is_multiuse: boolean }) => invite.is_multiuse === isMultiuse).id;
    expectError(await admin.client.delete(`/invites/multiuse/${idOf(true)}`), text, notOwner);
    expectError(await admin.client.post(`/invites/${idOf(false)}/resend`), text, notOwner);
    const { user } = await admin.client.succeed('GET', `/users/${member.userId}`);
    expectError(await admin.client.patch(`/users/${user.email}`, { role: 100 }), text, notOwner);
    const botId = await createPowerfulBot();
    expectError(await admin.client.delete(`/bots/${botId}`), text, notOwner);
    expectError(await admin.client.get(`/bots/${botId}/api_key`), text, notOwner);
    expectError(await admin.client.post(`/bots/${botId}/api_key/regenerate`), text, notOwner);
  });

  /** A bot that may create accounts, which only the operator can make. */
  async function createPowerfulBot(): Promise<number> {
    const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
    try {
      const [realm] = await database.query<{ partition: number }>(
        'test_partition',
        'SELECT partition FROM realm WHERE id = $1',
        [organization.id],
      );
      const context = { realmId: organization.id, partition: realm?.partition ?? 0 };
      const account = {
        fullName: 'Keeper',
        deliveryEmail: `keeper-bot@${organization.subdomain}.example`,
        botType: 1,
        botOwnerId: owner.userId,
        canCreateUsers: true,
      };
      const input = { realmHost: organization.host, accounts: [account] };
      return await withNewAccounts(database, context, input, async (_tx, { accounts }) => accounts[0]?.id ?? 0);
    } finally {
      await database.close();
    }
  }

  const groupOf = async (name: string): Promise<number> => {
    const { user_groups: groups } = await owner.client.succeed('GET', '/user_groups');
    return groups.find((group: { name: string }) => group.name === name).id;
  };

  it('to settings in their old places, and to messages that go nowhere', async () => {
    for (const path of ['/settings/display', '/settings/notifications']) {
      expectError(await member.client.patch(path, { default_language: 'klingon' }), 'Invalid default_language');
    }
    const files = { file: { name: 'logo.png', content: Buffer.from('no image'), type: 'image/png' } };
    const logo = await owner.client.post('/realm/logo', { night: false }, { files });
    expect([logo.status, logo.body.code]).toEqual([400, 'BAD_IMAGE']);
    const { status, body } = await member.client.post('/messages/render', { content: 'a\0b' });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    const channel = await createChannel(member);
    const later = Math.floor(Date.now() / 1000) + 3600;
    const { scheduled_message_id: id } = await member.client.succeed('POST', '/scheduled_messages', {
      type: 'channel',
      to: channel.id,
      topic: 'later',
      content: 'later',
      scheduled_delivery_timestamp: later,
    });
    expectError(
      await member.client.patch(`/scheduled_messages/${id}`, { type: 'channel', to: 999_999_999, topic: 'x' }),
      "Channel with ID '999999999' does not exist",
      { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999_999_999 },
    );
    expectError(await member.client.patch(`/users/${owner.userId}`, { role: 400 }), 'Insufficient permission');
  });

  it('to open queues when another release takes over', async () => {
    const queue = await TestQueue.register(member);
    const { hostname, port } = new URL(cluster.description.redis_url);
    const socket = connect(Number(port), hostname);
    try {
      await pretendOtherRelease(socket);
    } finally {
      socket.destroy();
    }
    const replicas = cluster.description.processes.filter(({ service }) => service === 'events');
    const killed = replicas.map(({ replica }) => cluster.kill('events', replica));
    expect(await queue.next(isEvent('restart'))).toMatchObject({
      service_feature_level: VERSION_FIELDS.service_feature_level,
    });
    await queue.next(isEvent('web_reload_client'));
    await cluster.waitReplaced(killed);
  });
});

const PARTITIONS = 4;
const SLOTS = 16;

/** Writes another release into every slot. */
async function pretendOtherRelease(socket: Socket): Promise<void> {
  const commands: string[] = [];
  for (let partition = 0; partition < PARTITIONS; partition++) {
    for (let slot = 0; slot < SLOTS; slot++) {
      commands.push(`HSET stoa:{p${partition}s${slot}}:meta release earlier\r\n`);
    }
  }
  let answers = '';
  socket.on('data', (chunk) => (answers += chunk.toString()));
  socket.write(commands.join(''));
  await eventually(() => answers.split('\r\n').length > PARTITIONS * SLOTS);
}
