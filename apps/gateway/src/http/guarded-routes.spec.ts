import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Global, Injectable, Module, OnModuleInit } from '@nestjs/common';
import { OutgoingHttp } from '@stoa/outgoing-http';
import { RpcClient } from '@stoa/rpc';
import { FileStore, LocalFileStore } from '@stoa/storage';
import { eventually } from '@stoa/testing';
import type { FastifyInstance } from 'fastify';
import { ExportsModule } from '../files/exports/exports.module';
import { FilesModule } from '../files/files.module';
import { UnsubscribeModule } from '../pages/unsubscribe/unsubscribe.module';
import { Gate, RequestGates } from '../overload/request-gates';
import { RawConnection } from '../test-support/raw-connection';
import { TestApplication, startTestApplication } from '../test-support/test-application';
import { ExtraRoutes, RouteSet } from './extra-routes';
import { GuardedRoutes } from './guarded-routes';

const ONE_EACH = { STOA_HTTP_REQUESTS: '1', STOA_HTTP_UPLOADS: '1', STOA_HTTP_DOWNLOADS: '1', STOA_HTTP_WAIT_MS: '1' };
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Every address that is no endpoint: its cost decides which place it needs. */
const ROUTES: [method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE', url: string, gate: Gate][] = [
  ['GET', '/user_uploads/1/ab/a.txt', 'downloads'],
  ['HEAD', '/user_uploads/1/ab/a.txt', 'downloads'],
  ['GET', '/user_uploads/download/1/ab/a.txt', 'downloads'],
  ['GET', '/user_uploads/temporary/token/a.txt', 'downloads'],
  ['GET', '/user_uploads/thumbnail/1/ab/a.png/840x560.webp', 'downloads'],
  ['GET', '/thumbnail?url=user_uploads/1/ab/a.png', 'downloads'],
  ['GET', '/user_avatars/1/a.png', 'downloads'],
  ['GET', '/static/images/logo/organization-logo.png', 'downloads'],
  ['GET', `/exports/1/${'0'.repeat(64)}/export.tar.gz`, 'downloads'],
  ['GET', '/external_content/00/00', 'media'],
  ['PATCH', '/api/v1/tus/0', 'uploads'],
  ['POST', '/api/v1/tus', 'requests'],
  ['HEAD', '/api/v1/tus/0', 'requests'],
  ['DELETE', '/api/v1/tus/0', 'requests'],
  ['GET', '/avatar/1', 'requests'],
  ['GET', '/avatar/1/medium', 'requests'],
  ['GET', '/accounts/unsubscribe/login/key', 'requests'],
  ['POST', '/accounts/unsubscribe/login/key', 'requests'],
];

/** Answers that go on until their readers are gone. */
@Injectable()
class EndlessRoutes implements RouteSet, OnModuleInit {
  sending = 0;

  constructor(
    private readonly extra: ExtraRoutes,
    private readonly routes: GuardedRoutes,
  ) {}

  onModuleInit(): void {
    this.extra.add(this);
  }

  register(fastify: FastifyInstance): void {
    const route = { methods: ['GET'], urls: ['/api/v1/endless'], gate: 'downloads', failure: 'it ended' } as const;
    this.routes.add(fastify, route, async (_request, reply) => {
      this.sending += 1;
      const chunk = Buffer.alloc(64 * 1024, 'x');
      await reply.send(
        new Readable({
          read: function () {
            this.push(chunk);
          },
        }),
      );
      this.sending -= 1;
    });
  }
}

describe('routes other than the endpoints', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'stoa-routes-'));
  let running: TestApplication;
  const opened: RawConnection[] = [];

  async function start(variables: Record<string, string>): Promise<void> {
    const ports = [
      { provide: FileStore, useValue: new LocalFileStore(directory) },
      { provide: RpcClient, useValue: { call: () => Promise.reject(new Error('nobody is there')) } },
      { provide: OutgoingHttp, useValue: {} },
    ];
    @Global()
    @Module({ providers: ports, exports: ports })
    class PortsModule {}
    const modules = [PortsModule, FilesModule, ExportsModule, UnsubscribeModule];
    const open = { STOA_RATE_LIMITS: 'off', STOA_MODE: 'development', STOA_HTTP_STALL_SECONDS: '1' };
    running = await startTestApplication([], { ...open, ...variables }, [EndlessRoutes], modules);
  }

  async function download(): Promise<RawConnection> {
    const connection = await new RawConnection(await running.listen()).connected();
    opened.push(connection);
    return connection.request('GET', 'endless');
  }

  afterEach(async () => {
    for (const connection of opened.splice(0)) connection.close();
    await running.close();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('wait for a place at the gate of what they cost', async () => {
    await start(ONE_EACH);
    const gates = running.application.get(RequestGates);
    const full = async (gate: Gate): Promise<string[]> => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      // No organization gets all places of a gate that has many.
      const places = gate === 'media' ? 64 : 1;
      const working = Array.from({ length: places }, (_place, tenant) => gates[gate].run(() => held, { tenant }));
      const refused: string[] = [];
      for (const [method, url] of ROUTES) {
        const { statusCode, headers } = await running.inject({
          method,
          url,
          headers: TUS,
          payload: method === 'PATCH' ? 'x' : undefined,
        });
        if (statusCode === 503 && Number(headers['retry-after']) > 0) refused.push(`${method} ${url}`);
      }
      release();
      await Promise.all(working);
      return refused;
    };
    for (const gate of ['requests', 'uploads', 'downloads', 'media'] as const) {
      const meant = ROUTES.filter(([, , wanted]) => wanted === gate).map(([method, url]) => `${method} ${url}`);
      expect([gate, await full(gate)]).toEqual([gate, meant]);
    }
  });

  it('keep their place until the reader has everything, or is gone', async () => {
    await start({ ...ONE_EACH, STOA_HTTP_STALL_SECONDS: '60' });
    const first = await download();
    await eventually(async () => (await running.metric('stoa_admission_running', 'gate="downloads"')) === 1);
    const second = await download();
    expect(await second.statuses(1)).toEqual([429]);
    expect(second.received.toLowerCase()).toContain('retry-after: ');
    expect(await running.metric('stoa_admission_refused_total', 'gate="downloads",reason="tenant"')).toBe(1);
    first.close();
    const third = await eventually(async () => {
      const [status] = await (await download()).statuses(1);
      return status === 200;
    });
    expect(third).toBe(true);
  });

  it('end when their reader takes nothing', async () => {
    await start(ONE_EACH);
    (await download()).neglect();
    const endless = running.application.get(EndlessRoutes);
    await eventually(() => endless.sending === 1);
    await eventually(() => endless.sending === 0);
    expect(await running.metric('stoa_http_connections_ended_total', 'reason="unread"')).toBe(1);
    expect(await running.metric('stoa_admission_running', 'gate="downloads"')).toBe(0);
  });
});
