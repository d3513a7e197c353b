import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { signIn } from '../support/browsers';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, demoPerson, unique } from '../support/people';
import { PushDevice } from '../support/push-device';
import { rawRequest } from '../support/raw-request';
import { TestQueue, isEvent } from '../support/test-queue';

/** How long clients count as connected after their last poll, and queues live that nobody polls. */
const AWAY_SECONDS = 10;

/** What only a cluster of its own can show: rate limits, short lives of queues, and a bot that renews its key. */
describe('limits', () => {
  let cluster: TestCluster;
  /**
   * Whose devices are asked about: nobody else uses up what they may ask in a minute. They exist before any test, as one
   * uses up what this address may ask without an account.
   */
  let recipients: Person[];
  let sender: Person;

  beforeAll(async () => {
    cluster = await startCluster({
      env: {
        STOA_RATE_LIMITS: 'on',
        STOA_QUEUE_IDLE_SECONDS: String(AWAY_SECONDS),
        STOA_QUEUE_AWAY_SECONDS: String(AWAY_SECONDS),
        STOA_QUEUE_SWEEP_MS: '200',
        STOA_POLL_HOLD_SECONDS: '2',
      },
    });
    // The client loads the API's description, which counts as a request of this address.
    await cluster.client('owner').succeed('GET', '/users/me');
    const organization = await createOrganization(cluster);
    sender = organization.owner;
    recipients = [await organization.createPerson('First'), await organization.createPerson('Second')];
  });
  afterAll(() => cluster?.stop());

  const person = (role: Parameters<typeof demoPerson>[1], index = 0): Person => demoPerson(cluster, role, index);
  const recipientOf = (index: number): Person => {
    const recipient = recipients[index];
    if (!recipient) throw new Error('two recipients were made');
    return recipient;
  };

  it('every counted answer says what is left', async () => {
    const { client } = person('moderator');
    const remaining: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { headers } = await client.get('/users/me');
      expect(Number(headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
      remaining.push(Number(headers.get('x-ratelimit-remaining')));
    }
    expect(remaining).toEqual([...remaining].sort((a, b) => b - a));
    expect(new Set(remaining).size).toBe(3);
    const failed = await client.get('/messages', { anchor: 'nonsense' });
    expect(failed.status).toBe(400);
    expect(Number(failed.headers.get('x-ratelimit-remaining'))).toBeLessThan(remaining.at(-1) ?? 0);
  });

  it('uploads in pieces are counted like other requests', async () => {
    const { client } = person('moderator');
    const before = await client.get('/users/me');
    const begun = await rawRequest(client, '/api/v1/tus', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '1' },
    });
    const left = (headers: Headers): number => Number(headers.get('x-ratelimit-remaining'));
    expect([begun.status, left(begun.headers)]).toEqual([201, left(before.headers) - 1]);
  });

  it('200 requests a minute per user, then 429 with the time to wait in header and body', async () => {
    const { client } = person('member', 2);
    const answers = [];
    for (let batch = 0; batch < 11; batch += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => client.get('/users/me')))));
    }
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(accepted).toHaveLength(200);
    for (const { status, body, headers } of refused) {
      expect([status, body]).toEqual([
        429,
        {
          result: 'error',
          code: 'RATE_LIMIT_HIT',
          msg: expect.stringMatching(/^API usage exceeded rate limit/),
          'retry-after': expect.any(Number),
        },
      ]);
      expect(body['retry-after']).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
    // Any request that the user makes next.
    const others = await Promise.all([
      client.post('/register'),
      ...['/settings', '/settings/display', '/settings/notifications'].map((path) => client.patch(path)),
    ]);
    expect(others.map(({ body }) => body.code)).toEqual(others.map(() => 'RATE_LIMIT_HIT'));
    // Nobody else is affected.
    expect((await person('member', 1).client.get('/users/me')).status).toBe(200);
  });

  it('five password logins per name, and requests without an account per address', async () => {
    const { client, email } = person('guest');
    const signedIn = await signIn(person('guest'));
    const login = () => client.anonymous().post('/fetch_api_key', { username: email, password: 'wrong' });
    for (let round = 0; round < 5; round += 1) expect((await login()).status).toBe(401);
    const { status, body } = await login();
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    // Browsers sign in by the same counts.
    const inBrowser = await client.browser().post('/login', { username: email, password: 'wrong' });
    expect([inBrowser.status, inBrowser.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    // Nor does who is signed in guess the own password by other ways.
    for (const [method, path] of [
      ['post', '/second_factors/totp'],
      ['delete', '/second_factors/totp'],
      ['post', '/second_factors/recovery_codes'],
    ] as const) {
      const counted = await signedIn[method](path, { password: 'wrong' });
      expect([path, counted.status, counted.body.code]).toEqual([path, 429, 'RATE_LIMIT_HIT']);
    }

    const forgotten = () => client.browser().post('/password_reset', { email });
    for (let round = 0; round < 2; round += 1) expect((await forgotten()).status).toBe(200);
    const asked = await forgotten();
    expect([asked.status, asked.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);

    const joining = () => client.browser().post('/sign_up/request', { email: 'new@people.example' });
    const joined = await eventually(async () => {
      const { body: refusal } = await joining();
      return refusal.code === 'RATE_LIMIT_HIT' ? refusal : undefined;
    });
    expect(joined['retry-after']).toBeGreaterThan(0);
    // Mails of strangers are counted together.
    expect((await client.browser().post('/accounts/find', { emails: email })).status).toBe(429);

    const ask = () => rawRequest(cluster.client('owner').anonymous(), '/api/v1/server_settings');
    const limited = await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      return answers.find((answer) => answer.status === 429);
    });
    expect(JSON.parse(limited.text)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) });
    // Guesses are counted wherever keys are taken. The minute may end between two of them.
    const avatar = `/avatar/1?api_key=${'x'.repeat(32)}`;
    await eventually(async () => (await rawRequest(client.anonymous(), avatar)).status === 429);
    const guess = () => client.browser().post('/email_change/confirm', { key: 'x'.repeat(40) });
    await eventually(async () => (await guess()).status === 429);
    // Accounts are not affected by what others do at the same address.
    expect((await client.get('/users/me')).status).toBe(200);
  });

  it('collects queues that nobody polls, not those that somebody waits for', async () => {
    const owner = person('owner');
    const waiting = await TestQueue.register(owner, { event_types: ['message'] });
    const arriving = waiting.next(isEvent('message'));
    const lasting = await TestQueue.register(owner, { event_types: ['message'], queue_lifespan_secs: 600 });
    const idle = await TestQueue.register(owner, { event_types: ['message'] });
    // A refused poll does not keep a queue alive, and shows whether it is there.
    const refused = () => idle.request({ last_event_id: 70, dont_block: true });
    expectError(await refused(), 'Event 70 was not in this queue');
    const isCollected = async () => (await refused()).body.code === 'BAD_EVENT_QUEUE_ID';
    await eventually(isCollected, { timeoutMs: 60_000, stepMs: 500 });
    expect(await lasting.poll({ dont_block: true })).toEqual([]);
    const id = await sendDirect(person('administrator'), [owner]);
    expect((await arriving).message.id).toBe(id);
  });

  it('tells the phone of what waited in a collected queue', async () => {
    const recipient = recipientOf(0);
    await recipient.client.succeed('PATCH', '/settings', { enable_online_push_notifications: false });
    const device = await PushDevice.register(cluster, recipient);
    const queue = await TestQueue.register(recipient, { event_types: ['message'] });
    await recipient.client.succeed('POST', '/users/me/presence', { status: 'active' });
    // Somebody polls until the last message is there.
    const content = unique('last');
    const arriving = queue.next(({ message }) => message?.content === content);
    const read = await sendDirect(sender, [recipient]);
    await recipient.client.succeed('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const sentAt = Date.now();
    const id = await sendDirect(sender, [recipient], { content });
    await arriving;
    await device.message(id);
    expect(await device.messageIds()).toEqual([id]);
    const [notification] = await device.requests();
    // Who polled counts as connected for as long as queues live here.
    expect((notification?.at ?? 0) * 1000 - sentAt).toBeGreaterThan((AWAY_SECONDS - 2) * 1000);
  });

  it('level 481: a client that does not poll is away, however long its queue lives', async () => {
    const recipient = recipientOf(1);
    await recipient.client.succeed('PATCH', '/settings', { enable_online_push_notifications: false });
    const device = await PushDevice.register(cluster, recipient);
    /** From a poll, or the registration, to the notification of a message that came after it. */
    const waited = async (polledAt: number, id: number): Promise<number> => {
      await device.message(id);
      const notified = (await device.requests()).find(({ plain }) => plain.message_id === id);
      return (notified?.at ?? 0) - polledAt / 1000;
    };
    const registeringAt = Date.now();
    const wanted = { event_types: ['message'], idle_queue_timeout: '"mobile"' };
    const queue = await TestQueue.register(recipient, wanted);
    expect(queue.state.idle_queue_timeout_secs).toBe(43_200);
    const isActive = () => recipient.client.succeed('POST', '/users/me/presence', { status: 'active' });
    await isActive();
    const waiting = await sendDirect(sender, [recipient]);
    expect(await waited(registeringAt, waiting)).toBeGreaterThan(AWAY_SECONDS - 1);
    // Nobody polls: what comes now need not wait.
    await isActive();
    const next = await sendDirect(sender, [recipient]);
    await device.message(next);
    // The queue has everything, and its client counts as connected again.
    const pollingAt = Date.now();
    expect(await queue.poll({ dont_block: true })).toHaveLength(2);
    const quiet = await sendDirect(sender, [recipient]);
    expect(await waited(pollingAt, quiet)).toBeGreaterThan(AWAY_SECONDS - 1);
    expect(await device.messageIds()).toEqual([waiting, next, quiet]);
  });

  it.each([
    ['a number', '1000', 1_000],
    ['more than a week', '700000', 604_800],
    ['little', '1', AWAY_SECONDS],
    ['a phone', '"mobile"', 43_200],
    ['nothing', undefined, AWAY_SECONDS],
  ])('level 481: says how long a queue lives that asked for %s', async (_what, timeout, seconds) => {
    const parameters = { event_types: ['message'], fetch_event_types: [], idle_queue_timeout: timeout };
    const { state } = await TestQueue.register(person('member', 1), parameters);
    expect(state.idle_queue_timeout_secs).toBe(seconds);
    const { fetch_event_types: _unknown, ...polling } = parameters;
    const made = await TestQueue.registerThroughEvents(person('member', 1), polling);
    expect(made.state.idle_queue_timeout_secs).toBe(seconds);
  });

  it('level 481: refuses what is neither a number nor a phone', async () => {
    for (const [timeout, msg] of [
      ['mobile', 'idle_queue_timeout is not valid JSON'],
      ['"desktop"', 'idle_queue_timeout["int"] is not an integer'],
      ['1.5', 'idle_queue_timeout["int"] is not an integer'],
    ] as const) {
      expectError(await person('member', 1).client.post('/register', { idle_queue_timeout: timeout }), msg);
    }
  });

  it('a held poll ends with a heartbeat of its own number', async () => {
    const queue = await TestQueue.register(person('member'), { event_types: ['made_up'] });
    const { body } = await queue.request();
    expect(body.events).toEqual([{ id: 0, type: 'heartbeat' }]);
    expect((await queue.request({ dont_block: true })).body.events).toEqual(body.events);
    const after = await queue.request({ dont_block: true, last_event_id: 0 });
    expect(after.body.events).toEqual([]);
  });

  it('a bot renews its key, and its owner can look at it', async () => {
    const bot = person('bot');
    const { api_key: fresh } = await bot.client.succeed('POST', '/users/me/api_key/regenerate');
    expect(await person('owner').client.succeed('GET', `/bots/${bot.userId}/api_key`)).toMatchObject({
      api_key: fresh,
    });
    expect((await bot.client.as(bot.email, fresh).succeed('GET', '/users/me')).is_bot).toBe(true);
  });
});
