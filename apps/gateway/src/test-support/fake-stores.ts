import type { CopyState, RateLimitRule, RateLimitState } from '@stoa/redis';
import { hashApiKey, hashSessionToken } from '@stoa/policy';
import { ApiKeyStore, Holder, KeyHolder } from '../access/authentication/api-key-store';
import { nameOfHash } from '../access/authentication/hashes';
import { SessionHolder, SessionStore } from '../access/sessions/session-store';
import { RealmFacts, RealmStore } from '../access/realms/realm-store';

export const API_KEY_SECRET = 'a secret of at least thirty-two characters';

/** A key that belongs to nobody until it is added. */
export function apiKey(seed: string): string {
  return seed.padEnd(32, '0').slice(0, 32);
}

function member(userId: number): Holder {
  return {
    userId,
    realmId: 1,
    accessVersion: 0,
    partition: 0,
    stringId: '',
    customHost: null,
    isRealmDeactivated: false,
    isActive: true,
    role: 400,
    isBot: false,
    botType: null,
    email: `user${userId}@chat.example`,
    deliveryEmail: `person${userId}@mail.example`,
    fullName: `Person ${userId}`,
    language: 'en',
    canCreateUsers: false,
    canForgeSender: false,
  };
}

export class FakeApiKeyStore extends ApiKeyStore {
  reads = 0;
  /** What {@link accessVersion} says. */
  version = 0;
  private readonly holders = new Map<string, KeyHolder>();
  private beforeNext: (() => Promise<void>) | undefined;

  add(key: string, details: Partial<KeyHolder> = {}): KeyHolder {
    const keyHash = hashApiKey(API_KEY_SECRET, key);
    const userId = this.holders.size + 1;
    const holder: KeyHolder = { keyName: nameOfHash(keyHash), ...member(userId), ...details };
    this.holders.set(keyHash.toString('hex'), holder);
    return holder;
  }

  revoke(key: string): void {
    this.holders.delete(hashApiKey(API_KEY_SECRET, key).toString('hex'));
  }

  override accessVersion(): Promise<number> {
    return Promise.resolve(this.version);
  }

  /** The next read ends when it may, with what there was when it began. */
  holdBack(): { begun: Promise<void>; goOn: () => void } {
    let goOn = (): void => undefined;
    const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
    const begun = new Promise<void>((resolve) => {
      this.beforeNext = () => {
        resolve();
        return mayEnd;
      };
    });
    return { begun, goOn };
  }

  override async findByHash(keyHash: Buffer): Promise<KeyHolder | undefined> {
    this.reads++;
    const holder = this.holders.get(keyHash.toString('hex'));
    const wait = this.beforeNext;
    this.beforeNext = undefined;
    await wait?.();
    return holder;
  }
}

/** A token that belongs to nobody until it is added. */
export function sessionToken(seed: string): string {
  return seed.padEnd(43, '0').slice(0, 43);
}

export class FakeSessionStore extends SessionStore {
  reads = 0;
  /** Ids of sessions whose use was noted. */
  readonly noted: number[] = [];
  private readonly holders = new Map<string, SessionHolder>();

  add(token: string, details: Partial<SessionHolder> = {}): SessionHolder {
    const tokenHash = hashSessionToken(API_KEY_SECRET, token);
    const sessionId = this.holders.size + 1;
    const session = { tokenName: nameOfHash(tokenHash), sessionId, isEnded: false, unnotedSeconds: 0 };
    const holder: SessionHolder = { ...member(sessionId), ...session, ...details };
    this.holders.set(tokenHash.toString('hex'), holder);
    return holder;
  }

  note({ sessionId }: SessionHolder): void {
    this.noted.push(sessionId);
  }

  override async findByHash(tokenHash: Buffer): Promise<SessionHolder | undefined> {
    this.reads++;
    return this.holders.get(tokenHash.toString('hex'));
  }
}

export function realm(details: Partial<RealmFacts> = {}): RealmFacts {
  return {
    id: 1,
    accessVersion: 0,
    partition: 0,
    stringId: '',
    name: 'Root',
    renderedDescription: '',
    iconSource: 'U',
    iconVersion: 3,
    isDeactivated: false,
    deactivatedRedirect: null,
    isSpectatorAccessEnabled: false,
    needsBrowserSignIn: false,
    hasDirectory: false,
    authenticationMethods: {},
    signInButtons: [],
    customHost: null,
    ...details,
  };
}

export class FakeRealmStore extends RealmStore {
  readonly realms = new Map<string, RealmFacts>();
  readonly hosts = new Map<string, string>();

  override async findBySubdomain(subdomain: string): Promise<RealmFacts | undefined> {
    return this.realms.get(subdomain);
  }

  override async findSubdomainOfHost(host: string): Promise<string | undefined> {
    return this.hosts.get(host);
  }
}

/** As Redis holds them after every write; `isAway` as if it could not be reached. */
export class FakeSharedVersions {
  readonly versions = new Map<string, number>();
  isAway = false;
  questions = 0;

  async stateOf(setKey: string, version: number): Promise<CopyState> {
    this.questions++;
    if (this.isAway) return 'unknown';
    return (this.versions.get(setKey) ?? 0) <= version ? 'current' : 'stale';
  }

  async remember(): Promise<void> {
    await Promise.resolve();
  }
}

/** Counts calls and refuses a key after as many as its rule's shortest window allows, for ever. */
export class FakeRateLimiter {
  readonly counts = new Map<string, number>();

  async consume(rule: RateLimitRule, key: string, cost = 1): Promise<RateLimitState> {
    const name = `${rule.name}:${key}`;
    const count = (this.counts.get(name) ?? 0) + cost;
    this.counts.set(name, count);
    const limit = rule.windows.at(-1)?.points ?? 0;
    const isAllowed = count <= (rule.windows[0]?.points ?? 0);
    return {
      isAllowed,
      limit,
      remaining: isAllowed ? limit - count : 0,
      resetAt: 1_800_000_000,
      retryAfterSeconds: isAllowed ? 0 : 12.5,
    };
  }

  async clear(rule: RateLimitRule, key: string): Promise<void> {
    this.counts.delete(`${rule.name}:${key}`);
  }

  close(): void {
    this.counts.clear();
  }
}
