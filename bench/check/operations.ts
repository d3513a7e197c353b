import { eventually } from '@stoa/testing';
import { heard } from '../polls/heard';
import { PollFleet, registerQueues } from '../polls/poll-fleet';
import type { BenchCluster } from '../support/bench-cluster';
import { delay } from '../support/clock';
import { HttpClient, encodeRequest } from '../support/http-client';
import { listField, numberField, parseObject } from '../support/json';
import { forEachWide } from '../support/load';
import { PresenceReporters } from '../support/presence-reporters';
import { SeededRealm, SeededUser, vacuum, seedRealm } from '../support/seed';
import { seedTexts } from '../support/seed-texts';
import { encodeSend, messageContent } from '../workloads/messages';
import { encodeRegistration } from '../workloads/register';

const USERS = 300;
const CHANNELS = 40;
const MESSAGES = 10_000;
const LISTENERS = 50;
const FLAGGED = 500;
const PAGE = 100;
/** Between two sends that are heard: everybody asks again meanwhile. */
const PAUSE_MS = 250;
const PATIENCE_MS = 30_000;
/** A poll may bring several messages on a busy machine; a stream counts each. */
const FEWEST_HEARD = { polls: 0.3, streams: 1 };

/** Something whose work is measured. */
export interface Operation {
  name: string;
  /** Operations that {@link run} does. */
  count: number;
  /** What must be true of each round, looked at outside of what is measured. @returns a check for afterwards */
  prepare?(): Promise<() => Promise<unknown>>;
  run(): Promise<void>;
}

/** The organization that operations are done in. */
export class Stage {
  private readonly client: HttpClient;
  private readonly reporters: PresenceReporters;
  private readonly fleets: PollFleet[] = [];
  private texts = 0;

  private constructor(
    private readonly cluster: BenchCluster,
    private readonly realm: SeededRealm,
  ) {
    this.client = new HttpClient(cluster.target);
    this.reporters = new PresenceReporters(this.client, realm, true);
  }

  static async build(cluster: BenchCluster): Promise<Stage> {
    const realm = await seedRealm(cluster, {
      subdomain: '',
      users: USERS,
      channels: (ids) =>
        Array.from({ length: CHANNELS }, (_, index) => ({
          name: `channel ${index}`,
          // The first two channels are those of who polls and who streams; in the third nobody listens.
          subscriberIds:
            index < 3 ? [...ids.slice(index * LISTENERS, (index + 1) * LISTENERS), ids.at(-1) ?? 0] : [...ids],
        })),
    });
    await seedTexts(cluster, { ...realm, channels: realm.channels.slice(3) }, { from: 1, to: MESSAGES, topics: 100 });
    await vacuum(cluster);
    const stage = new Stage(cluster, realm);
    await stage.listen(0, false);
    await stage.listen(1, true);
    return stage;
  }

  close(): void {
    for (const fleet of this.fleets) fleet.close();
    this.client.close();
  }

  operations(): Operation[] {
    const spread = async (count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> => {
      const indexes = Array.from({ length: count }, (_, index) => index);
      await forEachWide(indexes, width, async (index) => void (await work(index)));
    };
    return [
      { name: 'a send that nobody hears', count: 500, run: () => spread(500, 8, () => this.send(2)) },
      this.heardSends('a send, with 50 who poll', 0, FEWEST_HEARD.polls),
      this.heardSends('a send, with 50 who stream', 1, FEWEST_HEARD.streams),
      { name: 'a registration', count: 12, run: () => spread(12, 1, (index) => this.register(index)) },
      // Reports that overlap wait for each other, up to as many as these: what a cluster does at rest is not to be counted in.
      { name: 'a presence report', count: 320, run: () => spread(320, 16, (index) => this.reporters.report(index)) },
      { name: 'a page of history', count: 160, run: () => spread(160, 4, (index) => this.history(index)) },
      { name: '500 flags, on and off', count: 10, run: () => spread(10, 1, () => this.flags()) },
    ];
  }

  private async listen(channel: number, streams: boolean): Promise<void> {
    const fleet = new PollFleet(this.cluster, 1);
    const others = this.fleets.reduce((sum, { held }) => sum + held, 0);
    this.fleets.push(fleet);
    const users = this.realm.users.slice(channel * LISTENERS, (channel + 1) * LISTENERS);
    const queues = await registerQueues(this.cluster, this.realm, users);
    await fleet.hold(
      queues.map((queue) => ({ ...queue, streams })),
      others,
    );
    fleet.stream();
  }

  private async send(channel: number): Promise<void> {
    this.texts += 1;
    await this.client.request(
      encodeSend({
        sender: this.user(-1),
        host: this.realm.host,
        channelId: this.realm.channels[channel]?.id ?? 0,
        topic: 'check',
        content: messageContent(this.texts * 10, ''),
      }),
    );
  }

  private heardSends(name: string, channel: number, fewest: number): Operation {
    const count = 10;
    return {
      ...{ name, count },
      prepare: async () => {
        const before = await heard(this.cluster);
        const expected = before + count * LISTENERS * fewest;
        return () => eventually(async () => (await heard(this.cluster)) >= expected, { timeoutMs: PATIENCE_MS });
      },
      run: async () => {
        for (let sent = 0; sent < count; sent += 1) {
          await this.send(channel);
          await delay(PAUSE_MS);
        }
      },
    };
  }

  private async register(index: number): Promise<void> {
    const request = encodeRegistration(this.realm, { includeSubscribers: 'partial' }, this.user(100 + index));
    numberField(parseObject((await this.client.request(request)).body), 'max_message_id');
  }

  private async page(index: number): Promise<number[]> {
    const operand = this.realm.channels[3 + (index % 30)]?.id ?? 0;
    const narrow = JSON.stringify([{ operator: 'channel', operand }]);
    const query = new URLSearchParams({ anchor: 'newest', num_before: String(PAGE), num_after: '0', narrow });
    const { host } = this.realm;
    const path = `/api/v1/messages?${query}`;
    const { body } = await this.client.request(
      encodeRequest({ method: 'GET', path, host, credentials: this.user(100 + index) }),
    );
    return listField(parseObject(body), 'messages').map((message) => numberField(message, 'id'));
  }

  private async history(index: number): Promise<void> {
    const found = (await this.page(index)).length;
    if (found !== PAGE) throw new Error(`a page has ${found} messages`);
  }

  private async flags(): Promise<void> {
    const newest = (await this.page(0)).at(-1) ?? 0;
    const messages = JSON.stringify(Array.from({ length: FLAGGED }, (_, index) => newest - FLAGGED + index));
    const { host } = this.realm;
    for (const op of ['add', 'remove']) {
      const form = { messages, op, flag: 'starred' };
      const request = {
        method: 'POST',
        path: '/api/v1/messages/flags',
        host,
        credentials: this.user(200),
        form,
      } as const;
      await this.client.request(encodeRequest(request));
    }
  }

  private user(index: number): SeededUser {
    const user = this.realm.users.at(index);
    if (!user) throw new Error('the organization has too few users');
    return user;
  }
}
