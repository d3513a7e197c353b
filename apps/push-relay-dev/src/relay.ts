import { createHash, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Mode, forcedAnswer } from './behaviour';
import { Handled, Handler } from './call-context';
import { e2eeCalls } from './e2ee-calls';
import { legacyCalls } from './legacy-calls';
import { RelayAnswer, badRequest, failure, unauthorized } from './relay-answer';
import { ReceivedCall, RelayState } from './relay-state';
import { createKeyPair, ready } from './sealed-registrations';
import { registerServer, serverCalls } from './server-calls';

const BASE = '/api/v1/remotes/';
const REMEMBERED_ATTEMPTS = 2000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export interface RelayCall {
  method: string;
  path: string;
  authorization: string | undefined;
  /** A form's or JSON's fields; whole numbers beyond 2^53 as bigint. */
  body: unknown;
}

/** A call as `GET /attempts` shows it, accepted or not; status null = it got no answer. */
export type Attempt = Omit<ReceivedCall, 'number' | 'body'>;

export interface RelayOptions {
  organizationId: string;
  organizationKey: string;
  /** Where it keeps what it knows; without one it is forgotten with the process. */
  journal?: string;
  /** 0 = no limit. */
  callsPerMinute?: number;
  /** UNIX seconds. */
  now?: () => number;
}

/**
 * The relay's side of push.md 7 as far as a service can observe it, with vendors that accept everything: it authenticates,
 * opens what clients have sealed, knows organizations and devices, and refuses what a real relay or vendor would refuse.
 */
export class Relay {
  mode: Mode = 'ok';
  private readonly attempts: Attempt[] = [];
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly handlers: Record<string, Handler> = { ...legacyCalls, ...e2eeCalls, ...serverCalls };

  private constructor(
    private readonly state: RelayState,
    private readonly now: () => number,
    callsPerMinute: number,
  ) {
    if (callsPerMinute > 0) this.limiter = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });
  }

  static async open(options: RelayOptions): Promise<Relay> {
    await ready;
    const state = RelayState.open(options.journal);
    if (state.keys.length === 0) state.record({ type: 'key', ...createKeyPair() });
    const { organizationId: id, organizationKey: key } = options;
    if (state.servers.get(id)?.key !== key) state.record({ type: 'server', id, key, hostname: null, isActive: true });
    return new Relay(state, options.now ?? (() => Date.now() / 1000), options.callsPerMinute ?? 0);
  }

  /** Standard base64; the newest of its keys. */
  get publicKey(): string {
    const newest = this.state.keys.at(-1);
    if (!newest) throw new Error('the relay has no key');
    return newest.publicKey;
  }

  /** Accepted calls, oldest first. @param after only those with a greater number */
  accepted(after?: number): readonly ReceivedCall[] {
    return this.state.accepted(after);
  }

  /** The number of the newest accepted call. */
  get newest(): number {
    return this.state.newest;
  }

  /** Every call of late with what it was answered, oldest first. */
  attempted(): readonly Attempt[] {
    return this.attempts;
  }

  /** @returns undefined when no such path exists outside the relay's base */
  async answer(call: RelayCall): Promise<RelayAnswer | 'refuse' | 'timeout' | undefined> {
    if (!call.path.startsWith(BASE)) return undefined;
    const path = call.path.slice(BASE.length).replace(/\/$/, '');
    const given = readCredentials(call.authorization);
    const shown = { at: this.now(), path, organization_id: given?.id ?? null };
    const forced = forcedAnswer(this.mode, path.startsWith('push/'));
    const {
      answer,
      marks = [],
      legacyUser,
      isRepeat = false,
      accepted = call.body,
    } = forced === undefined ? await this.treat(call.method, path, call.body, given) : { answer: forced };
    const status = typeof answer === 'string' ? null : answer.status;
    this.attempts.push({ ...shown, status });
    if (this.attempts.length > REMEMBERED_ATTEMPTS) this.attempts.shift();
    if (status === 200 && !isRepeat) {
      const received = { number: this.state.newest + 1, ...shown, body: accepted, status };
      this.state.record({ type: 'accepted', call: received, marks, legacyUser });
    }
    return answer;
  }

  private async treat(method: string, path: string, body: unknown, given: Credentials | undefined): Promise<Handled> {
    const context = { state: this.state, mode: this.mode, now: this.now() };
    if (path === 'server/register' && method === 'POST') return registerServer(body, { ...context, serverId: '' });
    const handler = this.handlers[path];
    if (!handler) return { answer: failure(404, 'BAD_REQUEST', 'This page does not exist') };
    if (method !== (path === 'server/analytics/status' ? 'GET' : 'POST')) {
      return { answer: failure(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed') };
    }
    const refusal = this.authenticate(given) ?? (await this.limit(given));
    return refusal ? { answer: refusal } : handler(body, { ...context, serverId: given?.id ?? '' });
  }

  private authenticate(given: Credentials | undefined): RelayAnswer | undefined {
    if (!given) return unauthorized('Missing authorization header');
    if (given.id.includes('@')) return badRequest('Must validate with valid relay server API key');
    const server = this.state.servers.get(given.id);
    if (!UUID.test(given.id) || !server) return unauthorized(`Relay auth failure: ${given.id} is not registered`);
    if (!sameText(server.key, given.key)) {
      return unauthorized(`Relay auth failure: key does not match role ${given.id}`);
    }
    const deactivated = 'The mobile push notification service registration for your server has been deactivated';
    return server.isActive ? undefined : unauthorized(deactivated);
  }

  private async limit(given: Credentials | undefined): Promise<RelayAnswer | undefined> {
    try {
      await this.limiter?.consume(given?.id ?? '');
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = error.msBeforeNext / 1000;
      return failure(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': seconds });
    }
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

/** In constant time, whatever the lengths. */
function sameText(expected: string, given: string): boolean {
  const [left, right] = [expected, given].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
