import type { CreatedRealm } from '@stoa/database';
import { UsersApplication } from '../../test-support/users-application';
import { VideoServer } from '../../test-support/video-server';
import { apiAddress } from './big-blue-button';
import { BigBlueButtonCallsService } from './big-blue-button-calls.service';
import { ZoomCallsService } from './zoom-calls.service';
import { ZoomConnectionsService } from './zoom-connections.service';

const VIDEO = { is_video_call: true };
const NO_TOKEN = { code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', message: 'Invalid Zoom access token', status: 400 };
const CREATED = '<response><returncode>SUCCESS</returncode><createTime>1531155809613</createTime></response>';

describe('video calls', () => {
  let server: VideoServer;
  let app: UsersApplication;
  let realm: CreatedRealm;

  beforeAll(async () => {
    server = await VideoServer.start();
    app = await UsersApplication.start({
      STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.2',
      STOA_BIG_BLUE_BUTTON_URL: `${server.url}/bigbluebutton/`,
      STOA_BIG_BLUE_BUTTON_SECRET: 'a shared secret',
      STOA_ZOOM_CLIENT_ID: 'client',
      STOA_ZOOM_CLIENT_SECRET: 'secret',
      STOA_ZOOM_OAUTH_URL: server.url,
      STOA_ZOOM_API_URL: server.url,
    });
    realm = await app.createRealm();
  });
  beforeEach(() => server.forget());
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });

  const context = async (ofRealm = realm) => app.contextOf((await app.createPerson(ofRealm, null)).id);

  describe('at BigBlueButton', () => {
    const bbb = { url: '', secret: 'a shared secret' };
    const calls = () => app.get(BigBlueButtonCallsService);
    const linkOf = async (ctx: Awaited<ReturnType<typeof context>>, voice_only = false): Promise<string> => {
      const { url } = await calls().create(ctx, { meeting_name: 'Plans & more', voice_only });
      expect(url).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+$/);
      return url.split('=')[1] ?? '';
    };

    it('are made when the link is opened, and joined with signed addresses', async () => {
      const [maker, other] = [await context(), await context()];
      server.on('/bigbluebutton/api/create', () => ({ body: CREATED }));
      const call = await linkOf(maker, true);
      expect(server.requests).toEqual([]);
      const [first, second] = [await calls().join(maker, { call }), await calls().join(other, { call })];
      const asked = new URL(server.requests[0]?.path ?? '', server.url).searchParams;
      expect(asked.get('name')).toBe('Plans & more');
      expect(asked.get('lockSettingsDisableCam')).toBe('true');
      const meetingID = asked.get('meetingID') ?? '';
      const joining = (role: string, fullName: string) =>
        apiAddress({ ...bbb, url: `${server.url}/bigbluebutton` }, 'join', [
          ['meetingID', meetingID],
          ['role', role],
          ['fullName', fullName],
          ['createTime', '1531155809613'],
        ]);
      expect(first.url).toBe(joining('MODERATOR', maker.actor.fullName));
      expect(second.url).toBe(joining('VIEWER', other.actor.fullName));
      expect(new Set(server.requests.map(({ path }) => path)).size).toBe(1);
    });

    it('are those of the own organization, and of links that were made here', async () => {
      const ctx = await context();
      const stranger = { ...ctx, actor: { ...ctx.actor, realmId: ctx.actor.realmId + 1 } };
      const refused = { message: 'Invalid signature.', status: 400 };
      const call = await linkOf(ctx);
      await expect(calls().join(stranger, { call })).rejects.toMatchObject(refused);
      for (const wrong of ['', 'x', `${call.slice(0, -4)}AAAA`]) {
        await expect(calls().join(ctx, { call: wrong })).rejects.toMatchObject(refused);
      }
      expect(server.requests).toEqual([]);
    });

    it.each([
      [
        'another secret',
        { body: '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>' },
        'Error authenticating to the BigBlueButton server.',
      ],
      ['a page', { body: '<html></html>' }, 'BigBlueButton server returned an unexpected error.'],
      ['a failure', { status: 502, body: '' }, 'Error connecting to the BigBlueButton server.'],
    ])('say what is wrong: %s', async (_what, answer, message) => {
      const ctx = await context();
      server.on('/bigbluebutton/api/create', () => answer);
      await expect(calls().join(ctx, { call: await linkOf(ctx) })).rejects.toMatchObject({ message, status: 400 });
    });
  });

  describe('at Zoom, in accounts of people', () => {
    const calls = () => app.get(ZoomCallsService);
    const connections = () => app.get(ZoomConnectionsService);
    const grant = (name: string, expires_in = 3_600) => ({
      body: { access_token: `token ${name}`, refresh_token: `renewal ${name}`, token_type: 'bearer', expires_in },
    });
    const sealedOf = async (userId: number) =>
      (await app.run('SELECT sealed_token FROM zoom_token WHERE user_id = $1', [userId]))[0]?.sealed_token;
    const eventsOf = async () =>
      (await app.run("SELECT body FROM outbox WHERE body LIKE '%has_zoom_token%' ORDER BY id", [])).map(
        ({ body }) => /"value":(true|false)/.exec(String(body))?.[1],
      );
    const meetings = (answer: { status?: number; body: object }) => server.on('/v2/users/me/meetings', () => answer);
    const queryOf = async (ctx: Awaited<ReturnType<typeof context>>): Promise<string> => {
      const { searchParams } = new URL((await connections().begin(ctx)).url);
      expect(searchParams.get('redirect_uri')).toBe(`${ctx.actor.realmUrl}/calls/zoom/complete`);
      return `code=abc&state=${searchParams.get('state')}`;
    };
    const connected = async (expiresIn?: number) => {
      const ctx = await context();
      server.on('/oauth/token', () => grant('first', expiresIn));
      await connections().finish(ctx, { query: await queryOf(ctx) });
      return ctx;
    };

    it('need a connection', async () => {
      await expect(calls().create(await context(), VIDEO)).rejects.toMatchObject(NO_TOKEN);
    });

    it('are made in the name of who has connected theirs, whose clients hear of it', async () => {
      const before = await eventsOf();
      const ctx = await connected();
      expect(await eventsOf()).toEqual([...before, 'true']);
      const [exchange] = server.requests;
      const basic = `Basic ${Buffer.from('client:secret').toString('base64')}`;
      expect([exchange?.path, exchange?.headers.authorization]).toEqual(['/oauth/token', basic]);
      expect(new URLSearchParams(exchange?.body).get('code')).toBe('abc');
      expect(String(await sealedOf(ctx.actor.userId))).not.toContain('token first');
      meetings({ status: 201, body: { join_url: 'https://zoom.example/j/1' } });
      expect(await calls().create(ctx, { is_video_call: false })).toEqual({ url: 'https://zoom.example/j/1' });
      const made = server.requests.at(-1);
      expect(made?.headers.authorization).toBe('Bearer token first');
      expect(JSON.parse(made?.body ?? '')).toMatchObject({ settings: { host_video: false, participant_video: false } });
    });

    it('are connected by who began, and only just now', async () => {
      const [ctx, other] = [await context(), await context()];
      const query = await queryOf(ctx);
      const refused = { message: 'Invalid Zoom session identifier', status: 400 };
      await expect(connections().finish(other, { query })).rejects.toMatchObject(refused);
      await expect(connections().finish(ctx, { query: 'code=abc' })).rejects.toMatchObject(refused);
      server.on('/oauth/token', () => ({ status: 400, body: { error: 'invalid_grant' } }));
      const failed = { message: 'Invalid Zoom credentials', status: 400 };
      await expect(connections().finish(ctx, { query })).rejects.toMatchObject(failed);
      const declined = query.replace('code=abc', 'error=access_denied');
      await expect(connections().finish(ctx, { query: declined })).rejects.toMatchObject(failed);
      expect(await sealedOf(ctx.actor.userId)).toBeUndefined();
    });

    it('renew what has run out, and store what they got', async () => {
      const ctx = await connected(1);
      server.on('/oauth/token', () => grant('second'));
      meetings({ body: { join_url: 'https://zoom.example/j/2' } });
      await calls().create(ctx, VIDEO);
      expect(server.requests.map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toContain(
        'renewal first',
      );
      expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer token second');
      await calls().create(ctx, VIDEO);
      expect(server.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(2);
    });

    it('are renewed by one of two requests at once: for Zoom the second would be wrong', async () => {
      const ctx = await connected(1);
      let renewals = 0;
      server.on('/oauth/token', () => {
        renewals += 1;
        return renewals === 1 ? grant('second') : { status: 400, body: { error: 'invalid_grant' } };
      });
      meetings({ body: { join_url: 'https://zoom.example/j/2' } });
      const made = await Promise.all([calls().create(ctx, VIDEO), calls().create(ctx, VIDEO)]);
      expect(made).toEqual([{ url: 'https://zoom.example/j/2' }, { url: 'https://zoom.example/j/2' }]);
      expect(renewals).toBe(1);
    });

    it('keep what renews them where Zoom gives nothing newer', async () => {
      const ctx = await connected(1);
      server.on('/oauth/token', () => ({ body: { access_token: 'second', token_type: 'bearer', expires_in: 1 } }));
      meetings({ body: { join_url: 'https://zoom.example/j/2' } });
      for (let count = 0; count < 2; count += 1) await calls().create(ctx, VIDEO);
      const used = server.requests.map(({ body }) => new URLSearchParams(body).get('refresh_token'));
      expect(used.filter((token) => token !== null)).toEqual(['renewal first', 'renewal first']);
    });

    it.each([
      ['does not know the app', { status: 401, body: { error: 'invalid_client' } }],
      ['is asked too often', { status: 429, body: { error: 'slow_down' } }],
      ['fails', { status: 500, body: { error: 'server_error' } }],
      ['wants other credentials', { status: 401, body: {}, headers: { 'www-authenticate': 'Basic realm="zoom"' } }],
    ])('keep a connection when Zoom %s, and renew it later', async (_what, answer) => {
      const ctx = await connected(1);
      server.on('/oauth/token', () => answer);
      const failed = { code: 'BAD_REQUEST', message: 'Failed to create Zoom call' };
      await expect(calls().create(ctx, VIDEO)).rejects.toMatchObject(failed);
      expect(await sealedOf(ctx.actor.userId)).toBeDefined();
      server.on('/oauth/token', () => grant('second'));
      meetings({ body: { join_url: 'https://zoom.example/j/2' } });
      expect(await calls().create(ctx, VIDEO)).toEqual({ url: 'https://zoom.example/j/2' });
    });

    it.each([
      [
        'renews it no more',
        1,
        () => server.on('/oauth/token', () => ({ status: 400, body: { error: 'invalid_grant' } })),
      ],
      ['takes it no more', 3_600, () => meetings({ status: 401, body: { code: 124 } })],
    ])('forget a connection when Zoom %s', async (_what, expiresIn, change) => {
      const ctx = await connected(expiresIn);
      const before = await eventsOf();
      change();
      await expect(calls().create(ctx, VIDEO)).rejects.toMatchObject(NO_TOKEN);
      expect(await sealedOf(ctx.actor.userId)).toBeUndefined();
      expect(await eventsOf()).toEqual([...before, 'false']);
    });

    it.each([
      ['a failure', { status: 500, body: {} }],
      ['no address', { body: {} }],
      ['an address that is none', { body: { join_url: 'javascript:alert(1)' } }],
    ])('keep it when a call fails: %s', async (_what, answer) => {
      const ctx = await connected();
      meetings(answer);
      const failed = { code: 'BAD_REQUEST', message: 'Failed to create Zoom call' };
      await expect(calls().create(ctx, VIDEO)).rejects.toMatchObject(failed);
      expect(await sealedOf(ctx.actor.userId)).toBeDefined();
    });
  });
});

