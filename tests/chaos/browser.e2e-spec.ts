import { type ServerName, type TestCluster, eventually, startCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { fetchNewest } from '../support/messages';
import { demoPerson, unique } from '../support/people';
import type { Person } from '../support/person';
import { type ClientPage, addressOf } from '../web/support/client-page';
import { type Interruption, InterruptionWatch } from '../web/support/interruptions';
import { useVisits } from '../web/support/visits';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
const REPLICAS = 2;
const READY_MS = 120_000;
/** What people may be shown of an interruption, apart from one of the database. */
const MOST_SHOWN_MS = 3_000;
/** Between two messages, as somebody writes who is in a hurry. */
const PAUSE_MS = 1_000;
/** How PostgreSQL is told to end its clients' sessions and stop. */
const SIGNAL_OF: Readonly<Record<ServerName, NodeJS.Signals>> = {
  redis: 'SIGTERM',
  nats: 'SIGTERM',
  postgres: 'SIGINT',
};

/** Less than the list shows at a time. */
const WHEEL_STEP = 400;

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('people who write and read in a browser', () => {
  let cluster: TestCluster;
  let writer: Person;
  let reader: Person;
  let channel: Channel;
  const topic = unique('storm');
  const visits = useVisits(() => ({ url: cluster.description.base_url }));

  beforeAll(async () => {
    cluster = await startCluster({ replicas: Object.fromEntries(SERVICES.map((service) => [service, REPLICAS])) });
    [writer, reader] = [demoPerson(cluster, 'member'), demoPerson(cluster, 'administrator')];
    channel = await createChannel(writer, [reader]);
  });
  afterAll(() => cluster?.stop());

  async function replaced(pids: readonly number[]): Promise<void> {
    const count = cluster.description.processes.length;
    await eventually(
      () => {
        const { processes } = cluster.description;
        return processes.length >= count && processes.every(({ pid }) => !pids.includes(pid));
      },
      { timeoutMs: READY_MS },
    );
    await cluster.waitReady(READY_MS);
  }

  /** One of the replicas of each service ends as in an upgrade, then the other one dies. */
  async function breakServices(): Promise<void> {
    for (const service of SERVICES) await replaced([cluster.kill(service, 1, 'SIGTERM')]);
    for (const service of SERVICES) await replaced([cluster.kill(service, 2, 'SIGKILL')]);
  }

  async function restartServer(server: ServerName): Promise<Interruption> {
    const from = Date.now();
    cluster.killServer(server, SIGNAL_OF[server]);
    await delay(PAUSE_MS);
    await cluster.waitReady(READY_MS);
    return { from, to: Date.now() };
  }

  /** A message each second, until told to stop. @returns what was written */
  function keepWriting(client: ClientPage): () => Promise<string[]> {
    const written: string[] = [];
    let stopped = false;
    const writing = (async () => {
      while (!stopped) {
        const text = `message ${written.length} of the storm`;
        await client.write(text);
        written.push(text);
        await delay(PAUSE_MS);
      }
    })();
    return async () => {
      stopped = true;
      await writing;
      return written;
    };
  }

  /** Texts of the messages that a page shows from the first to the last, each as often as it is there. */
  async function textsOn(client: ClientPage, first: string): Promise<string[]> {
    const seen = new Map<string, string>();
    const look = async () => {
      for (const article of await client.messages.all()) {
        const id = await article.getAttribute('data-message-id');
        const [text] = /message \d+ of the storm/.exec(await article.innerText()) ?? [];
        if (id !== null && text !== undefined) seen.set(id, text);
      }
    };
    await client.page.getByRole('feed').hover();
    await eventually(async () => {
      await look();
      if ([...seen.values()].includes(first)) return true;
      await client.page.mouse.wheel(0, -WHEEL_STEP);
      return false;
    });
    return [...seen].sort(([a], [b]) => Number(a) - Number(b)).map(([, text]) => text);
  }

  it('lose and double nothing while every process and server is restarted, and hardly notice', async () => {
    const pages = [await visits.open(writer, addressOf.topic(channel, topic)), await visits.open(reader)];
    const [writing, reading] = pages;
    if (!writing || !reading) throw new Error('the pages are missing');
    await reading.goTo(addressOf.topic(channel, topic));
    const watches = pages.map(({ page }) => new InterruptionWatch(page));
    const stop = keepWriting(writing);

    await breakServices();
    await restartServer('redis');
    await restartServer('nats');
    const withoutDatabase = await restartServer('postgres');

    const written = await stop();
    const [first = '', last = ''] = [written[0], written.at(-1)];
    await eventually(async () => (await writing.outgoing.count()) === 0);
    for (const client of pages) await client.messageWith(last).waitFor();
    const stored = await fetchNewest(
      reader,
      [
        ['channel', channel.name],
        ['topic', topic],
      ],
      { apply_markdown: false },
    );
    expect(stored.map(({ content }) => content)).toEqual(written);
    for (const client of pages) expect(await textsOn(client, first)).toEqual(written);
    for (const watch of watches) {
      const shown = (await watch.stop()).filter(({ from, to }) => {
        const isDatabase = from < withoutDatabase.to + MOST_SHOWN_MS && to > withoutDatabase.from;
        return to - from > MOST_SHOWN_MS && !isDatabase;
      });
      expect(shown.map(({ from, to }) => to - from)).toEqual([]);
      expect(watch.loads).toBe(0);
    }
  });
});
