import { answerScim } from '@stoa/contracts/users';
import { UnavailableError } from '@stoa/errors';
import { generateScimToken, hashScimToken } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../http/extra-routes';
import { API_KEY_SECRET } from '../test-support/fake-stores';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import { TestApplication, startTestApplication } from '../test-support/test-application';
import { ScimCallers } from './scim-callers';
import { ScimRoutes } from './scim-routes';
import { ScimModule } from './scim.module';
import { type ScimToken, ScimTokenStore } from './scim-token-store';

const TOKEN = generateScimToken();
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };
const rpc = new FakeRpcClient();
const tokens = new Map<string, ScimToken>();

@Module({
  providers: [
    ScimCallers,
    ScimRoutes,
    { provide: RpcClient, useValue: rpc },
    {
      provide: ScimTokenStore,
      useValue: { find: (hash: Buffer) => Promise.resolve(tokens.get(hash.toString('hex'))) },
    },
  ],
})
class TestedModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly scim: ScimRoutes,
  ) {}

  onModuleInit(): void {
    new ScimModule(this.routes, this.scim).onModuleInit();
  }
}

describe('/scim/v2', () => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startTestApplication([], {}, [], [TestedModule]);
    const hash = hashScimToken(API_KEY_SECRET, TOKEN);
    tokens.set(hash.toString('hex'), { id: 3, realmId: 1 });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    rpc.calls.length = 0;
    app.limiter.counts.clear();
    rpc.answer(answerScim, { status: 200, body: '{"a":1}', location: null, etag: 'W/"7"' });
  });

  it('passes on what a provider asks, with the organization of its token', async () => {
    const answer = await app.inject({
      method: 'PATCH',
      url: '/scim/v2/Users/12?aadOptscim062020&a=b%20c',
      headers: { ...AUTHORIZATION, 'content-type': 'application/scim+json; charset=utf-8', 'if-match': 'W/"6"' },
      payload: '{"Operations":[]}',
    });
    expect([answer.statusCode, answer.payload, answer.headers.etag]).toEqual([200, '{"a":1}', 'W/"7"']);
    expect(rpc.calls).toMatchObject([
      {
        request: {
          ...{ realm_id: 1, token_id: 3, method: 'PATCH', path: ['Users', '12'], if_match: 'W/"6"' },
          ...{ query: { a: 'b c' }, body: '{"Operations":[]}' },
        },
      },
    ]);
    expect(await app.metric('stoa_scim_requests_total', 'resource="Users",outcome="done"')).toBe(1);
  });

  it.each([
    ['nothing', {}],
    ['another token', { authorization: `Bearer ${generateScimToken()}` }],
    ['an API key', { authorization: `Bearer ${'k'.repeat(32)}` }],
    ['Basic', { authorization: `Basic ${Buffer.from(`a:${TOKEN}`).toString('base64')}` }],
  ])('asks nobody for who brings %s', async (_what, headers) => {
    const answer = await app.inject({ method: 'GET', url: '/scim/v2/Users', headers });
    expect([answer.statusCode, answer.payload, answer.headers['www-authenticate']]).toEqual([
      401,
      '',
      'Bearer realm="scim"',
    ]);
    expect(rpc.calls).toEqual([]);
  });

  it('refuses a provider that asks too often, and addresses that guess', async () => {
    app.limiter.counts.set('scim_by_token:3', 3000);
    const limited = await app.inject({ method: 'GET', url: '/scim/v2/Users', headers: AUTHORIZATION });
    expect([limited.statusCode, limited.json().status]).toEqual([429, '429']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    app.limiter.counts.set('api_by_ip:127.0.0.1', 100);
    expect((await app.inject({ method: 'GET', url: '/scim/v2/Users' })).statusCode).toBe(429);
  });

  it.each([
    [
      503,
      () => {
        throw new UnavailableError('nobody is there', { retryAfterSeconds: 2 });
      },
    ],
    [
      500,
      () => {
        throw new Error('a secret of the inside');
      },
    ],
  ])('answers %i without a detail when the service fails', async (status, fails) => {
    rpc.answer(answerScim, fails);
    const answer = await app.inject({ method: 'GET', url: '/scim/v2/Groups', headers: AUTHORIZATION });
    expect([answer.statusCode, answer.json().status]).toEqual([status, String(status)]);
    expect(answer.payload).not.toContain('inside');
    expect(await app.metric('stoa_scim_requests_total', 'resource="Groups",outcome="failed"')).toBeGreaterThan(0);
  });

  it('takes no other bodies than JSON', async () => {
    const headers = { ...AUTHORIZATION, 'content-type': 'text/plain' };
    const answer = await app.inject({ method: 'POST', url: '/scim/v2/Users', headers, payload: '{}' });
    expect([answer.statusCode, rpc.calls.length]).toEqual([415, 0]);
  });
});
