import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadEnvironment } from '@stoa/config';
import { Database, createRealm, withNewAccounts } from '@stoa/database';
import { PlatformModule } from '@stoa/lifecycle';
import { Metrics, createLogger } from '@stoa/observability';
import { generateSessionToken, hashApiKey, hashSessionToken } from '@stoa/policy';
import { connectToNats } from '@stoa/rpc';
import { TestServers, startServers } from '@stoa/testing';
import type { InjectOptions, Response } from 'light-my-request';
import { createGatewayApplication } from '../../apps/gateway/src/application';
import { GatewayEnvironment } from '../../apps/gateway/src/gateway-environment';
import { GatewayModule } from '../../apps/gateway/src/gateway.module';
import { RegisteredEndpoint } from '../../apps/gateway/src/http/registered-endpoint';
import { EndpointRegistry } from '../../apps/gateway/src/http/endpoint-registry';
import { ExtraRoutes } from '../../apps/gateway/src/http/extra-routes';

const SECRET = 'a secret of this test, 32 characters';
const HOST = 'chat.example';

export interface Route {
  url: string;
  methods: string[];
}

export interface Caller {
  userId: number;
  /** Basic credentials. */
  authorization: string;
  email: string;
  apiKey: string;
  /** Of a browser that is signed in. */
  cookie: string;
}

type Role = 'owner' | 'member' | 'guest' | 'bot' | 'webhookBot' | 'deactivated' | 'revoked' | 'stranger' | 'closed';
export type Callers = Readonly<Record<Role, Caller>>;

/**
 * The whole gateway as it ships, in this process, over real servers and with no service behind it: what gets past the edge
 * is answered with 503, and nothing is changed by it.
 */
export interface Edge {
  routes: readonly Route[];
  endpoints: readonly RegisteredEndpoint[];
  callers: Callers;
  inject(options: InjectOptions): Promise<Response>;
  stop(): Promise<void>;
}

export async function startEdge(): Promise<Edge> {
  const servers = await startServers();
  const callers = await createCallers(servers);
  const environment = loadEnvironment(GatewayEnvironment, {
    STOA_NATS_URL: servers.natsUrl,
    STOA_DATABASE_URL: servers.databaseUrl,
    STOA_REDIS_URL: servers.redisUrl,
    STOA_API_KEY_SECRET: SECRET,
    STOA_EXTERNAL_HOST: HOST,
    STOA_MODE: 'development',
    STOA_RATE_LIMITS: 'off',
  });
  const logger = createLogger({ service: 'gateway', replica: 1, level: 'silent' });
  const metrics = new Metrics({ service: 'gateway', replica: '1' });
  const nats = await connectToNats(servers.natsUrl, 'edge');
  @Module({ imports: [PlatformModule.of({ service: 'gateway', environment, logger, metrics, nats }), GatewayModule] })
  class EdgeModule {}
  const routes: Route[] = [];
  const application = await recordingRoutes(routes, () =>
    createGatewayApplication(EdgeModule, { environment, logger }),
  );
  const fastify = application.getHttpAdapter().getInstance();
  await fastify.ready();
  return {
    routes,
    endpoints: application.get(EndpointRegistry, { strict: false }).endpoints(),
    callers,
    inject: (options) => fastify.inject({ ...options, headers: { host: HOST, ...options.headers } }),
    stop: async () => {
      await application.close();
      await nats.close();
      await servers.stop();
    },
  };
}

/** Every route that is put in place: the other routes come before the endpoints, so the first call can listen. */
async function recordingRoutes(
  routes: Route[],
  create: () => Promise<NestFastifyApplication>,
): Promise<NestFastifyApplication> {
  const { prototype } = ExtraRoutes;
  const { register } = prototype;
  prototype.register = function (this: ExtraRoutes, fastify) {
    fastify.addHook('onRoute', ({ url, method }) => void routes.push({ url, methods: [method].flat() }));
    register.call(this, fastify);
  };
  try {
    return await create();
  } finally {
    prototype.register = register;
  }
}

const ACCOUNTS: readonly { name: Role; role?: number; botType?: number; realm?: 'other' | 'closed' }[] = [
  { name: 'owner', role: 100 },
  { name: 'member' },
  { name: 'guest', role: 600 },
  { name: 'bot', botType: 1 },
  { name: 'webhookBot', botType: 2 },
  { name: 'deactivated' },
  { name: 'revoked' },
  { name: 'stranger', role: 100, realm: 'other' },
  { name: 'closed', role: 100, realm: 'closed' },
];

const INSERT_SESSION = `
  INSERT INTO user_session (realm_id, user_id, token_hash, method, ip_address, user_agent, expires_at)
  SELECT realm_id, id, $2, 'password', '', '', now() + interval '1 hour' FROM account WHERE id = $1`;

async function createCallers({ databaseUrl }: TestServers): Promise<Callers> {
  const database = Database.open({ url: databaseUrl, size: 2, applicationName: 'test' });
  const callers: Partial<Record<Role, Caller>> = {};
  try {
    for (const subdomain of ['', 'other', 'closed']) {
      const realm = await createRealm(database, { subdomain, name: subdomain || 'root', authenticationMethods: {} });
      const context = { realmId: realm.id, partition: realm.partition };
      for (const { name, role = 400, botType } of ACCOUNTS.filter((account) => (account.realm ?? '') === subdomain)) {
        const [email, apiKey] = [`${name.toLowerCase()}@people.example`, randomBytes(16).toString('hex')];
        const key = { hash: hashApiKey(SECRET, apiKey), prefix: apiKey.slice(0, 4) };
        const accounts = [{ fullName: name, deliveryEmail: email, role, botType, apiKey: key }];
        const realmHost = subdomain === '' ? HOST : `${subdomain}.${HOST}`;
        const userId = await withNewAccounts(database, context, { realmHost, accounts }, (_tx, created) =>
          Promise.resolve(created.accounts[0]?.id ?? 0),
        );
        const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
        const token = generateSessionToken();
        await database.query('session', INSERT_SESSION, [userId, hashSessionToken(SECRET, token)]);
        callers[name] = { userId, email, apiKey, authorization, cookie: `sessionid=${token}` };
      }
    }
    await database.query('off', 'UPDATE account SET is_active = false WHERE full_name = $1', ['deactivated']);
    await database.query('closed', 'UPDATE realm SET deactivated_at = now() WHERE string_id = $1', ['closed']);
    await database.query('ended', 'UPDATE user_session SET ended_at = now() WHERE user_id = $1', [
      callers.revoked?.userId,
    ]);
    await database.query('revoked', 'UPDATE api_key SET revoked_at = now() WHERE user_id = $1', [
      callers.revoked?.userId,
    ]);
  } finally {
    await database.close();
  }
  return callers as Callers;
}
