import { FakeHintTransport, type HeldPollWake, REVOKED_SUBJECT, decodeWakes, wakeSubject } from '@stoa/changes';
import type { Wake } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { consumerMetrics } from '../consumption/consumer-metrics';
import { WakeSender } from './wake-sender';

const BODIES = new Map([['ref', '{"type":"message"}']]);
const turn = () => new Promise((resolve) => setImmediate(resolve));

function wake(gatewayId: string, nonce: string): Wake {
  const events = [{ id: 4, bodyRefs: ['ref'] }];
  return { queueId: `queue-${nonce}`, gatewayId, nonce, firstEventId: 4, lastEventId: 4, events };
}

describe('wakes', () => {
  const messages = new Map<string, HeldPollWake[][]>();
  let transport: FakeHintTransport;
  let sender: WakeSender;

  beforeEach(() => {
    messages.clear();
    transport = new FakeHintTransport();
    for (const gateway of ['a', 'b']) {
      messages.set(gateway, []);
      transport.subscribe(wakeSubject(gateway), (data) => messages.get(gateway)?.push(decodeWakes(data).wakes));
    }
    const metrics = consumerMetrics(new Metrics({ service: 'events', replica: '1' }));
    sender = new WakeSender(transport, metrics, createLogger({ service: 'events', replica: 1, level: 'silent' }));
  });

  const append = (...wakes: Wake[]) => sender.onProgress({ wakes, overflowed: [], gone: [] }, BODIES);
  const noncesOf = (gateway: string) => messages.get(gateway)?.map((wakes) => wakes.map(({ nonce }) => nonce));

  it('of all slots that were filled in one turn are one message to each gateway', async () => {
    append(wake('a', '1'), wake('b', '2'));
    append(wake('a', '3'));
    sender.onDead([{ queueId: 'dead', gatewayId: 'a', nonce: '4' }]);
    expect(noncesOf('a')).toEqual([]);
    await turn();
    expect(noncesOf('a')).toEqual([['1', '3', '4']]);
    expect(noncesOf('b')).toEqual([['2']]);
    expect(messages.get('a')?.[0]?.map(({ events }) => events)).toEqual([
      [{ id: 4, bodies: ['{"type":"message"}'] }],
      [{ id: 4, bodies: ['{"type":"message"}'] }],
      [],
    ]);
  });

  it('come before the end of the polls of those who lost their access, who are to hear of it', async () => {
    const order: string[] = [];
    for (const subject of [wakeSubject('a'), REVOKED_SUBJECT]) transport.subscribe(subject, () => order.push(subject));
    append(wake('a', '1'));
    sender.onRevoked([7]);
    await turn();
    expect(order).toEqual([wakeSubject('a'), REVOKED_SUBJECT]);
  });

  it('are sent once, and later ones in their own message', async () => {
    append(wake('a', '1'));
    await turn();
    append(wake('a', '2'));
    await turn();
    await turn();
    expect(noncesOf('a')).toEqual([['1'], ['2']]);
  });
});
