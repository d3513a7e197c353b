import sodium from 'libsodium-wrappers';
import type { BenchCluster } from './bench-cluster';
import { delay } from './clock';
import { HttpClient, encodeRequest } from './http-client';
import { isObject, listField, numberField, objectField, parseObject, textField } from './json';
import { forEachWide } from './load';
import type { SeededRealm, SeededUser } from './seed';

const KEY_TAG = 0x31;
const POLL_MS = 25;
const REGISTRATION_PATIENCE_MS = 120_000;

/** A notification as the relay got it, decrypted with its device's key. */
export interface RelayedNotification {
  /** UNIX milliseconds. */
  at: number;
  userId: number;
  messageId: number;
}

/** One device of each user, registered with the stand-in; its account is the user's id. */
export class PushDevices {
  private readonly keys = new Map<number, Uint8Array>();
  private position = 0;

  private constructor(private readonly relayUrl: string) {}

  /** @throws Error when the relay has not confirmed all of them after two minutes */
  static async register(
    cluster: BenchCluster,
    realm: SeededRealm,
    users: readonly SeededUser[],
    client: HttpClient,
  ): Promise<PushDevices> {
    await sodium.ready;
    const devices = new PushDevices(cluster.cluster.description.push_relay_url);
    const publicKey = textField(parseObject(await devices.read('/public_key')), 'public_key');
    await forEachWide(users, 16, async (user) => {
      await client.request(devices.registration(realm, user, publicKey));
    });
    const deadline = Date.now() + REGISTRATION_PATIENCE_MS;
    while ((await countActive(cluster, realm)) < users.length) {
      if (Date.now() > deadline) throw new Error('the relay has not confirmed every device');
      await delay(200);
    }
    await devices.skip();
    return devices;
  }

  /** Leaves out what the relay has got so far. */
  async skip(): Promise<void> {
    const state = parseObject(await this.read(`/received?after=${Number.MAX_SAFE_INTEGER}`));
    this.position = numberField(state, 'newest');
  }

  /** The next `count` notifications of messages. @throws Error when they have not come in time */
  async collect(count: number, patienceMs = 60_000): Promise<RelayedNotification[]> {
    const found: RelayedNotification[] = [];
    const deadline = Date.now() + patienceMs;
    while (found.length < count) {
      if (Date.now() > deadline) throw new Error(`${found.length} of ${count} notifications have come`);
      const fresh = await this.poll();
      found.push(...fresh);
      if (fresh.length === 0) await delay(POLL_MS);
    }
    return found;
  }

  private async poll(): Promise<RelayedNotification[]> {
    const state = parseObject(await this.read(`/received?after=${this.position}`));
    this.position = numberField(state, 'newest');
    return listField(state, 'received')
      .filter((call) => call.path === 'push/e2ee/notify')
      .flatMap((call) => {
        const at = numberField(call, 'at') * 1000;
        return listField(objectField(call, 'body'), 'push_requests').flatMap((request) => {
          const payload = objectField(request, 'payload');
          return this.decrypt(at, numberField(payload, 'push_account_id'), textField(payload, 'encrypted_data'));
        });
      });
  }

  private decrypt(at: number, userId: number, data: string): RelayedNotification[] {
    const key = this.keys.get(userId);
    if (!key) return [];
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    const nonce = bytes.subarray(0, sodium.crypto_secretbox_NONCEBYTES);
    const plain = sodium.crypto_secretbox_open_easy(bytes.subarray(nonce.length), nonce, key);
    const notification: unknown = JSON.parse(Buffer.from(plain).toString('utf8'));
    if (!isObject(notification) || notification.type !== 'message') return [];
    return [{ at, userId, messageId: numberField(notification, 'message_id') }];
  }

  private registration(realm: SeededRealm, user: SeededUser, publicKey: string): Buffer {
    const key = sodium.randombytes_buf(sodium.crypto_secretbox_KEYBYTES);
    this.keys.set(user.id, key);
    const content = { token: `bench-${user.id}`, token_kind: 'fcm', timestamp: Math.floor(Date.now() / 1000) };
    const sealed = sodium.crypto_box_seal(JSON.stringify(content), new Uint8Array(Buffer.from(publicKey, 'base64')));
    return encodeRequest({
      method: 'POST',
      path: '/api/v1/mobile_push/register',
      host: realm.host,
      credentials: user,
      form: {
        token_kind: 'fcm',
        push_account_id: String(user.id),
        push_key: Buffer.concat([Buffer.from([KEY_TAG]), key]).toString('base64'),
        bouncer_public_key: publicKey,
        encrypted_push_registration: Buffer.from(sealed).toString('base64'),
      },
    });
  }

  private async read(path: string): Promise<string> {
    return (await fetch(`${this.relayUrl}${path}`)).text();
  }
}

async function countActive(cluster: BenchCluster, realm: SeededRealm): Promise<number> {
  const [row] = await cluster.database.query<{ count: number }>(
    'bench_push_devices',
    `SELECT count(*)::int8 AS count FROM push_device d JOIN account a ON a.id = d.user_id
     WHERE a.realm_id = $1 AND d.bouncer_device_id IS NOT NULL`,
    [realm.id],
  );
  return row?.count ?? 0;
}
