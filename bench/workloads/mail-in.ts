import { freePort } from '@stoa/testing';
import type { BenchCluster, Usage } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions, WithCluster } from '../support/benchmark';
import { delay } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { parseObject, textField } from '../support/json';
import { LmtpClient } from '../support/lmtp-client';
import { progress } from '../support/progress';
import { Report, cpuBreakdown } from '../support/report';
import { SeededRealm, vacuum, seedRealm } from '../support/seed';
import { measureYardsticks } from '../support/yardsticks';
import { countMessages, messageContent } from './messages';

/** Channels of one organization get fifty mails in a minute. */
const FULL = { organizations: 20, mails: 20 };
const QUICK = { organizations: 2, mails: 4 };
const SUBSCRIBERS = 10;
/** Connections of the mail server. */
const WIDTH = 8;
/** What follows a mail belongs to its cost. */
const SETTLE_MS = 500;
const FILE_BYTES = 200_000;

interface Kind {
  name: string;
  /** Base64 of a file that each mail brings; '' for none. */
  file: string;
}

const KINDS: readonly Kind[] = [
  { name: 'text alone', file: '' },
  { name: 'with a file of 200 kB', file: Buffer.alloc(FILE_BYTES, 'numbers ').toString('base64') },
];

interface Outcome {
  name: string;
  mails: number;
  perSecond: number;
  cpu: Usage;
}

let count = 0;

function mailOf({ file }: Kind): string {
  count += 1;
  const text = messageContent(count * 10, '');
  const part = ['--b', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64'];
  const wrapped = file.replace(/.{76}/g, '$&\r\n');
  const attached = [...part, `Content-Disposition: attachment; filename="numbers ${count}.bin"`, '', wrapped];
  return [
    'From: Stranger <stranger@elsewhere.example>',
    `Subject: topic ${count % 20}`,
    `Message-ID: <${count}@elsewhere.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    ...['', '--b', 'Content-Type: multipart/alternative; boundary=a'],
    ...['', '--a', 'Content-Type: text/plain; charset=utf-8', '', text],
    ...['--a', 'Content-Type: text/html; charset=utf-8', '', `<p>${text}</p>`, '--a--'],
    ...(file === '' ? [] : attached),
    '--b--',
  ].join('\r\n');
}

async function addressOf(client: HttpClient, { host, channels: [channel], users: [user] }: SeededRealm) {
  if (!channel || !user) throw new Error('the organization is empty');
  const path = `/api/v1/streams/${channel.id}/email_address`;
  const request = encodeRequest({ method: 'GET', path, host, credentials: user });
  return textField(parseObject((await client.request(request)).body), 'email');
}

async function measureKind(
  cluster: BenchCluster,
  { port, realms, addresses }: { port: number; realms: readonly SeededRealm[]; addresses: readonly string[] },
  { kind, mails }: { kind: Kind; mails: number },
): Promise<Outcome> {
  // In the time that it counts, an organization's channels get no more.
  await cluster.database.query('bench_forget_mails', 'DELETE FROM received_mail');
  const sent = async () => (await Promise.all(realms.map((realm) => countMessages(cluster, realm)))).reduce(sum, 0);
  const before = await sent();
  const waiting = Array.from({ length: mails }, () => addresses.map((to) => ({ to, mail: mailOf(kind) }))).flat();
  const all = waiting.length;
  const clients = await Promise.all(Array.from({ length: WIDTH }, () => LmtpClient.connect(port)));
  progress(`mail-in: ${all} mails, ${kind.name}`);
  let seconds = 0;
  const { cpu } = await cluster.measureCpu(async () => {
    const begun = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await client.deliver(next.to, next.mail);
      }),
    );
    seconds = (performance.now() - begun) / 1_000;
    await delay(SETTLE_MS);
  });
  for (const client of clients) client.close();
  const posted = (await sent()) - before;
  if (posted !== all) throw new Error(`${kind.name}: ${posted} of ${all} mails were posted`);
  return { name: kind.name, mails: all, perSecond: all / seconds, cpu };
}

function sum(a: number, b: number): number {
  return a + b;
}

async function run(cluster: BenchCluster, port: number, options: BenchmarkOptions): Promise<Report> {
  const plan = options.quick ? QUICK : FULL;
  const realms: SeededRealm[] = [];
  for (let index = 0; index < plan.organizations; index += 1) {
    const channels = (ids: readonly number[]) => [{ name: 'mails', subscriberIds: [...ids] }];
    realms.push(await seedRealm(cluster, { subdomain: `mail${index}`, users: SUBSCRIBERS, channels }));
  }
  const client = new HttpClient(cluster.target);
  await client.connect(1);
  const addresses: string[] = [];
  for (const realm of realms) addresses.push(await addressOf(client, realm));
  client.close();
  await vacuum(cluster);
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const setting = { port, realms, addresses };
  const outcomes: Outcome[] = [];
  for (const kind of KINDS) {
    // Plans, threads and compiled code that a running cluster has.
    await measureKind(cluster, setting, { kind, mails: Math.ceil(plan.mails / 2) });
    outcomes.push(await measureKind(cluster, setting, { kind, mails: plan.mails }));
  }
  return report(outcomes, yardsticks);
}

function report(outcomes: readonly Outcome[], yardsticks: Report['yardsticks']): Report {
  return {
    benchmark: 'mail-in',
    checks: ['every mail that was taken became one message'],
    yardsticks,
    tables: [
      {
        title: `Mails that came in by LMTP, over ${WIDTH} connections`,
        rows: outcomes.map(({ name, mails, perSecond }) => ({ mails: name, number: mails, 'per second': perSecond })),
      },
      {
        title: 'Server CPU per mail, µs, with the message and all that follows it',
        rows: outcomes.map(({ name, cpu, mails }) => ({ mails: name, ...cpuBreakdown(cpu, mails) })),
      },
    ],
    targets: [],
  };
}

async function runMany(withCluster: WithCluster, options: BenchmarkOptions): Promise<Report> {
  const port = await freePort();
  const env = { STOA_MAIL_IN_PORT: String(port), STOA_EMAIL_GATEWAY_PATTERN: '%s@mail.bench.example' };
  return withCluster({ inspectable: options.profile, env }, (cluster) => run(cluster, port, options));
}

/** What it takes to make messages of mails. */
export const mailIn: Benchmark = { name: 'mail-in', runMany };
