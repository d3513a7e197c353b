import { KeyObject, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import { TSchema } from '@sinclair/typebox';
import { Mode, forcedAnswer } from './behaviour';
import { RelayAnswer, badRequest, failure, success, unauthorized } from './relay-answer';
import { RelayRequests, readBody } from './relay-requests';

const BASE = '/api/v1/remotes/';
const REMEMBERED_CALLS = 10_000;
/** A sealed box is this much longer than what it holds. */
const SEAL_BYTES = 48;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export interface RelayCall {
  method: string;
  path: string;
  authorization: string | undefined;
  /** A form's or JSON's fields. */
  body: unknown;
}

/** A call as `GET /received` shows it. */
export interface ReceivedCall {
  at: number;
  path: string;
  organization_id: string | null;
  body: unknown;
  status: number | null;
}

type Handler = (body: unknown, organizationId: string) => RelayAnswer;

/**
 * The relay's side of push.md 7, as far as a service can observe it: it authenticates, checks the shape of every call and
 * answers as a relay whose vendors accept everything. It holds no vendor credentials, and a sealed registration is checked
 * for its form only, not opened.
 */
export class Relay {
  mode: Mode = 'ok';
  readonly publicKey: string;
  private readonly received: ReceivedCall[] = [];
  private readonly organizations = new Map<string, string>();
  private readonly devices = new Map<string, number>();
  private readonly legacyTokens = new Set<string>();
  private readonly handlers: Record<string, Handler>;

  constructor(known: { organizationId: string; organizationKey: string }) {
    this.organizations.set(known.organizationId, known.organizationKey);
    this.publicKey = rawPublicKey(generateKeyPairSync('x25519').publicKey);
    this.handlers = {
      'push/register': this.checked(RelayRequests.legacyRegister, ({ token_kind, token }) => {
        this.legacyTokens.add(`${token_kind}:${token}`);
        return success();
      }),
      'push/unregister': this.checked(RelayRequests.legacyUnregister, ({ token_kind, token }) =>
        this.legacyTokens.delete(`${token_kind}:${token}`) ? success() : badRequest('Token does not exist'),
      ),
      'push/unregister/all': this.checked(RelayRequests.legacyUnregisterAll, () => success()),
      'push/notify': this.checked(RelayRequests.legacyNotify, ({ android_devices: android, apple_devices: apple }) =>
        success({
          total_android_devices: android.length,
          total_apple_devices: apple.length,
          deleted_devices: {
            android_devices: this.mode === 'device_gone' ? android.map(({ token }) => token) : [],
            apple_devices: this.mode === 'device_gone' ? apple.map(({ token }) => token) : [],
          },
          realm: { can_push: true, expected_end_timestamp: null },
        }),
      ),
      'push/test_notification': this.checked(RelayRequests.legacyTest, ({ token_kind, token }) =>
        this.mode === 'device_gone' || !this.legacyTokens.has(`${token_kind}:${token}`)
          ? failure(400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push bouncer')
          : success(),
      ),
      'push/e2ee/register': this.checked(RelayRequests.register, (request) => this.registerDevice(request)),
      'push/e2ee/notify': this.checked(RelayRequests.notify, ({ push_requests: requests }) => {
        const gone = requests.filter(({ device_id: id }) => this.mode === 'device_gone' || !this.knowsDevice(id));
        const sent = requests.filter((request) => !gone.includes(request));
        return success({
          apple_successfully_sent_count: sent.filter((request) => 'http_headers' in request).length,
          android_successfully_sent_count: sent.filter((request) => 'fcm_priority' in request).length,
          delete_device_ids: gone.map(({ device_id: id }) => id),
          realm_push_status: { can_push: true, expected_end_timestamp: null },
        });
      }),
      'server/analytics': this.checked(RelayRequests.analytics, () => success({ realms: {} })),
      'server/analytics/status': () => success(),
    };
  }

  /** Calls so far, oldest first, at most the last ten thousand. */
  calls(): readonly ReceivedCall[] {
    return this.received;
  }

  /** @returns undefined when no such path exists outside the relay's base */
  answer(call: RelayCall): RelayAnswer | 'refuse' | 'timeout' | undefined {
    if (!call.path.startsWith(BASE)) return undefined;
    const given = readCredentials(call.authorization);
    const answer = forcedAnswer(this.mode) ?? this.treat(call, given);
    const status = typeof answer === 'string' ? null : answer.status;
    const organization = given?.id ?? null;
    this.received.push({
      at: Date.now() / 1000,
      path: call.path.slice(BASE.length),
      organization_id: organization,
      body: call.body,
      status,
    });
    if (this.received.length > REMEMBERED_CALLS) this.received.shift();
    return answer;
  }

  private treat(call: RelayCall, given: Credentials | undefined): RelayAnswer {
    const name = call.path.slice(BASE.length).replace(/\/$/, '');
    const handler = this.handlers[name];
    if (!handler) return failure(404, 'BAD_REQUEST', 'This page does not exist');
    if (!given) return unauthorized('Missing authorization header');
    if (given.id.includes('@')) return badRequest('Must validate with valid server API key');
    const key = this.organizations.get(given.id);
    if (!UUID.test(given.id) || key === undefined)
      return unauthorized(`Relay auth failure: ${given.id} is not registered`);
    if (!sameText(key, given.key)) return unauthorized(`Relay auth failure: key does not match role ${given.id}`);
    return handler(call.body, given.id);
  }

  private checked<T extends TSchema>(
    schema: T,
    handle: (body: T['static'], organizationId: string) => RelayAnswer,
  ): Handler {
    return (body, organizationId) => {
      const read = readBody(schema, body);
      return 'problem' in read ? badRequest(read.problem) : handle(read.value, organizationId);
    };
  }

  /** Idempotent per organization and account (push.md 7.3). */
  private registerDevice(request: (typeof RelayRequests.register)['static']): RelayAnswer {
    if (request.bouncer_public_key !== this.publicKey) {
      return failure(400, 'INVALID_BOUNCER_PUBLIC_KEY', 'Invalid bouncer_public_key');
    }
    const sealed = Buffer.from(request.encrypted_push_registration, 'base64');
    if (sealed.length <= SEAL_BYTES || sealed.toString('base64') !== request.encrypted_push_registration) {
      return badRequest('Invalid encrypted_push_registration');
    }
    const key = `${request.realm_uuid}:${request.push_account_id}`;
    const id = this.devices.get(key) ?? this.devices.size + 1;
    this.devices.set(key, id);
    return success({ device_id: id });
  }

  private knowsDevice(id: number): boolean {
    return id >= 1 && id <= this.devices.size;
  }
}

interface Credentials {
  id: string;
  key: string;
}

function readCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), key: text.slice(colon + 1) };
}

function sameText(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Standard base64 of the 32 bytes of an X25519 public key. */
function rawPublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
}
