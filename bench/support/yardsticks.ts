import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createPool } from '@stoa/database';
import { connectToNats } from '@stoa/rpc';
import type { BenchCluster } from './bench-cluster';
import { HttpClient, encodeRequest } from './http-client';
import { isObject, numberField } from './json';
import { closedLoop } from './load';
import { progress } from './progress';

/** What this machine does at this minute with the parts alone; ratios against it survive a change of machine or load. */
export interface Yardsticks {
  /** Bare Fastify, same client, 64 connections. */
  helloPerSecond: number;
  helloCpuMicroseconds: number;
  /** One durable statement that inserts a message-sized row and an outbox-sized row, 32 connections. */
  commitsPerSecond: number;
  commitCpuMicroseconds: number;
  /** Request and reply through NATS between two connections of one process, 64 under way. */
  echoesPerSecond: number;
}

const CLIENTS = 64;
const CONNECTIONS = 32;

export async function measureYardsticks(cluster: BenchCluster, seconds: number): Promise<Yardsticks> {
  progress('yardsticks');
  return {
    ...(await measureHello(seconds)),
    ...(await measureCommits(cluster, seconds)),
    echoesPerSecond: await measureEchoes(cluster, seconds),
  };
}

async function ask(child: ChildProcess, field: string): Promise<number> {
  const answered = once(child, 'message');
  if (field !== 'port') child.send(field);
  const message: unknown = (await answered)[0];
  return numberField(isObject(message) ? message : {}, field);
}

type Hello = Pick<Yardsticks, 'helloPerSecond' | 'helloCpuMicroseconds'>;

/** A bare server in a process of its own, to be measured as often as wanted. */
export class HelloYardstick {
  /** What each measurement found, in microseconds of processor time for a request. */
  readonly measured: number[] = [];
  private readonly request = encodeRequest({ method: 'GET', path: '/', host: 'localhost' });

  private constructor(
    private readonly child: ChildProcess,
    private readonly client: HttpClient,
  ) {}

  static async start(): Promise<HelloYardstick> {
    const child = fork(path.join(__dirname, 'hello-server.js'));
    try {
      const client = new HttpClient({ host: '127.0.0.1', port: await ask(child, 'port') });
      await client.connect(CLIENTS);
      return new HelloYardstick(child, client);
    } catch (error) {
      child.disconnect();
      throw error;
    }
  }

  async measure(seconds: number): Promise<Hello> {
    const { child } = this;
    const send = (): Promise<unknown> => this.client.request(this.request);
    await closedLoop(CLIENTS, seconds / 4, send);
    const before = await ask(child, 'cpuSeconds');
    const { completed, seconds: taken } = await closedLoop(CLIENTS, seconds, send);
    const cpu = (await ask(child, 'cpuSeconds')) - before;
    const helloCpuMicroseconds = (cpu / completed) * 1e6;
    this.measured.push(helloCpuMicroseconds);
    return { helloPerSecond: completed / taken, helloCpuMicroseconds };
  }

  stop(): void {
    this.client.close();
    this.child.disconnect();
  }
}

async function measureHello(seconds: number): Promise<Hello> {
  const hello = await HelloYardstick.start();
  try {
    return await hello.measure(seconds);
  } finally {
    hello.stop();
  }
}

async function measureCommits(
  cluster: BenchCluster,
  seconds: number,
): Promise<Pick<Yardsticks, 'commitsPerSecond' | 'commitCpuMicroseconds'>> {
  const pool = createPool({
    url: cluster.cluster.description.database_url,
    size: CONNECTIONS,
    applicationName: 'bench',
  });
  try {
    await pool.query('CREATE TABLE IF NOT EXISTS bench_message (id bigserial PRIMARY KEY, topic text, content text)');
    await pool.query('CREATE TABLE IF NOT EXISTS bench_outbox (id bigserial PRIMARY KEY, body text)');
    const statement = {
      name: 'bench_commit',
      text: `WITH m AS (INSERT INTO bench_message (topic, content) VALUES ('topic', $1) RETURNING id)
             INSERT INTO bench_outbox (body) SELECT $2 || id FROM m`,
      values: ['x'.repeat(200), 'y'.repeat(900)],
    };
    await closedLoop(CONNECTIONS, seconds / 4, () => pool.query(statement));
    const { result, cpu } = await cluster.measureCpu(() =>
      closedLoop(CONNECTIONS, seconds, () => pool.query(statement)),
    );
    await pool.query('DROP TABLE bench_message, bench_outbox');
    return {
      commitsPerSecond: result.completed / result.seconds,
      commitCpuMicroseconds: ((cpu.byServer.postgres ?? 0) / result.completed) * 1e6,
    };
  } finally {
    await pool.end();
  }
}

async function measureEchoes(cluster: BenchCluster, seconds: number): Promise<number> {
  const url = cluster.cluster.description.nats_url;
  const [server, client] = await Promise.all([connectToNats(url, 'bench-echo'), connectToNats(url, 'bench-ask')]);
  try {
    server.subscribe('bench.echo', { callback: (_error, message) => message.respond(message.data) });
    await server.flush();
    const data = Buffer.alloc(512, 'x');
    const { completed, seconds: taken } = await closedLoop(CLIENTS, seconds, () => client.request('bench.echo', data));
    return completed / taken;
  } finally {
    await Promise.all([server.close(), client.close()]);
  }
}