describe('video calls in an account of the installation', () => {
  let server: VideoServer;
  let app: UsersApplication;

  beforeAll(async () => {
    server = await VideoServer.start();
    app = await UsersApplication.start({
      STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.2',
      STOA_ZOOM_CLIENT_ID: 'client',
      STOA_ZOOM_CLIENT_SECRET: 'secret',
      STOA_ZOOM_ACCOUNT_ID: 'account',
      STOA_ZOOM_OAUTH_URL: server.url,
      STOA_ZOOM_API_URL: server.url,
    });
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });

  it('are made for the address of who asks, with a token that is asked for again when it is taken back', async () => {
    const { id, username } = await app.createPerson(await app.createRealm(), null);
    const ctx = await app.contextOf(id);
    let tokens = 0;
    server.on('/oauth/token', () => ({
      body: { access_token: `token ${++tokens}`, token_type: 'bearer', expires_in: 3_600 },
    }));
    server.on(`/v2/users/${encodeURIComponent(username)}/meetings`, ({ headers }) =>
      headers.authorization === 'Bearer token 1' && tokens === 1 && server.requests.length > 2
        ? { status: 401, body: {} }
        : { status: 201, body: { join_url: `https://zoom.example/j/${tokens}` } },
    );
    const calls = app.get(ZoomCallsService);
    expect(await calls.create(ctx, VIDEO)).toEqual({ url: 'https://zoom.example/j/1' });
    expect(new URLSearchParams(server.requests[0]?.body).get('grant_type')).toBe('account_credentials');
    expect(await calls.create(ctx, VIDEO)).toEqual({ url: 'https://zoom.example/j/2' });
    expect(tokens).toBe(2);
    server.on('/oauth/token', () => ({ status: 400, body: { error: 'invalid_client' } }));
    server.on(`/v2/users/${encodeURIComponent(username)}/meetings`, () => ({ status: 401, body: {} }));
    await expect(calls.create(ctx, VIDEO)).rejects.toMatchObject({ message: 'Failed to create Zoom call' });
  });

  it('need no connection of people', async () => {
    const { id } = await app.createPerson(await app.createRealm('other'), null);
    const ctx = await app.contextOf(id);
    const refused = { message: 'Zoom credentials have not been configured', status: 400 };
    expect(() => app.get(ZoomConnectionsService).begin(ctx)).toThrow(expect.objectContaining(refused));
    const bbb = { message: 'BigBlueButton is not configured.', status: 400 };
    await expect(app.get(BigBlueButtonCallsService).join(ctx, { call: '' })).rejects.toMatchObject(bbb);
  });
});
