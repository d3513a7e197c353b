import { Type } from '@sinclair/typebox';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';
import { apiKey } from '../../test-support/fake-stores';
import { TestApplication, basic, startTestApplication } from '../../test-support/test-application';

const Empty = Type.Object({}, { additionalProperties: true });

@EndpointController()
class GuardedController {
  @Endpoint({ method: 'GET', path: 'me', summary: 'Me', tag: 'T', auth: 'user', response: Empty })
  me(ctx: UserContext) {
    return { user_id: ctx.actor.userId };
  }

  @Endpoint({
    method: 'POST',
    path: 'messages',
    summary: 'Send',
    tag: 'T',
    auth: 'user',
    allowsWebhookBots: true,
    response: Empty,
  })
  send(ctx: UserContext) {
    return { user_id: ctx.actor.userId };
  }

  @Endpoint({ method: 'GET', path: 'maybe', summary: 'Maybe', tag: 'T', auth: 'optional', response: Empty })
  maybe(ctx: RequestContext) {
    return { user_id: ctx.actor?.userId ?? null };
  }

  @Endpoint({ method: 'GET', path: 'open', summary: 'Open', tag: 'T', auth: 'public', response: Empty })
  open(ctx: RequestContext) {
    return { user_id: ctx.actor?.userId ?? null };
  }

  @Endpoint({
    method: 'GET',
    path: 'admins',
    summary: 'Admins',
    tag: 'T',
    auth: 'user',
    guard: 'administrator',
    response: Empty,
  })
  admins() {
    return {};
  }
}

const UNAUTHORIZED = 'UNAUTHORIZED';

