import { createHash } from 'node:crypto';
import { CreatedChannel, NewChannel, createChannels, createRealm, lockRealm, withNewAccounts } from '@stoa/database';
import { RENDERER_VERSION } from '@stoa/markdown';
import { EmailVisibility, hashApiKey } from '@stoa/policy';
import type { BenchCluster } from './bench-cluster';
import type { Credentials } from './http-client';
import { progress } from './progress';

export interface SeededUser extends Credentials {
  id: number;
  fullName: string;
}

export interface SeededRealm {
  id: number;
  partition: number;
  /** For the Host header. */
  host: string;
  users: SeededUser[];
  channels: CreatedChannel[];
}

export interface RealmShape {
  /** "" is the root. */
  subdomain: string;
  users: number;
  /** Of each user, by the index; members unless given. */
  roleOf?: (index: number) => number;
  channels: (userIds: readonly number[]) => NewChannel[];
}

const KEY_LENGTH = 32;
const KEY_PREFIX_LENGTH = 4;

/** Letters and digits, the same at every run. */
function keyOf(address: string): string {
  return createHash('sha256').update(`bench/${address}`).digest('hex').slice(0, KEY_LENGTH);
}

/** An organization with members who have API keys, and channels with subscribers; ten thousand members take a few seconds. */
export async function seedRealm(cluster: BenchCluster, shape: RealmShape): Promise<SeededRealm> {
  const { database, apiKeySecret } = cluster;
  const host = cluster.hostOf(shape.subdomain);
  const { id, partition } = await createRealm(database, {
    subdomain: shape.subdomain,
    name: `Bench ${shape.subdomain || 'root'}`,
    authenticationMethods: { Email: true, Dev: true },
    settings: { waiting_period_threshold: 0 },
    channels: [],
  });
  const context = { realmId: id, partition };
  const accounts = Array.from({ length: shape.users }, (_, index) => {
    const deliveryEmail = `user${index}@${shape.subdomain || 'root'}.bench.example`;
    const apiKey = keyOf(deliveryEmail);
    return {
      fullName: `Bench User ${index}`,
      deliveryEmail,
      role: shape.roleOf?.(index),
      emailAddressVisibility: EmailVisibility.Everyone,
      apiKey: { hash: hashApiKey(apiKeySecret, apiKey), prefix: apiKey.slice(0, KEY_PREFIX_LENGTH) },
    };
  });
  const users = await withNewAccounts(database, context, { realmHost: host, accounts }, async (_tx, created) =>
    created.accounts.map(({ id: userId, email, deliveryEmail, fullName }) => ({
      id: userId,
      email,
      fullName,
      apiKey: keyOf(deliveryEmail),
    })),
  );
  const wanted = shape.channels(users.map((user) => user.id));
  const channels = await database.write(context, [lockRealm(id, 'exclusive')], (tx) => createChannels(tx, wanted));
  progress(`seeded ${shape.subdomain || 'the root organization'}: ${users.length} users, ${channels.length} channels`);
  return { id, partition, host, users, channels };
}

/** Messages of the past, spread evenly over channels, written as rows: nobody is told of them. */
export async function seedHistory(
  cluster: BenchCluster,
  realm: SeededRealm,
  count: number,
  senderId: number,
): Promise<void> {
  await cluster.database.query(
    'bench_history',
    `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
       renderer_version, sent_at, client_name, search_vector)
     SELECT $1, r.id, r.id, $2, 'history ' || n % 7, 'Message ' || n, '<p>Message ' || n || '</p>', ${RENDERER_VERSION},
       now() - ($4::int - n) * interval '1 second', 'bench', to_tsvector('english', 'Message ' || n)
     FROM generate_series(1, $4::int) n, LATERAL (SELECT ($3::int[])[1 + n % cardinality($3::int[])] AS id) r`,
    [realm.id, senderId, realm.channels.map(({ recipientId }) => recipientId), count],
  );
}

/**
 * What a database that was not filled a moment ago has: statistics for the planner, and rows that are marked as committed.
 * Whoever reads an unmarked row first marks it, and writes its page for that.
 */
export async function vacuum(cluster: BenchCluster): Promise<void> {
  await cluster.database.query('bench_vacuum', 'VACUUM (ANALYZE)');
}
