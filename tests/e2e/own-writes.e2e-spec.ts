import { randomBytes } from 'node:crypto';
import { Parameters, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Client } from 'undici';
import { createChannel } from '../support/channels';
import { systemGroups } from '../support/groups';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, createBot, unique } from '../support/people';
import { basicAuthorization } from '../support/raw-request';
import { scrape } from '../support/scrape';

/** Each goes to one of the gateways for as long as it lasts: all to the same once in 32,768 runs. */
const CONNECTIONS = 16;
const ROUNDS = 6;
const LOAD = 16;

const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';

interface Answer {
  status: number;
  /** The answer's text for errors, `''` of a success. */
  msg: string;
  text: string;
}

interface Asked {
  path: string;
  as?: Person;
  method?: 'GET' | 'POST';
  form?: Record<string, string>;
  host?: string;
}

/** What a success promises to whoever asks next, at whichever gateway (docs/build/copies.md). */
describe('after the answer to a write', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let clients: Client[];

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster, { enable_spectator_access: true });
    owner = organization.owner;
    clients = connect();
    // Whichever gateway is awake takes connections, sometimes all of them.
    await eventually(async () => {
      if (await reachEveryGateway()) return true;
      await Promise.all(clients.map((client) => client.close()));
      clients = connect();
      return false;
    });
  });

  const connect = () => Array.from({ length: CONNECTIONS }, () => new Client(cluster.description.base_url));

  afterAll(() => Promise.all(clients.map((client) => client.close())));

  async function ask(client: Client, { path, as, method = 'GET', form, host }: Asked): Promise<Answer> {
    const response = await client.request({
      path: `/api/v1${path}`,
      method,
      headers: {
        'user-agent': 'node',
        host: host ?? organization.host,
        ...(as ? { authorization: basicAuthorization(as.email, as.apiKey) } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: form ? new URLSearchParams(form).toString() : null,
    });
    const text = await response.body.text();
    const { msg }: { msg: string } = JSON.parse(text);
    return { status: response.statusCode, msg, text };
  }

  /** Asks the same over all connections at once. @returns how they were answered, each way once */
  async function everywhere(asked: Asked): Promise<string[]> {
    const answers = await Promise.all(clients.map((client) => ask(client, asked)));
    return [...new Set(answers.map(({ status, msg }) => `${status} ${msg}`))];
  }
  const me = (as: Person) => everywhere({ path: '/users/me', as });
  const write = (method: 'POST' | 'PATCH' | 'DELETE', path: string, parameters: Parameters = {}, by = owner) =>
    by.client.succeed(method, path, parameters);

  /** How many requests with a key each gateway has had. */
  async function askedOf(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { name, labels, value } of (await scrape(cluster)).samples) {
      if (name !== 'stoa_cache_requests_total' || labels.cache !== 'api_keys') continue;
      counts.set(labels.replica ?? '', (counts.get(labels.replica ?? '') ?? 0) + value);
    }
    return counts;
  }

  async function reachEveryGateway(): Promise<boolean> {
    const before = await askedOf();
    await me(owner);
    const after = await askedOf();
    return after.size > 1 && [...after].every(([replica, count]) => count > (before.get(replica) ?? 0));
  }

  it('the connections lead to every gateway', async () => {
    expect(await reachEveryGateway()).toBe(true);
  });

  it('an account that was deactivated is refused, and let in again after it was reactivated', async () => {
    const ada = await organization.createPerson('Ada');
    for (let round = 0; round < ROUNDS; round++) {
      expect(await me(ada)).toEqual(['200 ']);
      await write('DELETE', `/users/${ada.userId}`);
      expect(await me(ada)).toEqual(['401 Account is deactivated']);
      await write('POST', `/users/${ada.userId}/reactivate`);
    }
    expect(await me(ada)).toEqual(['200 ']);
  });

  it('the same while the gateways are busy', async () => {
    const [ada, grace] = [await organization.createPerson('Ada'), await organization.createPerson('Grace')];
    let isOver = false;
    let answered = 0;
    const load = Array.from({ length: LOAD }, async () => {
      const client = new Client(cluster.description.base_url);
      while (!isOver) {
        const { status } = await ask(client, { path: '/users', as: grace });
        if (status === 200) answered += 1;
      }
      await client.close();
    });
    try {
      for (let round = 0; round < ROUNDS; round++) {
        expect(await me(ada)).toEqual(['200 ']);
        await write('DELETE', `/users/${ada.userId}`);
        expect(await me(ada)).toEqual(['401 Account is deactivated']);
        await write('POST', `/users/${ada.userId}/reactivate`);
      }
      expect(await me(ada)).toEqual(['200 ']);
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect(answered).toBeGreaterThan(LOAD);
  });

  it('a key that was replaced is of no use, and the new one is', async () => {
    const ada = await organization.createPerson('Ada');
    const bot = await createBot(ada);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [who, path, by] of [
        [ada, '/users/me/api_key/regenerate', ada],
        [bot, `/bots/${bot.userId}/api_key/regenerate`, ada],
      ] as const) {
        expect(await me(who)).toEqual(['200 ']);
        const { api_key: apiKey } = await write('POST', path, {}, by);
        expect(await me(who)).toEqual(['401 Invalid API key']);
        Object.assign(who, { apiKey, client: who.client.as(who.email, apiKey) });
        expect(await me(who)).toEqual(['200 ']);
      }
    }
  });

  it('a bot is refused with its deactivation, and with that of its owner', async () => {
    const ada = await organization.createPerson('Ada');
    const bot = await createBot(ada);
    for (let round = 0; round < ROUNDS; round++) {
      expect(await me(bot)).toEqual(['200 ']);
      await write('DELETE', `/bots/${bot.userId}`);
      expect(await me(bot)).toEqual(['401 Account is deactivated']);
      await write('POST', `/users/${bot.userId}/reactivate`);
      expect(await me(bot)).toEqual(['200 ']);
    }
    await write('DELETE', `/users/${ada.userId}`);
    expect(await me(bot)).toEqual(['401 Account is deactivated']);
  });

  it('a role counts', async () => {
    const ada = await organization.createPerson('Ada');
    const asked = { path: '/channel_folders/create', method: 'POST', as: ada, form: {} } as const;
    for (let round = 0; round < ROUNDS; round++) {
      expect(await everywhere(asked)).toEqual(['400 Must be an organization administrator']);
      await write('PATCH', `/users/${ada.userId}`, { role: 200 });
      expect(await everywhere(asked)).toEqual([expect.stringMatching(/^400 Missing '/)]);
      await write('PATCH', `/users/${ada.userId}`, { role: 400 });
    }
  });

  it('the address that is shown to others logs in, and only that', async () => {
    const ada = await organization.createPerson('Ada');
    for (let round = 0; round < ROUNDS; round++) {
      const hidden = { ...ada, email: `user${ada.userId}@${organization.host.replace(/:\d+$/, '')}` };
      await write('PATCH', '/settings', { email_address_visibility: 5 }, ada);
      const { email } = await ada.client.succeed('GET', '/users/me');
      expect(email).not.toBe(ada.email);
      hidden.email = email;
      expect(await me(hidden)).toEqual(['200 ']);
      await write('PATCH', '/settings', { email_address_visibility: 1 }, ada);
      expect(await me(hidden)).toEqual(['401 Invalid API key']);
    }
  });

  it('a language counts', async () => {
    const ada = await organization.createPerson('Ada');
    const refusal = () => everywhere({ path: '/users/2147483647', as: ada });
    for (let round = 0; round < ROUNDS; round++) {
      await write('PATCH', '/settings', { default_language: 'de' }, ada);
      expect(await refusal()).toEqual(['400 Diese Person gibt es nicht']);
      await write('PATCH', '/settings', { default_language: 'en' }, ada);
      expect(await refusal()).toEqual(['400 No such user']);
    }
  });

  it('a password counts', async () => {
    const [ada] = [await organization.createPerson('Ada')];
    const first = randomBytes(12).toString('hex');
    const email = `${unique('a').replaceAll(' ', '')}@mail.example`;
    await write('POST', '/users', { email, password: first, full_name: ada.fullName });
    const login = (password: string) =>
      everywhere({ path: '/fetch_api_key', method: 'POST', form: { username: email, password } });
    expect(await login(first)).toEqual(['200 ']);
    const { api_key: apiKey } = await ada.client.anonymous().succeed('POST', '/dev_fetch_api_key', { username: email });
    const second = randomBytes(12).toString('hex');
    await ada.client.as(email, apiKey).succeed('PATCH', '/settings', { old_password: first, new_password: second });
    expect(await login(first)).toEqual(['401 Your username or password is incorrect']);
    expect(await login(second)).toEqual(['200 ']);
  });

  it('spectators are let in or not', async () => {
    const asked = { path: '/messages?num_before=0&num_after=0&anchor=newest&narrow=[["channels","web-public"]]' };
    for (let round = 0; round < ROUNDS; round++) {
      expect(await everywhere(asked)).toEqual(['200 ']);
      await write('PATCH', '/realm', { enable_spectator_access: false });
      expect(await everywhere(asked)).toEqual([`401 ${NOT_LOGGED_IN}`]);
      await write('PATCH', '/realm', { enable_spectator_access: true });
    }
  });

  it('everybody reads the settings that the login page shows', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = unique('Name');
      await write('PATCH', '/realm', { name });
      const answers = await Promise.all(clients.map((client) => ask(client, { path: '/server_settings' })));
      for (const { text } of answers) expect(JSON.parse(text)).toMatchObject({ realm_name: name });
    }
  });

  it('a report is in every answer, also of an account that has just been made', async () => {
    const observer = await organization.createPerson('Observer');
    const report = (as: Person, form: Record<string, string> = {}) =>
      clients.map((client) =>
        ask(client, { path: '/users/me/presence', method: 'POST', as, form: { status: 'active', ...form } }),
      );
    const [first] = await Promise.all(report(observer, { last_update_id: '-1' }));
    let { presence_last_update_id: known }: { presence_last_update_id: number } = JSON.parse(first?.text ?? '{}');
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = await addPerson(owner, 'New');
      await fresh.client.succeed('POST', '/users/me/presence', { status: 'active', ping_only: true });
      const [told, listed, single] = await Promise.all([
        Promise.all(report(observer, { last_update_id: String(known) })),
        Promise.all(clients.map((client) => ask(client, { path: '/realm/presence', as: observer }))),
        everywhere({ path: `/users/${fresh.userId}/presence`, as: observer }),
      ]);
      for (const { text } of told) {
        const { presences, presence_last_update_id: id }: { presences: object; presence_last_update_id: number } =
          JSON.parse(text);
        expect(Object.keys(presences)).toContain(String(fresh.userId));
        known = Math.max(known, id);
      }
      for (const { text } of listed) expect(text).toContain(`user${fresh.userId}@`);
      expect(single).toEqual(['200 ']);
    }
  });

  it('a topic that was deleted begins anew, and is followed by who begins it', async () => {
    const [ada, grace] = [await organization.createPerson('Ada'), await organization.createPerson('Grace')];
    await write('PATCH', '/settings', { automatically_follow_topics_policy: 3 }, ada);
    const channel = await createChannel(owner, [ada, grace]);
    for (let round = 0; round < ROUNDS; round++) {
      const topic = `round ${round}`;
      const send = (by: Person) => sendToChannel(by, channel, { topic });
      // Every replica comes to know the topic.
      for (let times = 0; times < 4; times++) await send(ada);
      await write('POST', `/streams/${channel.id}/delete_topic`, { topic_name: topic });
      await write('POST', '/user_topics', { stream_id: channel.id, topic, visibility_policy: 0 }, ada);
      await send(ada);
      const { user_topics: policies } = await ada.client.succeed('POST', '/register', {
        fetch_event_types: ['user_topic'],
        event_types: [],
      });
      expect(policies).toContainEqual(expect.objectContaining({ topic_name: topic, visibility_policy: 3 }));
    }
  });

  it('a limited guest writes to no stranger, and comes to know none by trying', async () => {
    const guest = await organization.createPerson('Gus', 600);
    const roles = await systemGroups(owner);
    const limit = (role: string) => write('PATCH', '/realm', { can_access_all_users_group: { new: roles[role] } });
    const { subscriptions } = await guest.client.succeed('GET', '/users/me/subscriptions');
    const names = subscriptions.map(({ name }: { name: string }) => name);
    await write('DELETE', '/users/me/subscriptions', { subscriptions: names }, guest);
    for (let round = 0; round < ROUNDS; round++) {
      const [known, stranger] = [await organization.createPerson('Ada'), await organization.createPerson('Bea')];
      const asked = (to: Person) =>
        ({
          path: '/messages',
          method: 'POST',
          as: guest,
          form: { type: 'direct', to: `[${to.userId}]`, content: 'a' },
        }) as const;
      // Every replica has read that guests may write to everybody.
      expect(await everywhere(asked(known))).toEqual(['200 ']);
      await limit('role:members');
      expect(await everywhere(asked(stranger))).toEqual([
        '400 You do not have permission to access some of the recipients.',
      ]);
      expect(await everywhere({ path: `/users/${stranger.userId}`, as: guest })).toEqual([
        '400 Insufficient permission',
      ]);
      await limit('role:everyone');
    }
  });

  it('a deactivated organization is closed', async () => {
    const other = await createOrganization(cluster);
    const asked = { path: '/users/me', as: other.owner, host: other.host };
    expect(await everywhere(asked)).toEqual(['200 ']);
    await other.owner.client.succeed('POST', '/realm/deactivate', { deletion_delay_days: 30 });
    expect(await everywhere(asked)).toEqual(['401 This organization has been deactivated']);
  });
});
