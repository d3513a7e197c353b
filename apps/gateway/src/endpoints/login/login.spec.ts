import { devIssueApiKey, issueApiKey, issueJwtApiKey, issueOwnApiKey } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { sessionToken } from '../../test-support/fake-stores';
import { HOST, TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { LoginController } from './login.controller';

const FETCHED = { api_key: 'k'.repeat(32), email: 'ada@mail.example', user_id: 7 };

/** Where requests of tests come from. */
const FROM = { ip_address: '127.0.0.1', user_agent: 'lightMyRequest' };

describe('logins', () => {
  let app: TestApplication;
  const rpc = new FakeRpcClient();

  const start = async (variables: Record<string, string> = {}): Promise<void> => {
    app = await startTestApplication([LoginController], variables, [{ provide: RpcClient, useValue: rpc }]);
  };
  afterEach(() => app.close());

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = form(fields);
    return app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: { ...body.headers, ...headers },
      payload: body.payload,
    });
  };

  it('give a key for a password', async () => {
    await start();
    rpc.answer(issueApiKey, FETCHED);
    const response = await post('fetch_api_key', { username: 'ada@mail.example', password: 'secret' });
    expect(response.json()).toEqual({ result: 'success', msg: '', ...FETCHED });
    expect(rpc.calls.at(-1)?.request).toEqual({
      realm_id: 1,
      username: 'ada@mail.example',
      password: 'secret',
      ...FROM,
    });
  });

  it('need both parameters, and an organization', async () => {
    await start();
    const missing = await post('fetch_api_key', { username: 'ada@mail.example' });
    expect(missing.json()).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'password' argument",
      var_name: 'password',
    });
    const nowhere = await post('fetch_api_key', { username: 'a', password: 'b' }, { host: 'none.chat.example' });
    expect(nowhere.statusCode).toBe(404);
    expect(nowhere.json()).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain' });
  });

  it('pass refusals on', async () => {
    await start();
    rpc.answer(issueApiKey, () => {
      throw new DomainError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', { status: 401 });
    });
    const response = await post('fetch_api_key', { username: 'ada@mail.example', password: 'wrong' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it('without a password exist in development only', async () => {
    rpc.answer(devIssueApiKey, FETCHED);
    await start();
    const refused = await post('dev_fetch_api_key', { username: 'ada@mail.example' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ msg: 'Endpoint not available in production.' });
    await app.close();
    await start({ STOA_MODE: 'development' });
    expect((await post('dev_fetch_api_key', { username: 'ada@mail.example' })).json()).toMatchObject(FETCHED);
  });

  it('with a token are asked of the organization of the host', async () => {
    await start();
    rpc.answer(issueJwtApiKey, FETCHED);
    const answer = await post('jwt/fetch_api_key', { token: 'a.b.c', include_profile: 'true' });
    expect(answer.json()).toMatchObject(FETCHED);
    const request = { realm_id: 1, realm_url: `http://${HOST}`, token: 'a.b.c', include_profile: true };
    expect(rpc.calls.at(-1)?.request).toEqual({ ...request, ...FROM });
    expect((await post('jwt/fetch_api_key', {}, { host: 'none.chat.example' })).statusCode).toBe(404);
  });

  it('of a browser that is signed in are counted by its account, and belong to its session', async () => {
    await start();
    app.sessions.add(sessionToken('member'));
    const headers = { origin: `http://${HOST}`, 'x-csrftoken': 'x', cookie: `sessionid=${sessionToken('member')}` };
    const own = (password: string) => {
      const body = form({ password });
      const sent = { ...body.headers, ...headers };
      return app.inject({ method: 'POST', url: '/json/fetch_api_key', headers: sent, payload: body.payload });
    };
    rpc.answer(issueOwnApiKey, FETCHED);
    expect((await own('secret')).json()).toMatchObject(FETCHED);
    expect(rpc.calls.at(-1)?.request).toEqual({ password: 'secret', session_id: 1 });
    rpc.answer(issueOwnApiKey, () => {
      throw new DomainError('BAD_REQUEST', 'Password is incorrect.');
    });
    for (let attempt = 0; attempt < 5; attempt++) expect((await own('wrong')).statusCode).toBe(400);
    expect((await own('wrong')).statusCode).toBe(429);
    expect((await app.inject({ method: 'POST', url: '/json/fetch_api_key' })).statusCode).toBe(401);
  });
});
