import { RENDERER_VERSION } from '@stoa/markdown';
import type { BenchCluster } from '../support/bench-cluster';
import { HttpClient, encodeRequest } from '../support/http-client';
import { numberField, parseObject } from '../support/json';
import { progress } from '../support/progress';
import { type SeededRealm, type SeededUser, vacuum, seedRealm } from '../support/seed';
import { type SharedPicture, sharePictures } from './pictures';

/** How large the organization is that somebody looks at (web.md 7.2). */
export interface WebShape {
  users: number;
  channels: number;
  subscribed: number;
  /** In the first channel, read. */
  history: number;
  /** Spread over the other channels. */
  unread: number;
  unreadTopics: number;
}

export const FULL_SHAPE: WebShape = {
  ...{ users: 10_000, channels: 1_000, subscribed: 60 },
  ...{ history: 100_000, unread: 20_000, unreadTopics: 2_000 },
};
export const QUICK_SHAPE: WebShape = {
  ...{ users: 300, channels: 40, subscribed: 12 },
  ...{ history: 5_000, unread: 500, unreadTopics: 60 },
};

/** A topic with unread messages. */
export interface Conversation {
  channelId: number;
  topic: string;
  firstId: number;
}

const BATCH = 10_000;

/** Rendered as the service renders: one message in ten has a picture, one in ten code, one in fifty a formula. */
const RENDERED = `CASE
  WHEN n % 10 = 1 THEN ($7::text[])[1 + n / 10 % cardinality($7::text[])]
  WHEN n % 10 = 2 THEN '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> <span class="nf">f' || n || '</span><span class="p">():</span>\n    <span class="k">return</span> <span class="mi">' || n || '</span>\n</code></pre></div>'
  WHEN n % 50 = 3 THEN '<p><span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal">x</span></span></span></span> is ' || n || '</p>'
  ELSE '<p>Message ' || n || ' says something about the plan for the week, and what is still to be done before it ends.</p>'
END`;

/** Pictures that no two messages in a row have in common. */
const PICTURES = 20;

interface Rows {
  /** Rendered pictures. */
  pictures: readonly string[];
  recipientIds: readonly number[];
  senderIds: readonly number[];
  topics: number;
  count: number;
}