describe('Basic authentication (organization.md 2.1)', () => {
  let app: TestApplication;
  const key = {
    member: apiKey('member'),
    dormant: apiKey('dormant'),
    closedRealm: apiKey('closed'),
    elsewhere: apiKey('elsewhere'),
    webhook: apiKey('webhook'),
    customHost: apiKey('custom'),
  };

  beforeAll(async () => {
    app = await startTestApplication([GuardedController]);
    app.keys.add(key.member, { userId: 1, email: 'user1@chat.example', deliveryEmail: 'Ada@mail.example' });
    app.keys.add(key.dormant, { userId: 2, deliveryEmail: 'b@mail.example', isActive: false });
    app.keys.add(key.closedRealm, {
      userId: 3,
      deliveryEmail: 'c@mail.example',
      isRealmDeactivated: true,
      isActive: false,
    });
    app.keys.add(key.elsewhere, { userId: 4, deliveryEmail: 'd@mail.example', stringId: 'hall' });
    app.keys.add(key.webhook, { userId: 5, deliveryEmail: 'e@mail.example', isBot: true, botType: 2 });
    app.keys.add(key.customHost, {
      userId: 6,
      deliveryEmail: 'f@mail.example',
      stringId: 'own',
      customHost: 'talk.other',
    });
    app.realms.hosts.set('talk.other', 'own');
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  const me = (headers: Record<string, string>) => app.inject({ url: '/api/v1/me', headers });

  it.each([
    ['no header', {}, 'Not logged in: API authentication or user session required'],
    ['an unknown key', basic('ada@mail.example', apiKey('nobody')), 'Invalid API key'],
    ["another account's name", basic('b@mail.example', key.member), 'Invalid API key'],
    ['a short key', basic('ada@mail.example', 'short'), 'Malformed API key'],
    ['a key with other characters', basic('ada@mail.example', `${'x'.repeat(31)}!`), 'Malformed API key'],
    ['a deactivated account', basic('b@mail.example', key.dormant), 'Account is deactivated'],
    ['a deactivated organization', basic('c@mail.example', key.closedRealm), 'This organization has been deactivated'],
    [
      'a key of another organization',
      basic('d@mail.example', key.elsewhere),
      'Account is not associated with this subdomain',
    ],
    ['a webhook bot', basic('e@mail.example', key.webhook), 'This API is not available to incoming webhook bots.'],
    ['half a header', { authorization: 'Basic' }, 'Invalid authorization header for basic auth'],
  ])('refuses %s', async (_what, headers: Record<string, string>, msg) => {
    const response = await me(headers);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ result: 'error', msg, code: UNAUTHORIZED });
    expect(response.headers['www-authenticate']).toBe('Basic realm="zulip"');
  });

  it('refuses other schemes', async () => {
    const response = await me({ authorization: 'Bearer abc' });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { result: 'error', msg: 'This endpoint requires HTTP basic authentication.', code: 'BAD_REQUEST' },
    ]);
  });

  it.each([['user1@CHAT.example'], ['ada@MAIL.example'], [' Ada@mail.example ']])(
    'accepts the name %s',
    async (name) => {
      expect((await me(basic(name, key.member))).json()).toMatchObject({ user_id: 1 });
    },
  );

  it('accepts accounts on the host of their organization only', async () => {
    const hall = { ...basic('d@mail.example', key.elsewhere), host: 'hall.chat.example' };
    expect((await me(hall)).json()).toMatchObject({ user_id: 4 });
    expect((await me({ ...basic('ada@mail.example', key.member), host: 'hall.chat.example' })).statusCode).toBe(401);
    expect((await me({ ...basic('ada@mail.example', key.member), host: 'unknown.host' })).json()).toMatchObject({
      user_id: 1,
    });
    expect((await me({ ...basic('f@mail.example', key.customHost), host: 'talk.other:443' })).json()).toMatchObject({
      user_id: 6,
    });
  });

  it('lets webhook bots send', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/messages',
      headers: basic('e@mail.example', key.webhook),
    });
    expect(response.json()).toMatchObject({ user_id: 5 });
  });

  it('treats optional and public endpoints as they say', async () => {
    const headers = basic('ada@mail.example', key.member);
    expect((await app.inject({ url: '/api/v1/maybe' })).json()).toMatchObject({ user_id: null });
    expect((await app.inject({ url: '/api/v1/maybe', headers })).json()).toMatchObject({ user_id: 1 });
    expect((await app.inject({ url: '/api/v1/maybe', headers: basic('x', 'y') })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/v1/open', headers: basic('x', 'y') })).json()).toMatchObject({
      user_id: null,
    });
  });

  it('refuses roles with HTTP 400', async () => {
    const response = await app.inject({ url: '/api/v1/admins', headers: basic('ada@mail.example', key.member) });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { result: 'error', msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' },
    ]);
  });

  describe('with a copy of the key at hand', () => {
    let seed = 0;
    let realmId = 100;
    beforeEach(() => {
      app.versions.isAway = false;
    });

    /** A key that was just used. */
    async function usedKey(details: Parameters<typeof app.keys.add>[1] = {}) {
      const name = apiKey(`used${seed++}`);
      const account = {
        userId: 1_000 + seed,
        realmId: realmId++,
        deliveryEmail: `used${seed}@mail.example`,
        ...details,
      };
      const holder = app.keys.add(name, account);
      await me(basic(holder.deliveryEmail, name));
      /** As a write that was answered. */
      const change = (changes: Partial<typeof holder>): void => {
        const accessVersion = holder.accessVersion + 1;
        app.keys.add(name, { ...holder, ...changes, accessVersion });
        app.versions.versions.set(`realm:${holder.realmId}:access`, accessVersion);
      };
      return { name, holder, change, headers: basic(holder.deliveryEmail, name) };
    }

    it('reads it once for a burst, and again after its life', async () => {
      const fresh = apiKey('fresh');
      app.keys.add(fresh, { userId: 9, deliveryEmail: 'g@mail.example' });
      const headers = basic('g@mail.example', fresh);
      const before = app.keys.reads;
      const burst = await Promise.all(Array.from({ length: 20 }, () => me(headers)));
      expect(burst.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
      expect(app.keys.reads).toBe(before + 1);
      // Redis has lost the version that tells; the database has it.
      app.keys.revoke(fresh);
      app.keys.version = 1;
      const revokedAt = performance.now();
      while ((await me(headers)).statusCode === 200) app.limiter.counts.clear();
      expect(performance.now() - revokedAt).toBeLessThan(1_000);
      app.keys.version = 0;
    });

    it.each([
      ['a deactivated account', { isActive: false }, 'Account is deactivated'],
      ['a deactivated organization', { isRealmDeactivated: true }, 'This organization has been deactivated'],
      ['another address', { deliveryEmail: 'moved@mail.example', email: 'm@chat.example' }, 'Invalid API key'],
      ['another subdomain', { stringId: 'elsewhere' }, 'Account is not associated with this subdomain'],
    ])('refuses the next request of %s', async (_what, changes, msg) => {
      const { headers, change } = await usedKey();
      change(changes);
      const response = await me(headers);
      expect([response.statusCode, response.json<{ msg: string }>().msg]).toEqual([401, msg]);
    });

    it('refuses the next request with a key that has ended', async () => {
      const { name, headers, change } = await usedKey();
      change({});
      app.keys.revoke(name);
      expect((await me(headers)).json()).toMatchObject({ msg: 'Invalid API key' });
    });

    it('lets in who was refused before, without asking for versions', async () => {
      const { name, holder, headers } = await usedKey({ isActive: false });
      expect((await me(headers)).statusCode).toBe(401);
      app.keys.add(name, { ...holder, isActive: true });
      expect((await me(headers)).statusCode).toBe(200);
      app.keys.add(name, { ...holder, isActive: true, deliveryEmail: 'now@mail.example' });
      expect((await me(basic('now@mail.example', name))).statusCode).toBe(200);
    });

    it('reads every time while versions cannot be asked for', async () => {
      const { name, headers } = await usedKey();
      app.versions.isAway = true;
      const before = app.keys.reads;
      expect((await me(headers)).statusCode).toBe(200);
      expect(app.keys.reads).toBe(before + 1);
      app.keys.revoke(name);
      expect((await me(headers)).statusCode).toBe(401);
    });

    it('does not trust a read that began before the request came', async () => {
      const { headers, change } = await usedKey();
      app.versions.isAway = true;
      const slow = app.keys.holdBack();
      const first = me(headers);
      await slow.begun;
      app.versions.isAway = false;
      change({ isActive: false });
      const second = me(headers);
      slow.goOn();
      expect((await first).statusCode).toBe(200);
      expect((await second).statusCode).toBe(401);
    });

    it('counts a request once, whatever it takes to know the caller', async () => {
      const { holder, headers, change } = await usedKey();
      app.limiter.counts.clear();
      change({ role: 200 });
      expect((await me(headers)).statusCode).toBe(200);
      expect([...app.limiter.counts]).toEqual([[`api_by_user:${holder.userId}`, 1]]);
    });
  });

  it('does not remember unknown keys', async () => {
    const later = apiKey('later');
    const headers = basic('h@mail.example', later);
    expect((await me(headers)).statusCode).toBe(401);
    app.keys.add(later, { userId: 10, deliveryEmail: 'h@mail.example' });
    expect((await me(headers)).json()).toMatchObject({ user_id: 10 });
  });
});
