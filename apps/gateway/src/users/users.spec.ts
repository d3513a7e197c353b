import { createUser, getOwnUser, listUsers } from '@stoa/contracts';
import { RopeBuilder } from '@stoa/fragments';
import { RpcClient } from '@stoa/rpc';
import { FragmentCache } from '../ropes/fragment-cache';
import { RopeCaller } from '../ropes/rope-caller';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import { apiKey } from '../test-support/fake-stores';
import { TestApplication, basic, form, startTestApplication } from '../test-support/test-application';
import { Spectators } from '../messages/spectators';
import { UsersController } from './users.controller';

const MEMBER = apiKey('member');
const ADMINISTRATOR = apiKey('administrator');

describe('users', () => {
  let app: TestApplication;
  const rpc = new FakeRpcClient();

  beforeAll(async () => {
    const providers = [FragmentCache, RopeCaller, Spectators, { provide: RpcClient, useValue: rpc }];
    app = await startTestApplication([UsersController], {}, providers);
    app.keys.add(MEMBER, { email: 'member@chat.example' });
    app.keys.add(ADMINISTRATOR, { email: 'administrator@chat.example', role: 200 });
  });
  afterAll(() => app.close());

  const get = (path: string, headers = basic('member@chat.example', MEMBER)) =>
    app.inject({ url: `/api/v1/${path}`, headers });

  it('are listed with what was asked for', async () => {
    rpc.answer(listUsers, new RopeBuilder().text('{"members":[]}').encode());
    expect((await get('users')).json()).toEqual({ result: 'success', msg: '', members: [] });
    expect(rpc.calls.at(-1)?.request).toEqual({
      realmId: 1,
      clientGravatar: true,
      includeCustomProfileFields: false,
      userIds: null,
      known: {},
    });
    await get('users?client_gravatar=false&include_custom_profile_fields=true&user_ids=[1,2]');
    expect(rpc.calls.at(-1)?.request).toMatchObject({
      clientGravatar: false,
      includeCustomProfileFields: true,
      userIds: [1, 2],
    });
  });

  it('need credentials', async () => {
    const response = await get('users', {});
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      code: 'UNAUTHORIZED',
      msg: 'Not logged in: API authentication or user session required',
    });
  });

  it('see themselves', async () => {
    rpc.answer(getOwnUser, { user_id: 1 });
    expect((await get('users/me')).json()).toEqual({ result: 'success', msg: '', user_id: 1 });
  });

  it('are created by administrators', async () => {
    rpc.answer(createUser, { user_id: 9 });
    const { headers, payload } = form({ email: 'ada@mail.example', password: 'secret', full_name: 'Ada' });
    const post = (credentials: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/v1/users', headers: { ...headers, ...credentials }, payload });
    expect((await post(basic('administrator@chat.example', ADMINISTRATOR))).json()).toMatchObject({ user_id: 9 });
    expect(rpc.calls.at(-1)?.request).toEqual({ email: 'ada@mail.example', password: 'secret', fullName: 'Ada' });
    const refused = await post(basic('member@chat.example', MEMBER));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
  });
});
