import { createHash, randomBytes, randomInt } from 'node:crypto';
import { ClientState, ResponseBody, TestCluster, TestResponse, applyEvents, eventually } from '@stoa/testing';
import nacl from 'tweetnacl';
import { Person } from './people';
import { seal } from './push-device';
import { PushRelay } from './push-relay';
import { TestQueue } from './test-queue';

const KEY_TAG = 0x31;
const MONTH_SECONDS = 30 * 24 * 3600;
/** Also over an outage: the service recovers within 45 s of the relay. */
const PATIENCE_MS = 50_000;

/** The state of a device that has registered nothing yet (push.md 3.3). */
export const NO_REGISTRATION = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** One of a phone's keys; old ones open what was under way when a newer one came. */
interface PhoneKey {
  id: number;
  bytes: Uint8Array;
}

export interface PhoneOptions {
  kind?: 'apns' | 'fcm';
  /** What the phone seals, in place of what a correct one would. */
  sealed?: Record<string, unknown>;
  /** Parameters of the call, in place of what a correct client would send. */
  parameters?: Record<string, string | undefined>;
}

/**
 * The mobile app as far as notifications go (push.md 3.5), played: it keeps its device, its keys and its vendor's token,
 * folds events into the state of its registration, and sends what is due.
 */
export class Phone {
  /** The newest is last. */
  readonly keys: PhoneKey[] = [];
  deviceId: number | undefined;
  token: string;
  private state: ClientState = {};
  private queue: TestQueue | undefined;
  private position = 0;

  private constructor(
    readonly person: Person,
    private readonly relay: PushRelay,
    readonly kind: 'apns' | 'fcm',
  ) {
    this.token = newToken();
  }

  /** A phone whose app is signed in and has not started yet. */
  static async create(cluster: TestCluster, person: Person, { kind = 'fcm' }: PhoneOptions = {}): Promise<Phone> {
    const relay = PushRelay.of(cluster);
    const phone = new Phone(person, relay, kind);
    phone.position = await relay.position();
    return phone;
  }

  /** A phone that is notified. */
  static async active(cluster: TestCluster, person: Person, options: PhoneOptions = {}): Promise<Phone> {
    const phone = await Phone.create(cluster, person, options);
    await phone.start();
    await phone.becomes({ push_token_id: phone.tokenId });
    return phone;
  }

  /** Asks for a test notification, and answers what the service says. */
  askForTest(): Promise<TestResponse> {
    return this.person.client.post('/mobile_push/e2ee/test_notification', { device_id: this.deviceId });
  }

  get tokenId(): string {
    return createHash('sha256').update(this.token, 'utf8').digest().subarray(0, 8).toString('base64');
  }

  get key(): PhoneKey {
    const key = this.keys.at(-1);
    if (!key) throw new Error('the phone has no key yet');
    return key;
  }

  /** What the app knows of its device. */
  get device(): ResponseBody | undefined {
    const devices = this.state.devices as Record<string, ResponseBody> | undefined;
    return devices?.[String(this.deviceId)];
  }

  /** Everything that the app heard. */
  get events(): readonly ResponseBody[] {
    return this.queue?.received ?? [];
  }

  /**
   * The app starts: it makes its device once, reads the state, and sends what is due.
   * @returns the answer of the registration, if one was due
   */
  async start(options: PhoneOptions = {}): Promise<TestResponse | undefined> {
    const { client } = this.person;
    this.deviceId ??= (await client.succeed('POST', '/register_client_device')).device_id;
    this.queue = await TestQueue.register(this.person, { event_types: ['device'], fetch_event_types: ['device'] });
    this.state = this.queue.state;
    if (this.keys.length === 0) this.makeKey();
    return this.send(options);
  }

  /** As every 30 days. */
  makeKey(): void {
    this.keys.push({ id: randomInt(2 ** 32), bytes: new Uint8Array(randomBytes(nacl.secretbox.keyLength)) });
  }

  /** As when the vendor gives the app another token. */
  changeToken(): void {
    this.token = newToken();
  }

  /** Which groups of parameters are due by what the app knows (push.md 3.5, 2 and 3). */
  get due(): { key: boolean; token: boolean } {
    const { device } = this;
    if (!device) return { key: true, token: true };
    const known = device.pending_push_token_id ?? device.push_token_id;
    const timestamp: number | null = device.push_token_last_updated_timestamp;
    return {
      key: device.push_key_id !== this.key.id,
      token:
        device.push_registration_error_code !== null ||
        known !== this.tokenId ||
        timestamp === null ||
        Date.now() / 1000 - timestamp > MONTH_SECONDS,
    };
  }

