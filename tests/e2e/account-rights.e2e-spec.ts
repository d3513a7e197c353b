import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { open, picture } from '../support/files';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { basicAuthorization } from '../support/raw-request';
import { TestQueue } from '../support/test-queue';

const NOT_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL' };

describe('rights over accounts', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let administrator: Person;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    administrator = await organization.createPerson('Admin', 200);
    ada = await organization.createPerson('Ada');
    grace = await organization.createPerson('Grace');
  });

  /** Sets what the API does not let anybody set. */
  async function write(userId: number, change: string): Promise<void> {
    await inDatabase(cluster, (database) =>
      database.query(`test_account ${change}`, `UPDATE account SET ${change} WHERE id = $1`, [userId]),
    );
  }
  async function createBot(by: Person): Promise<{ userId: number; apiKey: string; email: string }> {
    const shortName = unique('b').replaceAll(' ', '');
    const bot = await by.client.succeed('POST', '/bots', { full_name: unique('Bot'), short_name: shortName });
    const { user } = await by.client.succeed('GET', `/users/${bot.user_id}`);
    return { userId: bot.user_id, apiKey: bot.api_key, email: user.email };
  }

  it('a bot that may create accounts is in the hands of owners, by whichever path', async () => {
    const bot = await createBot(ada);
    await write(bot.userId, 'can_create_users = true');
    // A change of the account makes every copy of it current.
    await owner.client.succeed('PATCH', `/bots/${bot.userId}`, { full_name: unique('Powerful') });
    for (const path of [`/bots/${bot.userId}`, `/users/${bot.userId}`]) {
      for (const by of [administrator, ada]) {
        const renamed = await by.client.patch(path, { full_name: unique('Taken') });
        expectError(renamed, 'Must be an organization owner', NOT_OWNER);
      }
      await owner.client.succeed('PATCH', path, { full_name: unique('Renamed') });
    }
    for (const [method, part, parameters] of [
      ['GET', 'webhook_settings', {}],
      ['PUT', 'webhook_secrets/github', { secret: 's' }],
      ['DELETE', 'webhook_secrets/github', {}],
      ['PUT', 'mentions', { mentions: [] }],
    ] as const) {
      const asked = await administrator.client.request(method, `/bots/${bot.userId}/${part}`, { ...parameters });
      expectError(asked, 'Must be an organization owner', NOT_OWNER);
    }
  });

  it('addresses of others are changed by administrators only, also of own bots', async () => {
    const bot = await createBot(ada);
    await write(ada.userId, 'can_change_user_emails = true');
    const change = await ada.client.patch(`/users/${bot.userId}`, { new_email: 'other-bot@people.example' });
    expectError(change, 'User not authorized to change user emails');
  });

  it('what changes of a bot with a private channel is told to its owner only', async () => {
    const bot = await createBot(ada);
    const secret = await createChannel(ada, [], { invite_only: true });
    await ada.client.succeed('PATCH', `/bots/${bot.userId}`, { default_sending_stream: secret.name });
    const types = { event_types: ['realm_bot', 'message'] };
    const [own, administrators] = [await TestQueue.register(ada, types), await TestQueue.register(owner, types)];
    await ada.client.succeed('PATCH', `/bots/${bot.userId}`, { default_all_public_streams: true });
    const marker = await sendDirect(grace, [ada, owner]);
    const [first, ...others] = await own.untilMessage(marker);
    expect(first).toMatchObject({ type: 'realm_bot', op: 'update', bot: { user_id: bot.userId } });
    expect(others).toHaveLength(1);
    expect(await administrators.untilMessage(marker)).toHaveLength(1);
  });

  it('a bot gets another owner on its return only if the one that it has is gone', async () => {
    const person = await organization.createPerson('Leaving');
    const [orphan, left] = [await createBot(ada), await createBot(person)];
    // A change of the account makes every copy of it current.
    await write(orphan.userId, 'bot_owner_id = NULL');
    await owner.client.succeed('PATCH', `/bots/${orphan.userId}`, { full_name: unique('Orphan') });
    await owner.client.succeed('DELETE', `/users/${person.userId}`);
    for (const { userId } of [orphan, left]) {
      await owner.client.succeed('DELETE', `/bots/${userId}`);
      await owner.client.succeed('POST', `/users/${userId}/reactivate`);
    }
    const ownerOf = async (userId: number): Promise<number | null> =>
      (await owner.client.succeed('GET', `/users/${userId}`)).user.bot_owner_id;
    expect(await ownerOf(orphan.userId)).toBeNull();
    expect(await ownerOf(left.userId)).toBe(owner.userId);
  });

  it.each([
    ['PATCH', '/user_groups/99999999999', { name: 'x' }, 'Invalid user group'],
    ['POST', '/user_groups/99999999999/deactivate', {}, 'Invalid user group'],
    ['POST', '/user_groups/99999999999/members', { add: [1] }, 'Invalid user group'],
    ['POST', '/users/99999999999/status', { status_text: 'x' }, 'No such user'],
    ['POST', '/bots/99999999999/api_key/regenerate', {}, 'No such bot'],
  ] as const)('%s %s is of nobody: ids have four bytes', async (method, path, parameters, msg) => {
    expectError(await owner.client.request(method, path, { ...parameters }), msg);
  });

  it('a hidden address does not tell whose it is', async () => {
    await ada.client.succeed('POST', '/users/me/presence', { status: 'active' });
    const { email } = await ada.client.succeed('GET', '/users/me');
    expect(email).not.toBe(ada.email);
    expectError(await grace.client.get(`/users/${ada.email}/presence`), 'No such user');
    await grace.client.succeed('GET', `/users/${email}/presence`);

    const file = { name: 'a.png', content: await picture(), type: 'image/png' };
    const { body } = await ada.client.post('/users/me/avatar', {}, { multipart: true, files: { file } });
    const target = async (who: string, { email: login, apiKey }: Person): Promise<unknown> => {
      const authorization = basicAuthorization(login, apiKey);
      return (await open(organization.anonymous, `/avatar/${who}`, { authorization })).headers.get('location');
    };
    expect(await target(ada.email, grace)).toContain('https://secure.gravatar.com/avatar/');
    expect(await target(email, grace)).toBe(body.avatar_url);
    expect(await target(ada.email, ada)).toBe(body.avatar_url);
    expect(await target(ada.email, administrator)).toBe(body.avatar_url);
  });
});
