import { signInByProxy } from '@stoa/contracts/users';
import { GatewayEnvironment } from '../../gateway-environment';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { TestApplication, startTestApplication } from '../../test-support/test-application';
import { ExternalSignInModule } from './external-sign-in.module';
import { RemoteUserTrust } from './remote-user-trust';

const PROXY = '10.1.2.3';
const TRUST = {
  STOA_REMOTE_USER_HEADER: 'X-Remote-User',
  STOA_REMOTE_USER_PROXIES: '10.1.0.0/16, fd00::1',
  STOA_TRUSTED_PROXIES: '10.1.0.0/16',
};
const SECRET = 'a secret of the proxy';
const PAD = '0123456789abcdef'.repeat(4);

describe('a name that a proxy gives', () => {
  const rpc = new FakeRpcClient();
  const open: TestApplication[] = [];

  const start = async (variables: Record<string, string>) => {
    const app = await startTestApplication([], variables, [], [rpc.module, ExternalSignInModule]);
    open.push(app);
    return app;
  };
  afterAll(() => Promise.all(open.map((app) => app.close())));
  beforeEach(() => {
    rpc.calls.length = 0;
    rpc.answer(signInByProxy, { result: 'refused', reason: 'provider-failed' });
  });

  const ask = async (app: TestApplication, remoteAddress: string, headers: Record<string, string>, query = '') => {
    app.limiter.counts.clear();
    const answer = await app.inject({ url: `/accounts/login/sso/${query}`, remoteAddress, headers });
    return { answer, request: rpc.calls.at(-1)?.request };
  };

  it('is taken from the addresses that are listed, and from nobody else', async () => {
    const app = await start(TRUST);
    const nameFrom = async (address: string, headers: Record<string, string>) =>
      (await ask(app, address, headers)).request;
    const named = { 'x-remote-user': 'ada' };
    expect(await nameFrom(PROXY, named)).toMatchObject({ name: 'ada' });
    expect(await nameFrom('fd00::1', named)).toMatchObject({ name: 'ada' });
    expect(await nameFrom(`::ffff:${PROXY}`, named)).toMatchObject({ name: 'ada' });
    expect(await nameFrom('203.0.113.9', named)).toMatchObject({ name: null });
    expect(await nameFrom('203.0.113.9', { ...named, 'x-forwarded-for': PROXY })).toMatchObject({ name: null });
    expect(await nameFrom(PROXY, {})).toMatchObject({ name: null });
    expect(await nameFrom(PROXY, { 'x-remote-user': 'ada, eve' })).toMatchObject({ name: null });
  });

  it('is taken with the secret only, where there is one', async () => {
    const app = await start({ ...TRUST, STOA_REMOTE_USER_SECRET: SECRET });
    const named = { 'x-remote-user': 'ada' };
    const nameWith = async (headers: Record<string, string>) => (await ask(app, PROXY, headers)).request;
    expect(await nameWith({ ...named, 'x-remote-user-secret': SECRET })).toMatchObject({ name: 'ada' });
    expect(await nameWith({ ...named, 'x-remote-user-secret': 'another' })).toMatchObject({ name: null });
    expect(await nameWith(named)).toMatchObject({ name: null });
  });

  it('is not looked for unless the operator says so', async () => {
    const app = await start({});
    const { answer, request } = await ask(app, '127.0.0.1', { 'x-remote-user': 'ada', none: 'ada' });
    expect(request).toMatchObject({ name: null });
    expect(answer.headers.location).toBe('/login/?error=provider-failed');
  });

  it('signs in to what was asked for', async () => {
    const app = await start(TRUST);
    const named = { 'x-remote-user': 'ada' };
    const query = `?next=%2F%23inbox&mobile_flow_otp=${PAD}`;
    rpc.answer(signInByProxy, { result: 'phone', location: 'zulip://login?x' });
    const { answer, request } = await ask(app, PROXY, named, query);
    expect(answer.headers.location).toBe('zulip://login?x');
    expect(request).toMatchObject({ next: '/#inbox', app: { app: 'phone', pad: PAD }, is_sign_up: false });
    expect((await ask(app, PROXY, named, '?next=%2F%2Fevil.example')).request).toMatchObject({ next: '/' });
    expect((await ask(app, PROXY, named, '?mobile_flow_otp=1')).answer.statusCode).toBe(400);
    rpc.answer(signInByProxy, { result: 'ask', ticket: 'ticket' });
    const asked = (await ask(app, PROXY, named)).answer;
    expect([asked.headers.location, asked.headers['set-cookie']]).toEqual([
      '/accounts/register/external/ticket',
      [expect.stringContaining('sign_in=')],
    ]);
  });

  it.each(['proxy.example', '10.0.0.0/x', '10.0.0.0/40', '10.0.0.0/', '10/8'])(
    'needs a list that can be read, not %s',
    (list) => {
      const environment = Object.assign(new GatewayEnvironment(), { ...TRUST, STOA_REMOTE_USER_PROXIES: list });
      expect(() => new RemoteUserTrust(environment)).toThrow(RangeError);
    },
  );
});
