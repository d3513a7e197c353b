import { ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { eventually } from '@stoa/testing';
import type { BenchCluster } from '../support/bench-cluster';
import { HttpClient, encodeRequest } from '../support/http-client';
import { numberField, parseObject, textField } from '../support/json';
import { forEachWide } from '../support/load';
import type { SeededRealm, SeededUser } from '../support/seed';
import type { FleetOrder, QueuePoll, WorkerReport } from './poll-messages';

const REGISTRATIONS_AT_ONCE = 8;
const LONGEST_ROUND_MS = 60_000;

export interface Round {
  /** Of the machine's monotonic clock, in milliseconds. */
  times: number[];
  messageIds: number[];
  /** Polls that were answered 503 before this round's delivery and asked again. */
  refused: number;
}

/** A queue for messages of each user. */
export async function registerQueues(
  cluster: BenchCluster,
  realm: SeededRealm,
  users: readonly SeededUser[],
): Promise<QueuePoll[]> {
  const client = new HttpClient(cluster.target);
  const polls: QueuePoll[] = [];
  const form = { event_types: '["message"]', fetch_event_types: '[]' };
  await forEachWide(users, REGISTRATIONS_AT_ONCE, async (credentials) => {
    const { host } = realm;
    const { body } = await client.request(
      encodeRequest({ method: 'POST', path: '/api/v1/register', host, credentials, form }),
    );
    const answer = parseObject(body);
    const { email, apiKey } = credentials;
    polls.push({
      queueId: textField(answer, 'queue_id'),
      lastEventId: numberField(answer, 'last_event_id'),
      credentials: { email, apiKey },
      host,
    });
  });
  client.close();
  return polls;
}

/** Ends queues that nobody asks for any more: what is appended to them would be taken for the others' cost. */
export async function deleteQueues(cluster: BenchCluster, polls: readonly QueuePoll[]): Promise<void> {
  const client = new HttpClient(cluster.target);
  await forEachWide(polls, REGISTRATIONS_AT_ONCE, async ({ queueId, credentials, host }) => {
    const form = { queue_id: queueId };
    await client.request(encodeRequest({ method: 'DELETE', path: '/api/v1/events', host, credentials, form }));
  });
  client.close();
}

interface Worker {
  child: ChildProcess;
  /** Of 127.0.0.0/8, one per worker: each address has ports of its own. */
  source: string;
  holds: number;
}

/** Clients that wait for events: processes of their own, so that their work is not mixed with the measuring process'. */
export class PollFleet {
  private readonly workers: Worker[];
  private readonly reports = new Map<ChildProcess, WorkerReport[]>();
  private failure: string | undefined;
  private others = 0;

  constructor(
    private readonly cluster: BenchCluster,
    workers: number,
  ) {
    this.workers = Array.from({ length: workers }, (_, index) => {
      const child = fork(path.join(__dirname, 'poll-worker.js'));
      this.reports.set(child, []);
      child.on('message', (report: WorkerReport) => this.note(child, report));
      child.on('exit', (code) => (this.failure ??= code ? `a poll worker ended with ${code}` : undefined));
      return { child, source: `127.0.0.${index + 2}`, holds: 0 };
    });
  }

  get held(): number {
    return this.workers.reduce((sum, { holds }) => sum + holds, 0);
  }

  /**
   * Holds more polls; returns when the gateways hold all.
   * @param others polls that somebody else holds
   * @param share of all that must be held at a moment, when polls end all the time and come again
   */
  async hold(polls: readonly QueuePoll[], others = 0, share = 1): Promise<void> {
    this.others = others;
    const each = Math.ceil(polls.length / this.workers.length);
    const { target } = this.cluster;
    const busy = this.workers.filter((worker, index) => {
      const own = polls.slice(index * each, (index + 1) * each);
      if (own.length === 0) return false;
      worker.holds += own.length;
      this.order(worker, { kind: 'hold', target, source: worker.source, polls: own });
      return true;
    });
    await this.collect(busy, 'asking');
    await this.waitHeld(share);
  }

  /** Everything that was delivered since the polls were asked. */
  async delivered(): Promise<Round> {
    const reports = await this.collect(
      this.workers.filter(({ holds }) => holds > 0),
      'delivered',
    );
    return {
      times: reports.flatMap((report) => (report.kind === 'delivered' ? report.times : [])),
      messageIds: reports.flatMap((report) => (report.kind === 'delivered' ? report.messageIds : [])),
      refused: reports.reduce((sum, report) => sum + (report.kind === 'delivered' ? report.refused : 0), 0),
    };
  }

  /** Asks again after a round; returns when the gateways hold all. */
  async again(): Promise<void> {
    const busy = this.workers.filter(({ holds }) => holds > 0);
    for (const worker of busy) this.order(worker, { kind: 'again' });
    await this.collect(busy, 'asking');
    await this.waitHeld();
  }

  /** From now on every answer is followed by the next poll; nothing is reported any more. */
  stream(): void {
    for (const worker of this.workers) this.order(worker, { kind: 'stream' });
  }

  close(): void {
    for (const { child } of this.workers) if (child.connected) child.disconnect();
  }

  private order({ child }: Worker, order: FleetOrder): void {
    child.send(order);
  }

  private note(child: ChildProcess, report: WorkerReport): void {
    if (report.kind === 'failed') this.failure ??= report.reason;
    else this.reports.get(child)?.push(report);
  }

  private async collect(workers: readonly Worker[], kind: WorkerReport['kind']): Promise<WorkerReport[]> {
    const queues = workers.map(({ child }) => this.reports.get(child) ?? []);
    await eventually(() => this.failure !== undefined || queues.every((queue) => queue.length > 0), {
      timeoutMs: LONGEST_ROUND_MS,
    });
    if (this.failure !== undefined) throw new Error(`the polls failed: ${this.failure}`);
    const reports = queues.flatMap((queue) => queue.shift() ?? []);
    if (!reports.every((report) => report.kind === kind)) throw new Error(`the polls are not ${kind}`);
    return reports;
  }

  private async waitHeld(share = 1): Promise<void> {
    const expected = this.held + this.others;
    let held = 0;
    const allHeld = async (): Promise<boolean> => {
      if (this.failure !== undefined) throw new Error(`the polls failed: ${this.failure}`);
      held = await this.cluster.heldPolls();
      return held <= expected && held >= expected * share;
    };
    await eventually(allHeld, { timeoutMs: LONGEST_ROUND_MS, stepMs: expected >= 1000 ? 250 : 20 }).catch(
      (error: unknown) => {
        throw new Error(`${held} of ${expected} polls are held`, { cause: error });
      },
    );
  }
}
