import type { BenchCluster } from '../support/bench-cluster';
import { Credentials, HttpClient, encodeRequest } from '../support/http-client';
import { numberField, objectField, parseObject, textField } from '../support/json';
import type { SeededRealm } from '../support/seed';

const FILLER =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do *eiusmod* tempor incididunt ut labore. ';
const CONTENT_BYTES = 200;

/** 200 bytes of Markdown: one of ten mentions somebody, one of ten has a code block. Equal for equal arguments. */
export function messageContent(index: number, mentioned: string): string {
  const start = `Message ${index}: `;
  const special =
    index % 10 === 3
      ? `@**${mentioned}** `
      : index % 10 === 7
        ? '\n```python\nfor i in range(10):\n    print(i)\n```\n'
        : '';
  const rest = CONTENT_BYTES - start.length - special.length;
  return `${start}${special}${FILLER.repeat(3).slice(0, rest - 1)}.`;
}

export interface OutgoingMessage {
  sender: Credentials;
  host: string;
  channelId: number;
  topic: string;
  content: string;
}

export function encodeSend({ sender, host, channelId, topic, content }: OutgoingMessage): Buffer {
  const form = { type: 'stream', to: String(channelId), topic, content };
  return encodeRequest({ method: 'POST', path: '/api/v1/messages', host, credentials: sender, form });
}

/** Sends one message and reads it back. @throws Error when what is read is not what was sent */
export async function checkSend(client: HttpClient, message: OutgoingMessage): Promise<number> {
  const id = numberField(parseObject((await client.request(encodeSend(message))).body), 'id');
  const { host, sender } = message;
  const path = `/api/v1/messages/${id}?apply_markdown=false`;
  const read = await client.request(encodeRequest({ method: 'GET', path, host, credentials: sender }));
  const stored = objectField(parseObject(read.body), 'message');
  const same =
    textField(stored, 'content') === message.content &&
    numberField(stored, 'stream_id') === message.channelId &&
    textField(stored, 'subject') === message.topic;
  if (!same) throw new Error(`message ${id} is not what was sent: ${read.body.toString('utf8', 0, 400)}`);
  return id;
}

/** Messages of an organization, as the database has them. */
export async function countMessages(cluster: BenchCluster, realm: SeededRealm): Promise<number> {
  const [row] = await cluster.database.query<{ count: number }>(
    'bench_count',
    'SELECT count(*)::int8 AS count FROM message WHERE realm_id = $1',
    [realm.id],
  );
  return row?.count ?? 0;
}