  /** Sends what is due. @returns undefined if nothing is */
  async send(options: PhoneOptions = {}): Promise<TestResponse | undefined> {
    const { due } = this;
    return due.key || due.token ? this.request(due, options) : undefined;
  }

  /** `POST /mobile_push/register` with these groups, as a correct client calls it but for what the options replace. */
  async request(groups: { key?: boolean; token?: boolean }, options: PhoneOptions = {}): Promise<TestResponse> {
    return this.person.client.post('/mobile_push/register', {
      device_id: this.deviceId,
      ...(groups.key ? { push_key_id: this.key.id, push_key: this.pushKey } : {}),
      ...(groups.token ? await this.tokenGroup(options) : {}),
      ...options.parameters,
    });
  }

  get pushKey(): string {
    return Buffer.concat([Buffer.from([KEY_TAG]), this.key.bytes]).toString('base64');
  }

  /** Reads events until the app knows this of its device. */
  becomes(expected: Record<string, unknown>): Promise<void> {
    return this.until(() => Object.entries(expected).every(([name, value]) => this.device?.[name] === value));
  }

  /** Reads events until something holds. */
  async until(holds: () => boolean): Promise<void> {
    const { queue } = this;
    if (!queue) throw new Error('the app was not started');
    await eventually(
      async () => {
        this.state = applyEvents(this.state, await queue.poll({ dont_block: true }));
        return holds();
      },
      { timeoutMs: PATIENCE_MS, stepMs: 50 },
    );
  }

  /** The service's own word, beside what events made of it. */
  async registered(): Promise<ResponseBody | undefined> {
    const wanted = { event_types: [], fetch_event_types: ['device'] };
    const { devices } = await this.person.client.succeed('POST', '/register', wanted);
    return devices[String(this.deviceId)];
  }

  /** The first notification that matches, decrypted, waited for. */
  next(matches: (notification: ResponseBody) => boolean): Promise<ResponseBody> {
    return eventually(async () => (await this.notifications()).find(matches) ?? false, {
      timeoutMs: PATIENCE_MS,
      stepMs: 50,
    });
  }

  message(id: number): Promise<ResponseBody> {
    return this.next(({ type, message_id: messageId }) => type === 'message' && messageId === id);
  }

  removal(id: number): Promise<ResponseBody> {
    return this.next(({ type, message_ids: ids }) => type === 'remove' && ids.includes(id));
  }

  /** Ids of the messages that came, each as often as it came. */
  async messageIds(): Promise<number[]> {
    const all = await this.notifications();
    return all.filter(({ type }) => type === 'message').map(({ message_id: id }) => id);
  }

  /** Everything that the vendor brought this phone and that it could open, oldest first. */
  async notifications(): Promise<ResponseBody[]> {
    return (await this.requests()).flatMap(({ payload }) => this.open(payload) ?? []);
  }

  /** What the relay was given for any token that this phone has had. */
  async requests(): Promise<ResponseBody[]> {
    const calls = await this.relay.received(this.position);
    return calls
      .filter(({ path }) => path === 'push/e2ee/notify')
      .flatMap(({ body }) => body.push_requests)
      .filter(({ payload }: ResponseBody) => this.keys.some(({ id }) => id === payload.push_key_id));
  }

  /** What the relay has registered of this phone's present token. */
  async registrations(): Promise<number> {
    const calls = await this.relay.received(this.position);
    return calls.filter(({ path, body }) => path === 'push/e2ee/register' && body.token_id === this.tokenId).length;
  }

  /** The account is found by the key's id; then everything must agree. */
  private open({ push_key_id: id, encrypted_data: data }: ResponseBody): ResponseBody | undefined {
    const key = this.keys.find((known) => known.id === id);
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
    const plain = key && nacl.secretbox.open(bytes.subarray(nacl.secretbox.nonceLength), nonce, key.bytes);
    if (!plain) return undefined;
    const content: ResponseBody = JSON.parse(Buffer.from(plain).toString('utf8'));
    return content.user_id === this.person.userId ? content : undefined;
  }

  private async tokenGroup({ sealed }: PhoneOptions): Promise<Record<string, string>> {
    const publicKey = await this.relay.publicKey();
    const registration = {
      token: this.token,
      token_kind: this.kind,
      timestamp: Math.floor(Date.now() / 1000),
      ios_app_id: this.kind === 'apns' ? 'org.example.App' : null,
      ...sealed,
    };
    return {
      token_kind: this.kind,
      token_id: this.tokenId,
      bouncer_public_key: publicKey,
      encrypted_push_registration: seal(publicKey, registration),
    };
  }
}

/** Hexadecimal, so that both vendors take it. */
function newToken(): string {
  return randomBytes(32).toString('hex');
}
