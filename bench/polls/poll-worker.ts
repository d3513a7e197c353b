import { nowMs } from '../support/clock';
import { encodeRequest } from '../support/http-client';
import { Answer, HttpConnection, Target } from '../support/http-connection';
import { listField, numberField, objectField, parseObject } from '../support/json';
import { forEachWide } from '../support/load';
import type { FleetOrder, QueuePoll, WorkerReport } from './poll-messages';

/** Child process: holds polls and notes when each is answered. What is no delivery (a heartbeat) is asked again. */

/** Below the servers' listen backlogs. */
const CONNECTS_AT_ONCE = 64;

interface Holder extends QueuePoll {
  connection: HttpConnection;
  answer: Answer | undefined;
}

const holders: Holder[] = [];
let undelivered = 0;
let streaming = false;
let refused = 0;

function tell(report: WorkerReport): void {
  process.send?.(report);
}

function fail(error: unknown): void {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

function requestOf({ queueId, lastEventId, credentials, host, streams }: QueuePoll): Buffer {
  const path = `/api/v1/events?queue_id=${queueId}&last_event_id=${lastEventId}`;
  const headers = streams ? { accept: 'text/event-stream' } : undefined;
  return encodeRequest({ method: 'GET', path, host, credentials, headers });
}

/** A stream that has ended: its events are not parsed, only where it went on to. */
function acknowledgeStream(holder: Holder, { body }: Answer): void {
  const last = /^id: (\d+)$/m.exec(body.toString('latin1', Math.max(0, body.lastIndexOf('\nid: '))))?.[1];
  // One that had none ends after some minutes, too.
  if (last !== undefined) holder.lastEventId = Number(last);
}

/** Reads an answer's events into the holder. @returns the message delivered, if any */
function acknowledge(holder: Holder, answer: Answer): number | undefined {
  const events = listField(parseObject(answer.body), 'events');
  const last = events.at(-1);
  if (last) holder.lastEventId = numberField(last, 'id');
  const messages = events.filter(({ type }) => type === 'message');
  if (!streaming && messages.length > 1) throw new Error('a message was delivered twice');
  const [message] = messages;
  return message && numberField(objectField(message, 'message'), 'id');
}

function isHeartbeat(answer: Answer): boolean {
  return answer.body.length < 200 && answer.body.includes('"heartbeat"');
}

function ask(holder: Holder): void {
  holder.answer = undefined;
  holder.connection.request(requestOf(holder)).then((answer) => take(holder, answer), fail);
}

function take(holder: Holder, answer: Answer): void {
  // Its organization's share of the gateways, or their room: all of an organization come back within a second here.
  if (answer.status === 429 || answer.status === 503) {
    refused += 1;
    const seconds = Number(/retry-after: *(\d+)/i.exec(answer.head)?.[1] ?? 1);
    setTimeout(() => ask(holder), (seconds + Math.random()) * 1000);
    return;
  }
  if (answer.status !== 200) return fail(new Error(`HTTP ${answer.status}: ${answer.body.toString('utf8', 0, 300)}`));
  if (streaming || isHeartbeat(answer)) {
    if (holder.streams) acknowledgeStream(holder, answer);
    else acknowledge(holder, answer);
    return ask(holder);
  }
  // Parsed when all are there: the reading of one answer must not delay the note of the next one's time.
  holder.answer = answer;
  undelivered -= 1;
  if (undelivered === 0) reportRound();
}

function reportRound(): void {
  const times: number[] = [];
  const messageIds: number[] = [];
  for (const holder of holders) {
    const { answer } = holder;
    if (!answer) continue;
    times.push(answer.receivedAt);
    messageIds.push(acknowledge(holder, answer) ?? 0);
  }
  tell({ kind: 'delivered', times, messageIds, refused });
  refused = 0;
}

async function hold(target: Target, source: string, polls: readonly QueuePoll[]): Promise<void> {
  const opened: Holder[] = [];
  await forEachWide(polls, CONNECTS_AT_ONCE, async (poll) => {
    const connection = await HttpConnection.open(target, source);
    opened.push({ ...poll, connection, answer: undefined });
  });
  holders.push(...opened);
  undelivered += opened.length;
  await askAll(opened);
}

/** In portions: thousands of requests within one turn of the event loop would time the client's own queue. */
async function askAll(some: readonly Holder[]): Promise<void> {
  let lastPause = nowMs();
  for (const holder of some) {
    ask(holder);
    if (nowMs() - lastPause < 5) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    lastPause = nowMs();
  }
}

async function obey(order: FleetOrder): Promise<void> {
  switch (order.kind) {
    case 'hold':
      await hold(order.target, order.source, order.polls);
      return tell({ kind: 'asking' });
    case 'again': {
      const answered = holders.filter(({ answer }) => answer);
      undelivered = holders.length;
      await askAll(answered);
      return tell({ kind: 'asking' });
    }
    case 'stream':
      streaming = true;
  }
}

process.on('message', (order: FleetOrder) => {
  obey(order).catch(fail);
});
process.on('disconnect', () => process.exit(0));
