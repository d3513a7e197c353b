import { readUserList } from '@stoa/contracts/users';
import { FragmentedAnswerBuilder } from '@stoa/fragments';
import { RpcClient } from '@stoa/rpc';
import { FragmentCache } from '../../fragments/fragment-cache';
import { FragmentedCalls } from '../../fragments/fragmented-calls';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { apiKey } from '../../test-support/fake-stores';
import { TestApplication, basic, startTestApplication } from '../../test-support/test-application';
import { Spectators } from '../../http/spectators';
import { UsersController } from './users.controller';

const MEMBER = apiKey('member');

describe('users', () => {
  let app: TestApplication;
  const rpc = new FakeRpcClient();

  beforeAll(async () => {
    const providers = [FragmentCache, FragmentedCalls, Spectators, { provide: RpcClient, useValue: rpc }];
    app = await startTestApplication([UsersController], {}, providers);
    app.keys.add(MEMBER, { email: 'member@chat.example' });
  });
  afterAll(() => app.close());

  const get = (path: string, headers = basic('member@chat.example', MEMBER)) =>
    app.inject({ url: `/api/v1/${path}`, headers });

  it('are listed with what was asked for', async () => {
    rpc.answer(readUserList, new FragmentedAnswerBuilder().text('{"members":[]}').encode());
    expect((await get('users')).json()).toEqual({ result: 'success', msg: '', members: [] });
    expect(rpc.calls.at(-1)?.request).toEqual({
      realm_id: 1,
      client_gravatar: true,
      include_custom_profile_fields: false,
      known: {},
      takes_parts: true,
    });
    await get('users?client_gravatar=false&include_custom_profile_fields=true&user_ids=[1,2]');
    expect(rpc.calls.at(-1)?.request).toMatchObject({
      client_gravatar: false,
      include_custom_profile_fields: true,
      user_ids: [1, 2],
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
});
