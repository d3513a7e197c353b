import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { totpCode } from '@stoa/policy';
import { TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { cookieOf } from '../support/browsers';
import { inDatabase } from '../support/database';
import { picture } from '../support/files';
import { mailsTo } from '../support/mail';
import { SignJWT } from 'jose';
import { SMTPServer } from 'smtp-server';
import { OperatorTool } from '../support/operator-tool';
import { unique } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { WebSite } from '../support/web-site';

const JWT_SECRET = 'a shared secret of thirty-two bytes or more';

/** What an operator does with the compiled command, as docs/operate/operator-tool.md has it. */
describe('the operator’s tool', () => {
  const subdomain = unique('tool').replaceAll(' ', '-').toLowerCase();
  let cluster: TestCluster;
  let tool: OperatorTool;
  let host: string;
  let owner: TestClient;

  const as = (email: string, apiKey: string) => new TestClient(cluster.description.base_url, { email, apiKey }, host);
  /** A key is believed for most of a second after it was looked up. */
  const answers = (client: TestClient, status: number) =>
    eventually(async () => (await client.get('/users/me')).status === status);
  const listed = async () => {
    const organizations: { subdomain: string }[] = await tool.json('organizations', 'list');
    return organizations.find((one) => one.subdomain === subdomain);
  };

  const addUser = (email: string): Promise<{ id: number; password: string }> =>
    tool.json('users', 'create', '-o', subdomain, '--email', email, '--name', 'Somebody');
  const addJwtKey = async (name: string) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'jwt-')), 'key');
    writeFileSync(file, `${JWT_SECRET}\n`);
    const added: object = await tool.json('jwt-keys', 'add', name, '-o', subdomain, '--key-file', file);
    rmSync(path.dirname(file), { recursive: true });
    return added;
  };
  const sign = (email: string) =>
    new SignJWT({ email, exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET));

  beforeAll(async () => {
    cluster = await sharedCluster();
    tool = OperatorTool.of(cluster);
    host = `${subdomain}.${new URL(cluster.description.base_url).host}`;
    const made = await tool.json(
      ...['organizations', 'create', '--subdomain', subdomain, '--name', 'Tooled'],
      ...['--owner-email', 'olga@tool.example', '--owner-name', 'Olga Tool'],
    );
    owner = as('olga@tool.example', made.owner.api_key);
    expect(made).toMatchObject({ url: `http://${host}`, owner: { email: 'olga@tool.example' } });
    expect(await listed()).toMatchObject({ name: 'Tooled', users: 1, active: true });
  });

  it('makes an organization with an owner, and lists it', async () => {
    expect(await owner.succeed('GET', '/users/me')).toMatchObject({ is_owner: true, full_name: 'Olga Tool' });
    expect(await listed()).toMatchObject({ name: 'Tooled', active: true });
    const again = await tool.run(
      ...['organizations', 'create', '--subdomain', subdomain, '--name', 'Tooled'],
      ...['--owner-email', 'olga@tool.example', '--owner-name', 'Olga Tool'],
    );
    expect(again).toEqual({ code: 3, stdout: '', stderr: `stoa: an organization "${subdomain}" already exists` });
  });

  it('has the owner of a new organization welcomed by mail, at once and in the first days', async () => {
    const welcome = await eventually(async () => (await mailsTo(cluster, 'olga@tool.example'))[0]);
    expect(welcome).toMatchObject({ subject: 'Welcome to Tooled', toName: 'Olga Tool' });
    const later = await inDatabase(cluster, (database) =>
      database.query<{ kind: string }>(
        'test_founder_mails',
        `SELECT j.kind FROM mail_job j JOIN account a ON a.id = j.user_id
         WHERE a.delivery_email = 'olga@tool.example' AND j.due_at > now() + interval '1 day' ORDER BY j.due_at`,
      ),
    );
    expect(later.map(({ kind }) => kind).at(-1)).toBe('onboarding_team');
  });

  it('ends the addresses of a channel', async () => {
    const { id } = await owner.succeed('POST', '/channels/create', { name: 'Mailed', subscribers: [] });
    const ended = await tool.json('channels', 'end-addresses', 'mailed', '-o', subdomain);
    expect(ended).toEqual({ id, ended: true });
    expect(await tool.run('channels', 'end-addresses', 'nowhere', '-o', subdomain)).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: `stoa: there is no channel "nowhere" in "${subdomain}"`,
    });
  });

  it('makes people, whom clients see at once, and changes their roles, keys and activity', async () => {
    const { queue_id: queue } = await owner.succeed('POST', '/register', { event_types: ['realm_user'] });
    const { id, password } = await tool.json(
      ...['users', 'create', '-o', subdomain, '--email', 'mona@tool.example', '--name', 'Mona', '--role', 'moderator'],
    );
    const { events } = await owner.succeed('GET', '/events', { queue_id: queue, last_event_id: -1 });
    expect(events[0]).toMatchObject({ type: 'realm_user', op: 'add', person: { user_id: id, full_name: 'Mona' } });

    const { api_key: first } = await as('', '')
      .anonymous()
      .succeed('POST', '/fetch_api_key', { username: 'mona@tool.example', password });
    expect(await as('mona@tool.example', first).succeed('GET', '/users/me')).toMatchObject({ role: 300 });
    const { api_key: second } = await tool.json('users', 'rotate-key', 'mona@tool.example', '-o', subdomain);
    await answers(as('mona@tool.example', first), 401);
    expect(await as('mona@tool.example', second).get('/users/me')).toMatchObject({ status: 200 });

    expect(await tool.json('users', 'role', String(id), 'guest', '-o', subdomain)).toEqual({ id, role: 'guest' });
    expect(await tool.json('users', 'deactivate', String(id), '-o', subdomain)).toEqual({ id, active: false });
    const people: object[] = await tool.json('users', 'list', '-o', subdomain, '--role', 'guest');
    expect(people).toEqual([expect.objectContaining({ id, name: 'Mona', role: 'guest', active: false })]);
    await tool.json('users', 'reactivate', String(id), '-o', subdomain);
    const { user } = await owner.succeed('GET', `/users/${id}`);
    expect(user).toMatchObject({ is_active: true, role: 600 });
  });

  it('lets accounts do what only operators allow, and takes it back', async () => {
    const [rita, sven] = [await addUser('rita@tool.example'), await addUser('sven@tool.example')];
    const change = (email: string) => owner.patch(`/users/${sven.id}`, { new_email: email });
    expect((await change('sven-1@tool.example')).body.msg).toBe('User not authorized to change user emails');
    const right = ['olga@tool.example', 'can_change_user_emails', '-o', subdomain];
    const granted = await tool.json('users', 'grant', ...right);
    expect(granted).toEqual({ id: expect.any(Number), can_change_user_emails: true });
    const state = await owner.succeed('POST', '/register', { event_types: ['realm_user'] });
    expect(state.can_change_user_emails).toBe(true);
    expect((await change('sven-1@tool.example')).status).toBe(200);

    await tool.json('users', 'grant', 'olga@tool.example', 'can_create_users', '-o', subdomain);
    const create = (email: string) =>
      owner.post('/users', { email, full_name: 'New', password: 'correct horse staple' });
    expect((await create('nina@tool.example')).status).toBe(200);
    const people: { email: string; rights: string }[] = await tool.json('users', 'list', '-o', subdomain);
    expect(people.filter(({ rights }) => rights !== '')).toMatchObject([
      { email: 'olga@tool.example', rights: 'can_create_users can_change_user_emails' },
    ]);
    await tool.json('users', 'revoke', 'olga@tool.example', 'can_create_users', '-o', subdomain);
    expect((await create('nora@tool.example')).body.msg).toBe('User not authorized to create users');
    await tool.json('users', 'revoke', ...right);
    expect((await change('sven-2@tool.example')).body.msg).toBe('User not authorized to change user emails');

    const early = await tool.run('users', 'grant', String(rita.id), 'can_change_user_emails', '-o', subdomain);
    expect(early).toEqual({
      code: 0,
      stdout: `user ${rita.id} has can_change_user_emails`,
      stderr: `can_change_user_emails has no effect before user ${rita.id} is an administrator`,
    });
    const noBot = await tool.run('bots', 'grant', String(rita.id), 'can_forge_sender', '-o', subdomain);
    expect([noBot.code, noBot.stderr]).toEqual([3, `stoa: there is no bot "${rita.id}" in "${subdomain}"`]);
  });

  it('lets programs sign people in with tokens, until their key is removed', async () => {
    expect(await addJwtKey('portal')).toEqual({ name: 'portal', algorithm: 'HS256' });
    const listing = [expect.objectContaining({ name: 'portal', algorithm: 'HS256', long_life: false })];
    expect(await tool.json('jwt-keys', 'list', '-o', subdomain)).toEqual(listing);
    const anonymous = owner.anonymous();
    const request = { token: await sign('olga@tool.example'), include_profile: true };
    const fetched = await anonymous.succeed('POST', '/jwt/fetch_api_key', request);
    expect(fetched.user).toMatchObject({ full_name: 'Olga Tool' });
    expect(await as(fetched.email, fetched.api_key).get('/users/me')).toMatchObject({ status: 200 });
    const unknown = await anonymous.post('/jwt/fetch_api_key', { token: await sign('nobody@tool.example') });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
    const former = await addUser('fred@tool.example');
    await owner.succeed('DELETE', `/users/${former.id}`);
    const gone = await anonymous.post('/jwt/fetch_api_key', { token: await sign('fred@tool.example') });
    expect([gone.status, gone.body.code]).toEqual([401, 'USER_DEACTIVATED']);
    await tool.json('jwt-keys', 'remove', 'portal', '-o', subdomain);
    const refused = await anonymous.post('/jwt/fetch_api_key', request);
    expect(refused.body.msg).toBe('JWT authentication is not enabled for this organization');
  });

  it('signs people out, with their keys if asked, and takes factors away that are lost', async () => {
    const username = 'sam@tool.example';
    const { id, password } = await addUser(username);
    const credentials = { username, password };
    const browserOf = async () => {
      const answer = await owner.browser().post('/login', credentials);
      return owner.browser(cookieOf(answer).cookie);
    };
    const { api_key: key } = await owner.anonymous().succeed('POST', '/fetch_api_key', credentials);
    const sam = as(username, key);
    const first = await browserOf();
    expect(await tool.json('users', 'log-out', username, '-o', subdomain)).toEqual({
      ...{ id, signed_out: true, keys_ended: false },
    });
    await answers(first, 401);
    expect(await sam.get('/users/me')).toMatchObject({ status: 200 });

    const second = await browserOf();
    const { secret } = await second.succeed('POST', '/second_factors/totp', { password });
    const code = totpCode(secret, Math.floor(Date.now() / 30_000));
    await second.succeed('POST', '/second_factors/totp/confirm', { code });
    expect((await owner.browser().post('/login', credentials)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await tool.json('users', 'reset-factors', String(id), '-o', subdomain)).toEqual({ id, reset: true });
    await answers(second, 401);
    const third = await browserOf();
    expect(await third.get('/users/me')).toMatchObject({ status: 200 });

    const unsure = await tool.run('organizations', 'log-out', subdomain);
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('confirm with --yes')]);
    await tool.json('organizations', 'log-out', subdomain, '--yes');
    await answers(third, 401);
    expect(await sam.get('/users/me')).toMatchObject({ status: 200 });
    await tool.json('users', 'log-out', String(id), '-o', subdomain, '--keys');
    await answers(sam, 401);
    const unknown = await tool.run('users', 'reset-factors', 'nobody@tool.example', '-o', subdomain);
    expect([unknown.code, unknown.stdout]).toEqual([3, '']);
  });

  it('makes bots of a user, and changes their roles, keys and activity', async () => {
    const made = await tool.json(
      ...[
        'bots',
        'create',
        '-o',
        subdomain,
        '--name',
        'Tool Bot',
        '--short-name',
        'tool',
        '--owner',
        'olga@tool.example',
      ],
    );
    const listedBot = async () => {
      const bots: { id: number; email: string }[] = await tool.json('bots', 'list', '-o', subdomain);
      return bots.find(({ id }) => id === made.id);
    };
    const bot = (await listedBot())!;
    expect(bot).toMatchObject({ id: made.id, name: 'Tool Bot', type: 'generic', role: 'member', active: true });
    expect(await as(bot.email, made.api_key).succeed('GET', '/users/me')).toMatchObject({ is_bot: true });
    const { api_key: second } = await tool.json('bots', 'rotate-key', bot.email, '-o', subdomain);
    await answers(as(bot.email, made.api_key), 401);
    expect(await as(bot.email, second).get('/users/me')).toMatchObject({ status: 200 });
    await tool.json('bots', 'grant', bot.email, 'can_forge_sender', '-o', subdomain);
    expect(await listedBot()).toMatchObject({ rights: 'can_forge_sender' });
    await tool.json('bots', 'role', bot.email, 'guest', '-o', subdomain);
    await tool.json('bots', 'deactivate', bot.email, '-o', subdomain);
    expect(await listedBot()).toMatchObject({ role: 'guest', active: false });
  });

  it('tries out the service of a bot, and lists its calls', async () => {
    const site = await WebSite.start();
    const url = site.serve('/tool', (_request, response) => response.writeHead(503).end('later'));
    const named = ['--name', 'Caller', '--short-name', 'caller', '--owner', 'olga@tool.example'];
    const service = ['--type', 'outgoing-webhook', '--payload-url', url];
    const { id } = await tool.json('bots', 'create', '-o', subdomain, ...named, ...service);
    const tested = await tool.json('bots', 'test', String(id), '-o', subdomain);
    expect(tested).toMatchObject({ outcome: 'failed', status: 503, message: null });
    const calls = await tool.json('bots', 'calls', String(id), '-o', subdomain);
    expect(calls).toMatchObject([{ outcome: 'failed', status: 503, delivery: tested.delivery }]);
    await site.stop();
  });

  it('has requests to the service of a bot sent again, and their bodies forgotten', async () => {
    const site = await WebSite.start();
    const url = site.serve('/refuses', (_request, response) => response.writeHead(404).end('no'));
    const named = ['--name', 'Refused', '--short-name', 'refused', '--owner', 'olga@tool.example'];
    const service = ['--type', 'outgoing-webhook', '--payload-url', url];
    const { id } = await tool.json('bots', 'create', '-o', subdomain, ...named, ...service);
    await owner.succeed('POST', '/messages', { type: 'direct', to: [id], content: 'hi' });
    const calls = (count: number) =>
      eventually(async () => {
        const found: { id: number }[] = await tool.json('bots', 'calls', String(id), '-o', subdomain);
        return found.length === count && found;
      });
    const [first] = await calls(1);
    await tool.json('bots', 'resend', String(id), String(first!.id), '-o', subdomain);
    expect(await calls(2)).toMatchObject([{ outcome: 'failed', status: 404, resend_of: first!.id }, first]);
    await tool.json('bots', 'record', String(id), 'off', '-o', subdomain);
    const refused = await tool.run('bots', 'resend', String(id), String(first!.id), '-o', subdomain);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('not recorded as a whole')]);
    const unclear = await tool.run('bots', 'record', String(id), 'maybe', '-o', subdomain);
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('say "on" or "off"')]);
    await site.stop();
  });

  it('shows what a delivery of a tool would become', async () => {
    const named = ['--name', 'Hook', '--short-name', 'hook', '--owner', 'olga@tool.example'];
    const { id } = await tool.json('bots', 'create', '-o', subdomain, ...named, '--type', 'incoming-webhook');
    const example = await tool.json('bots', 'try', String(id), 'jira', '-o', subdomain);
    expect(example).toMatchObject({ messages: [{ topic: 'SHOP-7: Prices are wrong' }] });
    const folder = mkdtempSync(path.join(tmpdir(), 'delivery-'));
    const body = path.join(folder, 'body.json');
    writeFileSync(body, '{"zen":"Keep it simple.","repository":{"name":"shop"}}');
    const ping = ['--event', 'ping', '--body', body];
    const { stdout } = await tool.run('bots', 'try', String(id), 'github', '-o', subdomain, ...ping);
    expect(stdout).toBe('Topic: shop\n\nGitHub webhook has been successfully configured.');
    rmSync(folder, { recursive: true });
    const unread = await tool.run('bots', 'try', String(id), 'github', '-o', subdomain, '--body', body);
    expect(unread).toMatchObject({ code: 2, stderr: expect.stringContaining('the body cannot be read') });
  });

  it('shows how the cluster is, and what waits', async () => {
    // Where others were killed before, it is well again after a moment; until then the command fails.
    const { ok, parts } = await eventually(() => tool.json('status'));
    expect({ ok, parts }).toEqual({ ok: true, parts: expect.any(Array) });
    expect(parts.map(({ part }: { part: string }) => part)).toEqual([
      ...['postgres', 'redis, change log', 'users', 'messages', 'presence', 'push'],
    ]);
    const lag = await tool.json('lag');
    expect(lag).toHaveLength(4);
    expect(lag[0]).toMatchObject({ partition: 0, relay: expect.any(String), outbox_changes: expect.any(Number) });
    expect((await tool.json('queues')).map(({ queue }: { queue: string }) => queue)).toContain('push');
    expect(await tool.json('migrate')).toEqual({ applied: [], functions: [] });
    expect(await tool.json('dead-letters', 'list', '-o', subdomain)).toEqual([]);
    expect(await tool.json('dead-letters', 'replay', '--all', '-o', subdomain)).toEqual({ count: 0 });
    expect(await tool.json('mail-suspensions', 'list', '-o', subdomain)).toEqual([]);
    expect(await tool.json('mail-suspensions', 'clear', '--all', '-o', subdomain)).toEqual({ count: 0 });
  });

  it('sends test mails from each sender, and says what the mail server has against one', async () => {
    const senders: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: ({ address }, _session, done) => {
        senders.push(address);
        const refusal = Object.assign(new Error('not your domain'), { responseCode: 553 });
        done(address.endsWith('@mail.example.com') ? refusal : null);
      },
      onData: (stream, _session, done) => void stream.on('end', () => done(null, 'queued as 4711')).resume(),
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
    const { port } = server.server.address() as AddressInfo;
    try {
      const env = {
        PATH: process.env.PATH,
        STOA_MAIL_URL: `smtp://127.0.0.1:${port}`,
        STOA_MAIL_SENDER: 'noreply@example.com',
      };
      const sent = await new OperatorTool(env).json('test-mail', 'ada@example.com');
      expect(sent).toMatchObject([
        { sender: 'noreply@example.com', encrypted: false, answer: expect.stringMatching(/^250 .*queued as 4711$/) },
      ]);
      const pattern = { STOA_EMAIL_GATEWAY_PATTERN: '%s@mail.example.com' };
      expect(await new OperatorTool(env).run('test-mail', 'ada@example.com')).toMatchObject({
        stderr: expect.stringContaining('The connection is not encrypted: mails, with their links,'),
      });
      const tokens = await new OperatorTool({ ...env, STOA_MAIL_TOKEN_SENDERS: 'on' }).json(
        'test-mail',
        'a@example.com',
      );
      expect(tokens).toMatchObject([
        { from: 'noreply@example.com' },
        { sender: 'noreply@example.com', from: expect.stringMatching(/^noreply-[0-9a-f]{24}@example\.com$/) },
      ]);
      const refused = await new OperatorTool({ ...env, ...pattern }).run('test-mail', 'ada@example.com');
      expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(/553 .*STOA_MAIL_BOUNCE_SENDERS=off/s) });
      expect(senders.at(-1)).toMatch(/^bn-0-0-0+@mail\.example\.com$/);
    } finally {
      await new Promise<void>((closed) => server.close(closed));
    }
    const folder = new OperatorTool({ PATH: process.env.PATH, STOA_MAIL_URL: 'file:///tmp/mails' });
    expect(await folder.run('test-mail', 'ada@example.com')).toMatchObject({
      ...{ code: 4, stderr: expect.stringContaining('STOA_MAIL_URL: names a folder') },
    });
  });

  it('tells scripts by its exit code what went wrong', async () => {
    const ending = async (...args: string[]) => {
      const { code, stderr } = await tool.run('--json', ...args);
      return { code, error: JSON.parse(stderr).error.code };
    };
    expect(await ending('nonsense')).toEqual({ code: 2, error: 'USAGE' });
    expect(await ending('users', 'list', '-o', 'nowhere')).toEqual({ code: 3, error: 'REFUSED' });
    const lost = new OperatorTool({ PATH: process.env.PATH });
    expect(await lost.run('queues')).toMatchObject({ code: 4, stderr: expect.stringContaining('STOA_DATABASE_URL') });
    const down = new OperatorTool({ PATH: process.env.PATH, STOA_NATS_URL: 'nats://127.0.0.1:1' });
    expect(await down.run('dead-letters', 'list')).toMatchObject({ code: 5 });
  });

  it('takes avatars off the hosted service, and leaves uploaded ones', async () => {
    const source = async () =>
      (await owner.succeed('POST', '/register', { fetch_event_types: ['realm_user'] })).avatar_source;
    expect(await source()).toBe('G');
    const { moved } = await tool.json('organizations', 'draw-avatars', subdomain);
    expect(moved).toBeGreaterThan(0);
    expect(await source()).toBe('J');
    expect(await tool.json('organizations', 'draw-avatars', subdomain)).toMatchObject({ moved: 0 });
    const files = { file: { name: 'a.png', content: await picture(), type: 'image/png' } };
    expect((await owner.post('/users/me/avatar', {}, { multipart: true, files })).status).toBe(200);
    expect(await tool.json('organizations', 'draw-avatars', subdomain)).toMatchObject({ moved: 0 });
    expect(await source()).toBe('U');
  });

  it('closes an organization and opens it again', async () => {
    const page = () => rawRequest(owner.anonymous(), '/accounts/deactivated/');
    expect((await page()).headers.get('location')).toBe('/login/');
    const moving = ['organizations', 'deactivate', subdomain, '--yes', '--moved-to'];
    const refused = await tool.run(...moving, 'javascript:alert(1)');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not an address that begins with')]);
    await addJwtKey('closing');
    await tool.json(...moving, 'https://new.example/');
    await answers(owner, 401);
    const token = await sign('olga@tool.example');
    const closed = await owner.anonymous().post('/jwt/fetch_api_key', { token });
    expect([closed.status, closed.body.code]).toEqual([401, 'REALM_DEACTIVATED']);
    expect((await page()).text).toContain('<a href="https://new.example/">');
    await tool.json('organizations', 'reactivate', subdomain);
    await answers(owner, 200);
  });
});
