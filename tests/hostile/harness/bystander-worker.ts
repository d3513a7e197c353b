import { parentPort, workerData } from 'node:worker_threads';
import { delay, nowMs } from '../../../bench/support/clock';
import { encodeRequest } from '../../../bench/support/http-client';
import { HttpConnection } from '../../../bench/support/http-connection';
import { listField, numberField, objectField, parseObject, textField } from '../../../bench/support/json';
import type { SeededUser } from '../../../bench/support/seed';
import type { BystanderOrders, Sample } from './bystander-messages';

/** A thread of its own: what the hostile callers cost this machine to play is not to look like the service's delay. */

const INTERVAL_MS = 1_000;
/** A message that has not come by then counts as lost. */
const DELIVERY_MS = 10_000;

const orders: BystanderOrders = workerData;
const { target, host, users, channelId } = orders;

let samples: Sample[] = [];
/** Messages under way: when they were sent, by id. */
const awaited = new Map<number, number>();
/** Messages that came before their sender knew the id. */
const arrived = new Map<number, number>();

type Form = Readonly<Record<string, string>>;

class Bystander {
  private connection: HttpConnection | undefined;

  constructor(private readonly credentials: SeededUser) {}

  /** @throws Error unless the answer is 200 */
  async ask(method: 'GET' | 'POST', path: string, form: Form = {}): Promise<Buffer> {
    const query = method === 'GET' ? `?${new URLSearchParams(form).toString()}` : '';
    const { credentials } = this;
    const shape = { method, path: `/api/v1${path}${query}`, host, credentials };
    this.connection = this.connection?.isOpen ? this.connection : await HttpConnection.open(target);
    const answer = await this.connection.request(encodeRequest(method === 'POST' ? { ...shape, form } : shape));
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 200)}`);
    return answer.body;
  }
}

function noteArrival(id: number): void {
  const sentAt = awaited.get(id);
  if (sentAt === undefined) arrived.set(id, nowMs());
  else samples.push({ operation: 'delivery', ms: nowMs() - sentAt });
  awaited.delete(id);
}

function noteSent(id: number, sentAt: number): void {
  const arrivedAt = arrived.get(id);
  if (arrivedAt === undefined) awaited.set(id, sentAt);
  else samples.push({ operation: 'delivery', ms: arrivedAt - sentAt });
  arrived.delete(id);
}

/** What people do all day, in turn. */
const OPERATIONS: readonly [name: string, run: (who: Bystander, index: number) => Promise<unknown>][] = [
  ['own account', (who) => who.ask('GET', '/users/me')],
  [
    'history',
    (who) => {
      const narrow = JSON.stringify([{ operator: 'channel', operand: channelId }]);
      return who.ask('GET', '/messages', { anchor: 'newest', num_before: '50', num_after: '0', narrow });
    },
  ],
  [
    'send',
    async (who, index) => {
      const sentAt = nowMs();
      const to = users[(index + 1) % users.length]?.id;
      const form = { type: 'direct', to: `[${to}]`, content: 'Are you **there**?' };
      noteSent(numberField(parseObject(await who.ask('POST', '/messages', form)), 'id'), sentAt);
    },
  ],
  ['users', (who) => who.ask('GET', '/users')],
  ['preview', (who) => who.ask('POST', '/messages/render', { content: 'Some *text* with `code`, as people write it' })],
];

async function act(user: SeededUser, index: number): Promise<void> {
  const who = new Bystander(user);
  const startAt = nowMs() + (index / users.length) * INTERVAL_MS;
  for (let round = 0; ; round += 1) {
    const dueAt = startAt + round * INTERVAL_MS;
    await delay(Math.max(0, dueAt - nowMs()));
    const operation = OPERATIONS[(round + index) % OPERATIONS.length];
    if (!operation) throw new Error('there is nothing to do');
    const [name, run] = operation;
    try {
      await run(who, index);
      samples.push({ operation: name, ms: nowMs() - dueAt });
    } catch (error) {
      samples.push({ operation: name, ms: nowMs() - dueAt, refusal: String(error) });
    }
  }
}

async function listen(user: SeededUser): Promise<void> {
  const who = new Bystander(user);
  const registered = parseObject(await who.ask('POST', '/register', { event_types: '["message"]' }));
  const queueId = textField(registered, 'queue_id');
  let last = -1;
  const poll = async () => {
    for (;;) {
      try {
        const answer = await who.ask('GET', '/events', { queue_id: queueId, last_event_id: String(last) });
        for (const event of listField(parseObject(answer), 'events')) {
          last = Math.max(last, numberField(event, 'id'));
          if (textField(event, 'type') !== 'message') continue;
          const message = objectField(event, 'message');
          if (numberField(message, 'sender_id') !== user.id) noteArrival(numberField(message, 'id'));
        }
      } catch (error) {
        samples.push({ operation: 'poll', ms: 0, refusal: String(error) });
        await delay(INTERVAL_MS);
      }
    }
  };
  void poll();
}

function take(): Sample[] {
  const taken = samples;
  samples = [];
  for (const [id, sentAt] of awaited) {
    if (nowMs() - sentAt < DELIVERY_MS) continue;
    taken.push({ operation: 'delivery', ms: DELIVERY_MS, refusal: 'a message did not come' });
    awaited.delete(id);
  }
  return taken;
}

async function main(): Promise<void> {
  await Promise.all(users.map(listen));
  for (const [index, user] of users.entries()) void act(user, index);
  parentPort?.on('message', () => parentPort?.postMessage(take()));
  parentPort?.postMessage([]);
}

void main();
