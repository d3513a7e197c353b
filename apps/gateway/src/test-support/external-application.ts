import { noteIncomingDelivery, postMessage } from '@stoa/contracts/messages';
import type { InjectOptions, Response } from 'light-my-request';
import { Module, OnModuleInit } from '@nestjs/common';
import { RpcClient } from '@stoa/rpc';
import { Deliveries } from '../external/deliveries';
import { DeliveryLog } from '../external/delivery-log';
import { DeliveryMessages } from '../external/delivery-messages';
import { ExternalCallers } from '../external/external-callers';
import { ExternalRoutes } from '../external/external-routes';
import { ExternalModule } from '../external/external.module';
import { ReplaysController } from '../external/replays.controller';
import { type WebhookBot, WebhookBotStore } from '../external/webhook-bot-store';
import { ExtraRoutes } from '../http/extra-routes';
import { FakeRpcClient } from './fake-rpc-client';
import { apiKey } from './fake-stores';
import { TestApplication, startTestApplication } from './test-application';

/** The services that deliveries of other tools ask. */
export const rpc = new FakeRpcClient();
/** Whose deliveries they are. */
export const bot: { current: WebhookBot } = { current: { ownerId: 9, settings: {}, people: new Map() } };

const bots: WebhookBotStore = {
  find: () => Promise.resolve(bot.current),
  personNamed: (_realmId, names) => Promise.resolve(names.includes('Ada') ? 12 : undefined),
};

@Module({
  controllers: [ReplaysController],
  providers: [
    Deliveries,
    DeliveryLog,
    DeliveryMessages,
    ExternalCallers,
    ExternalRoutes,
    { provide: RpcClient, useValue: rpc },
    { provide: WebhookBotStore, useValue: bots },
  ],
})
class TestedModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly external: ExternalRoutes,
  ) {}

  onModuleInit(): void {
    new ExternalModule(this.routes, this.external).onModuleInit();
  }
}

/** Key of the bot that may deliver. */
export const HOOK_KEY = apiKey('hook');

/**
 * The routes of deliveries, for the tests of a file. Each test begins with a bot without settings, and nothing asked.
 * @returns the application, once it runs
 */
export function useExternalApplication(): () => TestApplication {
  let app: TestApplication | undefined;
  beforeAll(async () => {
    app = await startTestApplication([], { STOA_HTTP_BODY_BYTES: '200000' }, [], [TestedModule]);
    app.keys.add(HOOK_KEY, { isBot: true, botType: 2, email: 'hook-bot@chat.example' });
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    rpc.calls.length = 0;
    rpc.answer(postMessage, { id: 1 });
    rpc.answer(noteIncomingDelivery, {});
    bot.current = { ownerId: 9, settings: {}, people: new Map() };
  });
  return () => {
    if (!app) throw new Error('the application has not started');
    return app;
  };
}

/** What was asked of the services by a contract. */
export function callsOf(contract: unknown) {
  return rpc.calls.filter((call) => call.contract === contract);
}

/** Messages that were sent. */
export function sends() {
  return callsOf(postMessage);
}

/** Deliveries that were to be remembered. */
export function noted() {
  return callsOf(noteIncomingDelivery).map(({ request }) => request);
}

/** A delivery of a tool. @param path integration and query */
export function deliver(
  app: TestApplication,
  path: string,
  body: unknown,
  options: InjectOptions = {},
): Promise<Response> {
  return app.inject({
    method: 'POST',
    url: `/api/v1/external/${path}`,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
}
