import type { Directory } from '@stoa/directory';
import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import type { MessagesEnvironment } from '../../../messages.environment';
import type { BotOwnerWarnings } from '../../../send/messages/bot-owner-warnings';
import type { DeliveryLogRepository } from '../log/delivery-log.repository';
import { SealedLog } from '../log/sealed-log';
import type { IncomingDeliveriesRepository, NewDelivery, StoredDelivery } from './incoming-deliveries.repository';
import { IncomingDeliveriesService } from './incoming-deliveries.service';

const CTX = { requestId: 'r', actor: { realmId: 1, userId: 7 } } as unknown as ActorContext;
const DELIVERY = {
  ...{ received_at_ms: 1, integration: 'github', delivery_id: null, duration_ms: 2, outcome: 'refused' as const },
  ...{ status: 400, failure: 'Malformed JSON', events: [], filtered_by: [], message_ids: [], body: '{' },
  ...{ head: { headers: {}, query: {}, is_whole: true }, is_signed: false },
  code: 'INVALID_JSON',
};

const ENVIRONMENT = {
  STOA_API_KEY_SECRET: 's'.repeat(32),
  STOA_WEBHOOK_LOG_DAYS: 7,
} as unknown as MessagesEnvironment;

/** With writes that take their time. */
function slowly() {
  const written: string[] = [];
  const write = async (what: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    written.push(what);
  };
  const repository = { add: (rows: NewDelivery[]) => write(`${rows.length} of bot ${rows[0]?.botId}`) };
  const service = new IncomingDeliveriesService(
    {} as unknown as Directory,
    ENVIRONMENT,
    repository as unknown as IncomingDeliveriesRepository,
    {} as unknown as DeliveryLogRepository,
    new SealedLog(ENVIRONMENT),
    { afterDelivery: () => write('warning') } as unknown as BotOwnerWarnings,
    {} as unknown as Logger,
  );
  return { service, written };
}

describe('deliveries and the end of the process', () => {
  it('waits for what they left behind', async () => {
    const { service, written } = slowly();
    await service.note(CTX, DELIVERY);
    expect(written).toEqual([]);
    await service.beforeApplicationShutdown();
    expect(written.sort()).toEqual(['1 of bot 7', 'warning']);
  });

  it('they wait themselves once it has begun', async () => {
    const { service, written } = slowly();
    await service.beforeApplicationShutdown();
    await service.note(CTX, DELIVERY);
    expect(written.sort()).toEqual(['1 of bot 7', 'warning']);
  });
});

describe('a delivery in the log', () => {
  const OWNER = { id: 9, role: 400, isBot: false, botOwnerId: null, canCreateUsers: false };
  const ADMINISTRATOR = { ...OWNER, id: 10, role: 200 };
  const BOT = {
    ...{ id: 7, role: 400, isBot: true, botOwnerId: 9, canCreateUsers: false, isActive: true, botType: 2 },
    ...{ email: 'hook-bot@chat.example', deliveryEmail: 'hook-bot@chat.example', fullName: 'Hook' },
    canForgeSender: false,
  };
  const sealed = new SealedLog(ENVIRONMENT);
  const HEAD = { headers: { 'x-github-event': 'ping' }, query: { stream: '3' }, is_whole: true };
  const ROW: StoredDelivery = {
    ...{ id: 5, received_at: 1, integration: 'github', delivery_id: 'd', duration_ms: 2, outcome: 'nothing' },
    ...{ status: 200, failure: null, events: [], filtered_by: [], message_ids: [], is_signed: true, replay_of: null },
    ...{ sealed_body: sealed.sealBody('{}'), sealed_head: sealed.sealHead(HEAD) },
  };

  /** As a user sees it. */
  function seenBy(userId: number, row: StoredDelivery | null = ROW, { bot = BOT, recordsBodies = true } = {}) {
    const users = new Map([OWNER, ADMINISTRATOR, { ...OWNER, id: 11 }, bot].map((user) => [user.id, user]));
    const view = { users: () => Promise.resolve(users) };
    const directory = { decideConfirmed: (_realmId: number, decide: (seen: unknown) => unknown) => decide(view) };
    const repository = {
      list: () => Promise.resolve(row ? [row] : []),
      find: () => Promise.resolve(row ?? undefined),
      health: () => Promise.resolve([]),
    };
    const service = new IncomingDeliveriesService(
      directory as unknown as Directory,
      ENVIRONMENT,
      repository as unknown as IncomingDeliveriesRepository,
      { recordsBodies: () => Promise.resolve(recordsBodies) } as unknown as DeliveryLogRepository,
      sealed,
      {} as unknown as BotOwnerWarnings,
      {} as unknown as Logger,
    );
    const ctx = { requestId: 'r', actor: { realmId: 1, userId } } as unknown as ActorContext;
    return {
      list: async () => (await service.list(ctx, { bot_id: 7, limit: 20 })).deliveries[0],
      read: () => service.read(ctx, { bot_id: 7, id: 5 }),
    };
  }
  const HIDDEN = { headers: null, body: null, can_replay: false };

  it('shows headers and body to the owner of the bot alone', async () => {
    const shown = { headers: HEAD.headers, body: '{}', can_replay: true };
    expect(await seenBy(9).list()).toMatchObject({ ...shown, is_signed: true, outcome: 'nothing' });
    expect(await seenBy(10).list()).toMatchObject({ ...HIDDEN, is_signed: true, outcome: 'nothing' });
    await expect(seenBy(11).list()).rejects.toThrow('Insufficient permission');
  });

  it('shows neither where they are not recorded, or were by an earlier release', async () => {
    expect(await seenBy(9, ROW, { recordsBodies: false }).list()).toMatchObject(HIDDEN);
    const old = { ...ROW, sealed_head: null, is_signed: null };
    expect(await seenBy(9, old).list()).toMatchObject({ headers: null, body: '{}', can_replay: false });
  });

  it('shows the beginning of a long body, and the address where there is none', async () => {
    const long = { ...ROW, sealed_body: sealed.sealBody('x'.repeat(20_000)) };
    expect((await seenBy(9, long).list())?.body).toMatch(/^x{16384}…$/);
    expect((await seenBy(9, { ...ROW, sealed_body: sealed.nothing() }).list())?.body).toBe('stream=3');
  });

  it('is read to be taken again, by the owner of the bot alone', async () => {
    expect(await seenBy(9).read()).toEqual({
      bot: {
        ...{ role: 400, email: BOT.email, delivery_email: BOT.email, full_name: 'Hook', can_forge_sender: false },
      },
      ...{ integration: 'github', is_signed: true, headers: HEAD.headers, query: HEAD.query, body: '{}' },
    });
    await expect(seenBy(10).read()).rejects.toThrow('Insufficient permission');
    await expect(seenBy(11).read()).rejects.toThrow('Insufficient permission');
  });

  it.each([
    ['that is not there', null, {}, 'No such delivery'],
    ['that is not whole', { ...ROW, sealed_head: null }, {}, 'This delivery was not recorded as a whole.'],
    [
      'of a bot of which nothing is recorded',
      ROW,
      { recordsBodies: false },
      'This delivery was not recorded as a whole.',
    ],
    ['of another kind of bot', ROW, { bot: { ...BOT, botType: 1 } }, 'This bot takes no deliveries.'],
    ['of a bot that is deactivated', ROW, { bot: { ...BOT, isActive: false } }, 'Bot is deactivated'],
  ] as const)('%s is not read', async (_name, row, options, message) => {
    await expect(seenBy(9, row, options).read()).rejects.toThrow(message);
  });
});
