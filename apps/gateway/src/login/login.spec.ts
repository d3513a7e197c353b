import { DomainError, devFetchApiKey, devListUsers, fetchApiKey, regenerateApiKey } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import { apiKey } from '../test-support/fake-stores';
import { TestApplication, basic, form, startTestApplication } from '../test-support/test-application';
import { LoginController } from './login.controller';

const KEY = apiKey('login');
const FETCHED = { api_key: 'k'.repeat(32), email: 'ada@mail.example', user_id: 7 };

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
    rpc.answer(fetchApiKey, FETCHED);
    const response = await post('fetch_api_key', { username: 'ada@mail.example', password: 'secret' });
    expect(response.json()).toEqual({ result: 'success', msg: '', ...FETCHED });
    expect(rpc.calls.at(-1)?.request).toEqual({ realmId: 1, username: 'ada@mail.example', password: 'secret' });
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
    rpc.answer(fetchApiKey, () => {
      throw new DomainError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', { status: 401 });
    });
    const response = await post('fetch_api_key', { username: 'ada@mail.example', password: 'wrong' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it('without a password exist in development only', async () => {
    rpc.answer(devFetchApiKey, FETCHED);
    rpc.answer(devListUsers, { direct_admins: [], direct_users: [] });
    await start();
    const refused = await post('dev_fetch_api_key', { username: 'ada@mail.example' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ msg: 'Endpoint not available in production.' });
    expect((await app.inject({ url: '/api/v1/dev_list_users' })).statusCode).toBe(400);
    await app.close();
    await start({ STOA_MODE: 'development' });
    expect((await post('dev_fetch_api_key', { username: 'ada@mail.example' })).json()).toMatchObject(FETCHED);
    expect((await app.inject({ url: '/api/v1/dev_list_users' })).json()).toMatchObject({ direct_admins: [] });
  });

  it('replace the own keys', async () => {
    await start();
    app.keys.add(KEY, { email: 'me@chat.example', isBot: true, botType: 1 });
    rpc.answer(regenerateApiKey, { api_key: 'n'.repeat(32) });
    const response = await post('users/me/api_key/regenerate', {}, basic('me@chat.example', KEY));
    expect(response.json()).toEqual({ result: 'success', msg: '', api_key: 'n'.repeat(32) });
    expect((await post('users/me/api_key/regenerate', {})).statusCode).toBe(401);
  });
});
