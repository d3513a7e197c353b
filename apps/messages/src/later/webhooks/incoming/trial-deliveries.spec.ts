import type { tryIncomingDelivery } from '@stoa/contracts/messages';
import type { RequestOf } from '@stoa/contracts/rpc';
import type { Directory } from '@stoa/directory';
import { DomainError } from '@stoa/errors';
import { BotType } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import type { SendMessageService } from '../../../send/messages/send-message.service';
import type { OwnerContexts } from '../../../send/notices/owner-context';
import type { BotSettingsRepository } from '../bot-settings.repository';
import { TrialDeliveriesService } from './trial-deliveries.service';

const REFUSED = new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { status: 429, data: { a: 1 } });

describe('deliveries that are tried out', () => {
  const bot = { id: 7, botType: BotType.IncomingWebhook, isActive: true };
  const ctx = { actor: { realmId: 1, partition: 0, userId: 9, clientName: 'test' } } as unknown as ActorContext;
  /** @param posted so many messages are posted, then one is refused */
  const attempt = (posted: number, request: Omit<RequestOf<typeof tryIncomingDelivery>, 'bot_id'>) => {
    let sent = 0;
    const send = () => ((sent += 1) > posted ? Promise.reject(REFUSED) : Promise.resolve({ id: 100 + sent }));
    const service = new TrialDeliveriesService(
      { decideConfirmed: () => Promise.resolve({ bot, seen: 'everything' }) } as unknown as Directory,
      {
        ofWebhooks: () => Promise.resolve({ settings: { topic_template: 'kept' }, people: new Map() }),
      } as unknown as BotSettingsRepository,
      { of: () => Promise.resolve({ ctx }) } as unknown as OwnerContexts,
      { send } as unknown as SendMessageService,
    );
    return service.try(ctx, { bot_id: 7, ...request });
  };
  const alerts = ['Disk', 'Memory'].map((alertname) => ({ status: 'firing', labels: { alertname } }));
  const two = { integration: 'alertmanager', body: JSON.stringify({ alerts }), stream_id: 3 };

  it('tell what was posted before a refusal', async () => {
    expect(await attempt(2, two)).toMatchObject({ message_ids: [101, 102] });
    const { code, message, status } = REFUSED;
    await expect(attempt(1, two)).rejects.toMatchObject({ code, message, status, data: { a: 1, message_ids: [101] } });
    await expect(attempt(0, two)).rejects.toBe(REFUSED);
  });

  it('are read by themselves where the caller has a body, without what names the example', async () => {
    const old = JSON.stringify({ project: 'shop', event: {}, message: 'broken' });
    expect(await attempt(0, { integration: 'sentry', body: old })).toMatchObject({ events: ['event_alert'] });
    expect((await attempt(0, { integration: 'sentry' })).messages).toHaveLength(1);
  });

  it('take settings that are not stored yet in place of those of the bot', async () => {
    const template = { integration: 'template', body: '{"host":"db"}' };
    expect(await attempt(0, template)).toMatchObject({ messages: [{ topic: 'kept' }] });
    const settings = { topic_template: '{{ host }}', content_template: 'Down' };
    expect(await attempt(0, { ...template, settings })).toMatchObject({ messages: [{ topic: 'db', content: 'Down' }] });
  });
});
