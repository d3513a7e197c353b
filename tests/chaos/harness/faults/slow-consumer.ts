import { setTimeout as pause } from 'node:timers/promises';
import type { FaultTools } from './fault-tools';

const CHARACTERS = 9_000;
const PARALLEL = 6;

/**
 * A replica of the events service reads nothing from NATS while much is said there, until NATS cuts it off: what it missed it
 * has to find in the log.
 */
export async function starveConsumer(
  { chaos, realms, attempts }: FaultTools,
  { replica, forMs }: { replica: number; forMs: number },
): Promise<string> {
  const realm = realms[0];
  if (!realm) throw new Error('there is no realm');
  const { channel, writer } = realm.flood;
  const content = 'y'.repeat(CHARACTERS);
  const message = { type: 'channel', to: channel.id, topic: 'flood', content };
  await chaos.setLinkFault('events', replica, 'nats', 'drop');
  const until = Date.now() + forMs;
  let sent = 0;
  const flood = async () => {
    while (Date.now() < until) {
      const request = (signal: AbortSignal) => writer.client.post('/messages', message, { signal });
      const result = await attempts.call({ action: 'flood', isRepeatable: false, request });
      if (result.kind === 'answer') sent += 1;
      else await pause(200);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, flood));
  await chaos.setLinkFault('events', replica, 'nats', undefined);
  await chaos.ready();
  return `${sent} large messages meanwhile`;
}
