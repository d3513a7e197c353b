import { applySettings, applyUserChanges, applyUserChangesByEmail, requireProof } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { apiKey, sessionToken } from '../../test-support/fake-stores';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { HOST, TestApplication, basic, form, startTestApplication } from '../../test-support/test-application';
import { SettingsController } from '../settings/settings.controller';
import { UserChangesController } from './user-changes.controller';

const OWN = 'person1@mail.example';

describe('new addresses', () => {
  let app: TestApplication;
  const rpc = new FakeRpcClient();

  beforeAll(async () => {
    const providers = [{ provide: RpcClient, useValue: rpc }];
    app = await startTestApplication([SettingsController, UserChangesController], {}, providers);
    app.sessions.add(sessionToken('member'));
    app.keys.add(apiKey('member'));
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.limiter.counts.clear();
    rpc.calls.length = 0;
    for (const contract of [applySettings, applyUserChanges, applyUserChangesByEmail]) rpc.answer(contract, {});
    rpc.answer(requireProof, {});
  });

  const patch = async (url: string, fields: Record<string, string>, headers: Record<string, string>) => {
    const body = form(fields);
    const sent = { ...body.headers, ...headers };
    return (await app.inject({ method: 'PATCH', url, headers: sent, payload: body.payload })).statusCode;
  };
  const browse = (path: string, fields: Record<string, string>) => {
    const cookie = `sessionid=${sessionToken('member')}`;
    return patch(`/json/${path}`, fields, { origin: `http://${HOST}`, 'x-csrftoken': 'x', cookie });
  };
  const asked = () => rpc.calls.map(({ contract }) => contract);
  const guessWrong = () =>
    rpc.answer(requireProof, () => {
      throw new DomainError('BAD_REQUEST', 'Password is incorrect.');
    });

  it.each([
    ['settings', 'email', applySettings],
    ['users/7', 'new_email', applyUserChanges],
    ['users/ada@mail.example', 'new_email', applyUserChangesByEmail],
  ])('of a browser at %s follow the proof of who asks, which is counted', async (path, name, change) => {
    const fields = { [name]: 'new@mail.example', password: 'secret' };
    expect(await browse(path, fields)).toBe(200);
    expect(asked()).toEqual([requireProof, change]);
    expect(rpc.calls[0]?.request).toEqual({ password: 'secret', session_id: 1 });
    guessWrong();
    for (let attempt = 0; attempt < 5; attempt++) expect(await browse(path, fields)).toBe(400);
    expect(await browse(path, fields)).toBe(429);
    expect(asked().filter((contract) => contract === change)).toHaveLength(1);
  });

  it.each([
    ['users/7', 'new_email', applyUserChanges],
    ['users/ada@mail.example', 'new_email', applyUserChangesByEmail],
    ['settings', 'email', applySettings],
  ])('of a key at %s need none', async (path, name, change) => {
    const key = basic('user1@chat.example', apiKey('member'));
    expect(await patch(`/api/v1/${path}`, { [name]: 'new@mail.example' }, key)).toBe(200);
    expect(asked()).toEqual([change]);
  });

  it('are not the one that the account has: no guess is forgiven for it', async () => {
    guessWrong();
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await browse('settings', { email: 'new@mail.example', password: 'wrong' })).toBe(400);
      expect(await browse('settings', { email: ` ${OWN} ` })).toBe(200);
    }
    expect(await browse('settings', { email: 'new@mail.example', password: 'wrong' })).toBe(429);
  });

  it('forgive no guess where they need no password', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      guessWrong();
      expect(await browse('settings', { email: 'new@mail.example', password: 'wrong' })).toBe(400);
      rpc.answer(requireProof, {});
      expect(await browse('settings', { email: 'new@mail.example' })).toBe(200);
    }
    expect(await browse('settings', { email: 'new@mail.example', password: 'wrong' })).toBe(429);
  });

  it('apart, a browser changes people without a proof', async () => {
    expect(await browse('users/7', { full_name: 'Ada' })).toBe(200);
    expect(asked()).toEqual([applyUserChanges]);
  });
});