async function insert(cluster: BenchCluster, realm: SeededRealm, rows: Rows): Promise<void> {
  for (let from = 1; from <= rows.count; from += BATCH) {
    await cluster.database.query(
      'bench_web_history',
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name, search_vector)
       SELECT $1, r.id, r.id, s.id, 'topic ' || n % $4::int, 'Message ' || n, ${RENDERED}, ${RENDERER_VERSION},
         now() - (10000000 - n) * interval '1 second', 'bench', to_tsvector('english', 'Message ' || n)
       FROM generate_series($5::int, $6::int) n,
         LATERAL (SELECT ($2::int[])[1 + (n % $4::int) % cardinality($2::int[])] AS id) r,
         LATERAL (SELECT ($3::int[])[1 + n % cardinality($3::int[])] AS id) s`,
      [
        ...[realm.id, rows.recipientIds, rows.senderIds, rows.topics],
        ...[from, Math.min(from + BATCH - 1, rows.count), rows.pictures],
      ],
    );
  }
}

/** An organization as one person sees it: a long history that is read, and much that is not. */
export class WebOrganization {
  private readonly client: HttpClient;
  private pictures: readonly SharedPicture[] = [];

  private constructor(
    private readonly cluster: BenchCluster,
    readonly realm: SeededRealm,
    readonly shape: WebShape,
  ) {
    this.client = new HttpClient(cluster.target);
  }

  static async create(cluster: BenchCluster, shape: WebShape): Promise<WebOrganization> {
    const realm = await seedRealm(cluster, {
      subdomain: '',
      users: shape.users,
      channels: (ids) =>
        Array.from({ length: shape.channels }, (_, channel) => ({
          name: `channel ${channel}`,
          subscriberIds: ids.filter((_id, user) =>
            user < 2 ? channel < shape.subscribed : (channel + user) % 20 === 0,
          ),
        })),
    });
    const organization = new WebOrganization(cluster, realm, shape);
    await organization.fill();
    return organization;
  }

  get reader(): SeededUser {
    return this.person(0);
  }

  get writer(): SeededUser {
    return this.person(1);
  }

  get url(): string {
    return this.cluster.cluster.description.base_url;
  }

  /** The channel with the long history. */
  get largeChannel(): number {
    return this.channel(0).id;
  }

  channel(index: number): { id: number; recipientId: number } {
    const channel = this.realm.channels[index];
    if (!channel) throw new Error(`the organization has no channel ${index}`);
    return channel;
  }

  /** Ids of the first and the last message of a channel. */
  async ends(index: number): Promise<{ first: number; last: number }> {
    const [row] = await this.cluster.database.query<{ first: string; last: string }>(
      'bench_web_ends',
      'SELECT min(id)::text AS first, max(id)::text AS last FROM message WHERE recipient_id = $1',
      [this.channel(index).recipientId],
    );
    return { first: Number(row?.first), last: Number(row?.last) };
  }

  /** Topics with unread messages, of as many channels as there are. */
  async conversations(count: number): Promise<Conversation[]> {
    const rows = await this.cluster.database.query<{ channelId: number; topic: string; firstId: string }>(
      'bench_web_topics',
      `SELECT c.id AS "channelId", m.topic, min(m.id)::text AS "firstId" FROM message m
       JOIN channel c ON c.recipient_id = m.recipient_id
       WHERE m.realm_id = $1 AND m.recipient_id <> $2 GROUP BY c.id, m.topic ORDER BY min(m.id) LIMIT $3`,
      [this.realm.id, this.channel(0).recipientId, count],
    );
    return rows.map((row) => ({ ...row, firstId: Number(row.firstId) }));
  }

  /** A picture as a message writes it, which everybody in the first channel may see. */
  picture(n: number): string {
    const picture = this.pictures[n % this.pictures.length];
    if (!picture) throw new Error('there are no pictures yet');
    return picture.link;
  }

  /** @returns the message's id */
  async send(channelIndex: number, topic: string, content: string): Promise<number> {
    const form = { type: 'stream', to: String(this.channel(channelIndex).id), topic, content };
    return numberField(await this.call(this.writer, 'POST', 'messages', form), 'id');
  }

  async react(messageId: number): Promise<void> {
    await this.call(this.writer, 'POST', `messages/${messageId}/reactions`, { emoji_name: 'tada' });
  }

  async edit(messageId: number, content: string): Promise<void> {
    await this.call(this.writer, 'PATCH', `messages/${messageId}`, { content });
  }

  async deleteQueue(queueId: string): Promise<void> {
    await this.call(this.reader, 'DELETE', 'events', { queue_id: queueId });
  }

  /** Name and value of the cookie of a session of the reader. */
  async signIn(): Promise<{ name: string; value: string }> {
    const answer = await fetch(`${this.url}/json/dev_login`, {
      method: 'POST',
      headers: { origin: this.url, 'x-csrftoken': 'bench', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: this.reader.email }),
    });
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    const [name = '', value = ''] = cookie.split('=');
    if (!answer.ok || !value) throw new Error(`nobody could sign in: ${answer.status} ${await answer.text()}`);
    return { name, value };
  }

  close(): void {
    this.client.close();
  }

  private person(index: number): SeededUser {
    const user = this.realm.users[index];
    if (!user) throw new Error('the organization has too few people');
    return user;
  }

  private async call(
    credentials: SeededUser,
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Record<string, string>,
  ): Promise<ReturnType<typeof parseObject>> {
    const { host } = this.realm;
    const request = encodeRequest({ method, path: `/api/v1/${path}`, host, credentials, form });
    return parseObject((await this.client.request(request)).body);
  }

  private async fill(): Promise<void> {
    const { cluster, realm, shape } = this;
    const senderIds = realm.users.slice(1, 200).map(({ id }) => id);
    const send = (content: string): Promise<number> => this.send(0, 'pictures', content);
    this.pictures = await sharePictures({ url: this.url, person: this.writer, send }, PICTURES);
    const pictures = this.pictures.map(({ rendered }) => rendered);
    await insert(cluster, realm, {
      ...{ pictures, recipientIds: [this.channel(0).recipientId], senderIds },
      ...{ topics: 50, count: shape.history },
    });
    await this.call(this.reader, 'POST', 'mark_all_as_read', {});
    const recipientIds = realm.channels.slice(1, shape.subscribed).map(({ recipientId }) => recipientId);
    const topics = shape.unreadTopics;
    await insert(cluster, realm, { pictures, recipientIds, senderIds, topics, count: shape.unread });
    await vacuum(cluster);
    progress(`web: ${shape.history} read and ${shape.unread} unread messages`);
  }
}
