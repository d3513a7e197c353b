import type { CreatedRealm } from '@stoa/database';
import { isSealedColumn, openColumn, sealColumn } from '@stoa/policy';
import { UsersApplication } from '../../test-support/users-application';
import { UsersEnvironment } from '../../users-environment';
import { PasswordHasher } from '../accounts/password-hasher';
import { ServiceTokensService } from './service-tokens.service';
import { WebhookSettingsService } from './webhook-settings.service';

const PASSWORD = 'quartz7-lemur-42';

describe('how bots are set up', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let [owner, other, admin, gone, hook, generic, outgoing] = [0, 0, 0, 0, 0, 0, 0];

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    const passwordHash = await app.get(PasswordHasher).hash(realm.id, PASSWORD);
    [owner = 0, other = 0, admin = 0, gone = 0] = await app.createAccounts(realm, [
      { fullName: 'Ada', deliveryEmail: 'ada@example.com', passwordHash },
      { fullName: 'Max', deliveryEmail: 'max@example.com' },
      { fullName: 'Root', deliveryEmail: 'root@example.com', role: 200 },
      { fullName: 'Eve', deliveryEmail: 'eve@example.com' },
    ]);
    await app.database.query('test_gone', 'UPDATE account SET is_active = false WHERE id = $1', [gone]);
    [hook = 0, generic = 0, outgoing = 0] = await app.createAccounts(
      realm,
      [2, 1, 3].map((botType) => ({
        ...{ fullName: `Bot ${botType}`, deliveryEmail: `bot${botType}@example.com` },
        ...{ botType, botOwnerId: owner },
      })),
    );
  });
  beforeEach(() => app.database.query('test_forget', 'DELETE FROM bot_config WHERE user_id = $1', [hook]));
  afterAll(() => app.stop());

  const service = (): WebhookSettingsService => app.get(WebhookSettingsService);
  const get = async (by: number, bot_id = hook) => service().get(await app.contextOf(by), { bot_id });
  const setSecret = async (secret: string, integration = 'github', keeps_former = true, by = owner) =>
    service().setSecret(await app.contextOf(by), { bot_id: hook, integration, secret, keeps_former });
  const remove = async (integration: string, former_only: boolean) =>
    service().removeSecret(await app.contextOf(owner), { bot_id: hook, integration, former_only });
  const stored = async (): Promise<string[]> => {
    const rows = await app.database.query<{ key: string; value: string }>(
      'test_stored',
      'SELECT key, value FROM bot_config WHERE user_id = $1 ORDER BY key',
      [hook],
    );
    return rows.map(({ key, value }) => (isSealedColumn(value) ? `${key} sealed` : `${key} ${value}`));
  };

  it('has secrets that go in and never come out, two of a tool while one is replaced', async () => {
    await setSecret('first');
    expect((await get(owner)).secrets).toEqual([{ integration: 'github', has_former: false }]);
    await setSecret('second');
    await setSecret('other', 'gitlab');
    expect(await get(owner)).toEqual({
      settings: {},
      secrets: [
        { integration: 'github', has_former: true },
        { integration: 'gitlab', has_former: false },
      ],
      mentions: [],
    });
    expect(await stored()).toEqual([
      'previous_webhook_secret:github sealed',
      'webhook_secret:github sealed',
      'webhook_secret:gitlab sealed',
    ]);
    await remove('github', true);
    expect((await get(owner)).secrets[0]).toEqual({ integration: 'github', has_former: false });
    await setSecret('third', 'github', false);
    expect((await get(owner)).secrets[0]).toEqual({ integration: 'github', has_former: false });
    await remove('github', false);
    await remove('gitlab', false);
    expect(await stored()).toEqual([]);
  });

  it('keeps the secret that a tool has signed with, whosever it was, and also if the new one is set twice', async () => {
    const { STOA_API_KEY_SECRET: key } = app.get(UsersEnvironment);
    const valid = async (): Promise<Record<string, string>> => {
      const rows = await app.database.query<{ key: string; value: string }>(
        'test_valid',
        "SELECT key, value FROM bot_config WHERE user_id = $1 AND key LIKE '%:github'",
        [hook],
      );
      return Object.fromEntries(rows.map((row) => [row.key, openColumn(key, 'stoa/bot-secret', row.value)]));
    };
    const add = "INSERT INTO bot_config (user_id, key, value) VALUES ($1, 'webhook_secret', 'shared')";
    await app.database.query('test_add_shared', add, [hook]);
    await setSecret('own');
    const both = { 'previous_webhook_secret:github': 'shared', 'webhook_secret:github': 'own' };
    expect(await valid()).toEqual(both);
    await setSecret('own');
    expect(await valid()).toEqual(both);
    await setSecret('own', 'github', false);
    expect(await valid()).toEqual({ 'webhook_secret:github': 'own' });
  });

  it('shows a former secret that stands alone, so that it can be ended', async () => {
    const add =
      "INSERT INTO bot_config (user_id, key, value) VALUES ($1, 'previous_webhook_secret:github', 'old'), ($1, 'previous_webhook_secret', 'older')";
    await app.database.query('test_add_former', add, [hook]);
    expect((await get(owner)).secrets).toEqual([
      { integration: null, has_former: true },
      { integration: 'github', has_former: true },
    ]);
    await remove('github', true);
    expect((await get(owner)).secrets).toEqual([{ integration: null, has_former: true }]);
  });

  it('has secrets of tools that sign only', async () => {
    await expect(setSecret('s', 'unknown')).rejects.toMatchObject({ message: "Invalid integration 'unknown'." });
    const silent = 'This tool signs nothing: a secret would keep all of its deliveries out.';
    await expect(setSecret('s', 'json')).rejects.toMatchObject({ message: silent });
  });

  it('is for the owner and administrators, who do not see templates', async () => {
    const add =
      "INSERT INTO bot_config (user_id, key, value) VALUES ($1, 'topic_template', 'x'), ($1, 'webhook_secret', 'old')";
    await app.database.query('test_add', add, [hook]);
    const secrets = [{ integration: null, has_former: false }];
    expect(await get(owner)).toMatchObject({ settings: { topic_template: 'x' }, secrets });
    expect(await get(admin)).toMatchObject({ settings: null, secrets });
    await expect(get(other)).rejects.toMatchObject({ message: 'Insufficient permission' });
    await expect(get(owner, generic)).rejects.toMatchObject({ message: 'This bot takes no deliveries.' });
    await expect(setSecret('s', 'github', true, other)).rejects.toMatchObject({ message: 'Insufficient permission' });
  });

  it('says whom names of tools mean', async () => {
    const set = async (mentions: { name: string; user_id: number }[]) =>
      service().setMentions(await app.contextOf(owner), { bot_id: hook, mentions });
    await set([
      { name: ' Max@Example.com ', user_id: other },
      { name: 'ada', user_id: owner },
    ]);
    const known = [
      { name: 'ada', user_id: owner },
      { name: 'max@example.com', user_id: other },
    ];
    expect((await get(owner)).mentions).toEqual(known);
    const twice = [
      { name: 'ada', user_id: owner },
      { name: 'ADA', user_id: other },
    ];
    await expect(set(twice)).rejects.toMatchObject({ message: "The name 'ada' is there twice." });
    for (const user_id of [hook, 0]) {
      await expect(set([{ name: 'x', user_id }])).rejects.toMatchObject({ message: 'No such user' });
    }
    expect((await get(owner)).mentions).toEqual(known);
    await set([]);
    expect((await get(owner)).mentions).toEqual([]);
  });

  it('goes on with names of people who were deactivated, and takes no more of them', async () => {
    const set = async (mentions: { name: string; user_id: number }[]) =>
      service().setMentions(await app.contextOf(owner), { bot_id: hook, mentions });
    const add = "INSERT INTO bot_mention (bot_id, name, user_id) VALUES ($1, 'eve', $2)";
    await app.database.query('test_mention', add, [hook, gone]);
    const both = [
      { name: 'ada', user_id: owner },
      { name: 'eve', user_id: gone },
    ];
    await set(both);
    const more = [...both, { name: 'eva', user_id: gone }];
    await expect(set(more)).rejects.toMatchObject({ message: 'No such user' });
    expect((await get(owner)).mentions).toEqual(both);
    await set([]);
    await expect(set(both)).rejects.toMatchObject({ message: 'No such user' });
  });

  it('shows the token of a service to who proves to be its owner', async () => {
    const { STOA_API_KEY_SECRET: secret } = app.get(UsersEnvironment);
    const add = "INSERT INTO bot_service (user_id, name, base_url, token) VALUES ($1, 'x', 'https://x.example', $2)";
    await app.database.query('test_service', add, [outgoing, sealColumn(secret, 'stoa/bot-service-token', 't0ken')]);
    const read = async (bot_id: number, password: string, by = owner) =>
      app.get(ServiceTokensService).read(await app.contextOf(by), { bot_id, password, session_id: null });
    expect(await read(outgoing, PASSWORD)).toEqual({ token: 't0ken' });
    await expect(read(outgoing, '')).rejects.toMatchObject({ message: 'Password is incorrect.' });
    await expect(read(outgoing, PASSWORD, other)).rejects.toMatchObject({ message: 'Insufficient permission' });
    await expect(read(hook, PASSWORD)).rejects.toMatchObject({ message: 'This bot has no token.' });
    // Of a release that did not seal them.
    await app.database.query('test_plain', 'UPDATE bot_service SET token = $2 WHERE user_id = $1', [outgoing, 'plain']);
    expect(await read(outgoing, PASSWORD)).toEqual({ token: 'plain' });
  });
});
