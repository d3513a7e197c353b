import type { Database } from '@stoa/database';
import type { Directory } from '@stoa/directory';
import type { ActorContext } from '@stoa/rpc';
import type { MessagesEnvironment } from '../../../messages.environment';
import type { WebhookRequests } from '../../../send/storing/webhook-requests';
import type { WebhookCallsRepository } from '../webhook-calls.repository';
import type { BotCallsRepository } from './bot-calls.repository';
import type { DeliveryLogRepository } from './delivery-log.repository';
import { ResendsService } from './resends.service';
import { SealedLog } from './sealed-log';

const OWNER = { id: 9, role: 400, isBot: false, botOwnerId: null, canCreateUsers: false };
const BOT = { ...OWNER, id: 7, isBot: true, botOwnerId: 9, isActive: true, botType: 3 };

function resending(recordsBodies: boolean) {
  const view = { users: () => Promise.resolve(new Map([OWNER, BOT].map((user) => [user.id, user]))) };
  const sealed = new SealedLog({ STOA_API_KEY_SECRET: 's'.repeat(32) } as unknown as MessagesEnvironment);
  const exchange = { request_headers: {}, request_body: '', is_whole: true, answer_headers: null, answer_body: null };
  const row = { message_id: 11, sealed_exchange: sealed.sealExchange(exchange) };
  const announce = vi.fn();
  const service = new ResendsService(
    { decideConfirmed: (_realmId: number, decide: (seen: unknown) => unknown) => decide(view) } as unknown as Directory,
    { write: () => Promise.resolve(true) } as unknown as Database,
    { find: () => Promise.resolve(row) } as unknown as BotCallsRepository,
    { recordsBodies: () => Promise.resolve(recordsBodies) } as unknown as DeliveryLogRepository,
    {} as unknown as WebhookCallsRepository,
    sealed,
    { announce } as unknown as WebhookRequests,
  );
  const ctx = { requestId: 'r', actor: { realmId: 1, userId: 9 } } as unknown as ActorContext;
  return { announce, resend: () => service.resend(ctx, { bot_id: 7, id: 5 }) };
}

describe('a request that is to be sent again', () => {
  it('is', async () => {
    const { announce, resend } = resending(true);
    await resend();
    expect(announce).toHaveBeenCalledTimes(1);
  });

  it('is not while bodies are not recorded', async () => {
    const { announce, resend } = resending(false);
    await expect(resend()).rejects.toThrow('This delivery was not recorded as a whole.');
    expect(announce).not.toHaveBeenCalled();
  });
});
