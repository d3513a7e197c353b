import { randomBytes } from 'node:crypto';
import { ResponseBody, TestCluster, TestResponse, eventually } from '@stoa/testing';
import { blake2bFinal, blake2bInit, blake2bUpdate } from 'blakejs';
import nacl from 'tweetnacl';
import { Person } from './people';
import { PushRelay } from './push-relay';

const KEY_TAG = 0x31;
/** Also over an outage: the service recovers within 45 s of the relay. */
const PATIENCE_MS = 50_000;

export interface DeviceOptions {
  kind?: 'apns' | 'fcm';
  /** A signed 64-bit integer. */
  accountId?: bigint;
  /** What the client seals, in place of what a correct one would. */
  sealed?: Record<string, unknown>;
  /** Parameters of the call, in place of what a correct client would send. */
  parameters?: Record<string, string | undefined>;
}

/** A sealed box (push.md 2.2), made of tweetnacl and BLAKE2b: none of the code that opens it. */
export function seal(publicKey: string, content: unknown): string {
  const recipient = new Uint8Array(Buffer.from(publicKey, 'base64'));
  const ephemeral = nacl.box.keyPair();
  const hash = blake2bInit(nacl.box.nonceLength);
  blake2bUpdate(hash, ephemeral.publicKey);
  blake2bUpdate(hash, recipient);
  const text = new Uint8Array(Buffer.from(JSON.stringify(content)));
  const box = nacl.box(text, blake2bFinal(hash), recipient, ephemeral.secretKey);
  return Buffer.concat([ephemeral.publicKey, box]).toString('base64');
}

/** An account on a phone: it has its own key, registers, and reads what the relay was given for it. */
export class PushDevice {
  private readonly key = new Uint8Array(randomBytes(nacl.secretbox.keyLength));
  private position = 0;

  private constructor(
    private readonly person: Person,
    private readonly relay: PushRelay,
    readonly accountId: bigint,
    private readonly kind: 'apns' | 'fcm',
  ) {}

  /** A device that has not registered. */
  static async create(cluster: TestCluster, person: Person, options: DeviceOptions = {}): Promise<PushDevice> {
    const relay = PushRelay.of(cluster);
    const accountId = options.accountId ?? randomBytes(8).readBigInt64BE();
    const device = new PushDevice(person, relay, accountId, options.kind ?? 'fcm');
    device.position = await relay.position();
    return device;
  }

  /** A device that the relay has confirmed. */
  static async register(cluster: TestCluster, person: Person, options: DeviceOptions = {}): Promise<PushDevice> {
    const device = await PushDevice.create(cluster, person, options);
    const { status, body } = await device.requestRegistration(options);
    if (status !== 200) throw new Error(`the registration was refused: ${JSON.stringify(body)}`);
    await device.reaches('active');
    return device;
  }

  /** push.md 2.1. */
  get pushKey(): string {
    return Buffer.concat([Buffer.from([KEY_TAG]), this.key]).toString('base64');
  }

  /** `POST /mobile_push/register` as a correct client calls it, but for what the options replace. */
  async requestRegistration({ sealed, parameters }: DeviceOptions = {}): Promise<TestResponse> {
    const publicKey = await this.relay.publicKey();
    const registration = {
      token: randomBytes(32).toString('hex'),
      token_kind: this.kind,
      timestamp: Math.floor(Date.now() / 1000),
      ios_app_id: this.kind === 'apns' ? 'org.example.App' : null,
      ...sealed,
    };
    return this.person.client.post('/mobile_push/register', {
      token_kind: this.kind,
      push_account_id: String(this.accountId),
      push_key: this.pushKey,
      bouncer_public_key: publicKey,
      encrypted_push_registration: seal(publicKey, registration),
      ...parameters,
    });
  }

  /** What register says of this device; undefined when it lists none. */
  async state(): Promise<{ status: string; error_code: string | null } | undefined> {
    const wanted = { event_types: [], fetch_event_types: ['push_device'] };
    const { push_devices: devices } = await this.person.client.succeed('POST', '/register', wanted);
    return devices[String(this.accountId)];
  }

  async reaches(status: 'active' | 'failed' | 'pending'): Promise<void> {
    await eventually(async () => (await this.state())?.status === status, { timeoutMs: PATIENCE_MS, stepMs: 100 });
  }

  /** Everything that came for it so far, decrypted, oldest first. */
  async notifications(): Promise<ResponseBody[]> {
    return (await this.requests()).map(({ plain }) => plain);
  }

  /** As the relay got it for this device, with its plaintext. */
  async requests(): Promise<{ at: number; request: ResponseBody; plain: ResponseBody }[]> {
    const calls = await this.relay.received(this.position);
    return calls
      .filter(({ path }) => path === 'push/e2ee/notify')
      .flatMap(({ at, body }) =>
        body.push_requests.flatMap((request: ResponseBody) => {
          const plain = this.decrypt(request.payload);
          return plain === undefined ? [] : [{ at, request, plain }];
        }),
      );
  }

  /** The first notification that matches, waited for. */
  next(matches: (notification: ResponseBody) => boolean): Promise<ResponseBody> {
    return eventually(async () => (await this.notifications()).find(matches) ?? false, {
      timeoutMs: PATIENCE_MS,
      stepMs: 50,
    });
  }

  /** The notification of a message, waited for. */
  message(id: number): Promise<ResponseBody> {
    return this.next(isMessageNotification(id));
  }

  /** The notification that withdraws a message, waited for. */
  removal(id: number): Promise<ResponseBody> {
    return this.next(({ type, message_ids: ids }) => type === 'remove' && ids.includes(id));
  }

  /** Ids of the messages that came, each as often as it came. */
  async messageIds(): Promise<number[]> {
    const all = await this.notifications();
    return all.filter(({ type }) => type === 'message').map(({ message_id: id }) => id);
  }

  /** Plaintext of what was encrypted with this device's key; undefined for others'. */
  private decrypt({ push_account_id: account, encrypted_data: data }: ResponseBody): ResponseBody | undefined {
    // As a number the account has lost digits: enough to pass over other devices, whose key would not fit anyway.
    if (account !== Number(this.accountId)) return undefined;
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
    const plain = nacl.secretbox.open(bytes.subarray(nacl.secretbox.nonceLength), nonce, this.key);
    return plain === null ? undefined : JSON.parse(Buffer.from(plain).toString('utf8'));
  }
}

function isMessageNotification(id: number) {
  return ({ type, message_id: messageId }: ResponseBody): boolean => type === 'message' && messageId === id;
}
