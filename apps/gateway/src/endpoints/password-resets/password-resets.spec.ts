import { applyPasswordReset, readPasswordReset, sendPasswordReset } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { HOST, TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { PasswordResetsController } from './password-resets.controller';

const OWN = { origin: `http://${HOST}`, 'x-csrftoken': 'page' };
const EMAIL = 'ada@mail.example';

describe('forgotten passwords', () => {
  let app: TestApplication;
  let rpc: FakeRpcClient;

  beforeEach(async () => {
    rpc = new FakeRpcClient();
    rpc.answer(sendPasswordReset, {});
    const providers = [{ provide: RpcClient, useValue: rpc }];
    app = await startTestApplication([PasswordResetsController], { STOA_EXTERNAL_SCHEME: 'http' }, providers);
  });
  afterEach(() => app.close());

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = OWN) => {
    const body = form(fields);
    const url = `/json/password_reset${path}`;
    return app.inject({ method: 'POST', url, headers: { ...body.headers, ...headers }, payload: body.payload });
  };

  it('are asked of the organization of the host, in the language of the request', async () => {
    const response = await post('', { email: EMAIL }, { ...OWN, 'accept-language': 'de' });
    expect([response.statusCode, response.json()]).toEqual([200, { result: 'success', msg: '' }]);
    expect(rpc.calls.at(-1)?.request).toEqual({
      realm_id: 1,
      partition: expect.any(Number),
      realm_url: `http://${HOST}`,
      email: EMAIL,
      language: 'de',
    });
  });

  it('are not asked by pages of other sites, nor where there is no organization', async () => {
    const foreign = await post('', { email: EMAIL }, { ...OWN, origin: 'https://evil.example' });
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'CSRF_FAILED']);
    const host = 'none.chat.example';
    const nowhere = await post('', { email: EMAIL }, { ...OWN, host, origin: `http://${host}` });
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([404, 'NONEXISTENT_SUBDOMAIN']);
    expect(rpc.calls).toEqual([]);
  });

  it('are counted by address, known or not, and nothing is sent above the limit', async () => {
    const answers = [];
    for (const email of [EMAIL, ` ${EMAIL.toUpperCase()}`, EMAIL]) answers.push(await post('', { email }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(answers.at(-1)?.json()).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 12.5 });
    expect(rpc.calls).toHaveLength(2);
  });

  it('are counted by whoever asks: mails go to whom he likes', async () => {
    const asked = Array.from({ length: 31 }, (_unused, number) => post('', { email: `${number}${EMAIL}` }));
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('tell why a link leads nowhere', async () => {
    rpc.answer(readPasswordReset, () => {
      throw new DomainError('BAD_REQUEST', 'This link has expired.', { status: 404, data: { reason: 'expired' } });
    });
    const response = await post('/open', { key: 'a'.repeat(40) });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ msg: 'This link has expired.', reason: 'expired' });
  });

  it('are forgotten with the new password: wrong guesses no longer count', async () => {
    rpc.answer(applyPasswordReset, { email: EMAIL });
    app.limiter.counts.set(`authenticate_by_username:1:${EMAIL}`, 5);
    const response = await post('/set', { key: 'k', new_password: 'quartz7-lemur-42' });
    expect(response.json()).toEqual({ result: 'success', msg: '', email: EMAIL });
    expect(rpc.calls.at(-1)?.request).toMatchObject({ realm_id: 1, key: 'k', new_password: 'quartz7-lemur-42' });
    expect(app.limiter.counts.has(`authenticate_by_username:1:${EMAIL}`)).toBe(false);
  });
});
