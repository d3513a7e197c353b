import type { Directory } from '@stoa/directory';
import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import type { MessagesEnvironment } from '../../../messages.environment';
import type { BotOwnerWarnings } from '../../../send/messages/bot-owner-warnings';
import type { IncomingDeliveriesRepository, NewDelivery } from './incoming-deliveries.repository';
import { IncomingDeliveriesService } from './incoming-deliveries.service';

const CTX = { requestId: 'r', actor: { realmId: 1, userId: 7 } } as unknown as ActorContext;
const DELIVERY = {
  ...{ received_at_ms: 1, integration: 'github', delivery_id: null, duration_ms: 2, outcome: 'refused' as const },
  ...{ status: 400, failure: 'Malformed JSON', events: [], filtered_by: [], message_ids: [], body: '{' },
  code: 'INVALID_JSON',
};

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
    { STOA_API_KEY_SECRET: 's'.repeat(32), STOA_WEBHOOK_LOG_DAYS: 7 } as unknown as MessagesEnvironment,
    repository as unknown as IncomingDeliveriesRepository,
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
