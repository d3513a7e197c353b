import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Journal } from './journal';
import { KeyPair } from './sealed-registrations';

const REMEMBERED_CALLS = 20_000;
const REMEMBERED_MARKS = 100_000;

const Text = Type.String();
const Kind = Type.Union([Type.Literal('apns'), Type.Literal('fcm')]);
const Key = Type.Object({ type: Type.Literal('key'), publicKey: Text, privateKey: Text });
const Server = Type.Object({
  type: Type.Literal('server'),
  id: Text,
  key: Text,
  hostname: Type.Union([Text, Type.Null()]),
  isActive: Type.Boolean(),
});
const Organization = Type.Object({ type: Type.Literal('organization'), uuid: Text, serverId: Text });
const Device = Type.Object({
  type: Type.Literal('device'),
  id: Type.Integer(),
  realm: Text,
  /** In decimal: an int64 that JavaScript's numbers cannot hold. */
  account: Text,
  kind: Kind,
  token: Text,
  isExpired: Type.Boolean(),
});
/** A token that is registered under its id (push.md 3.6). */
const NamedToken = Type.Object({
  type: Type.Literal('named_token'),
  /** Base64 of the first 8 bytes of the token's SHA-256. */
  id: Text,
  realm: Text,
  kind: Kind,
  token: Text,
  isExpired: Type.Boolean(),
});
const LegacyToken = Type.Object({
  type: Type.Literal('token'),
  user: Text,
  kind: Kind,
  token: Text,
  isPresent: Type.Boolean(),
});
const Accepted = Type.Object({
  type: Type.Literal('accepted'),
  marks: Type.Array(Text),
  /** Whom a legacy call notified. */
  legacyUser: Type.Optional(Text),
  call: Type.Object({
    number: Type.Integer(),
    at: Type.Number(),
    path: Text,
    organization_id: Type.Union([Text, Type.Null()]),
    body: Type.Unknown(),
    status: Type.Union([Type.Integer(), Type.Null()]),
  }),
});
const Entry = Type.Union([Key, Server, Organization, Device, NamedToken, LegacyToken, Accepted]);

type Entry = Static<typeof Entry>;
export type Server = Static<typeof Server>;
export type Device = Static<typeof Device>;
export type NamedToken = Static<typeof NamedToken>;
export type LegacyToken = Static<typeof LegacyToken>;
/** A call as `GET /received` shows it; `number` counts accepted calls from 1. */
export type ReceivedCall = Static<typeof Accepted>['call'];
type Accepted = Static<typeof Accepted>;

/**
 * What the relay knows. Everything is an entry, applied to memory and, if there is a journal, written there first: a relay
 * that is killed knows its devices again, as one with a database would.
 */
export class RelayState {
  readonly keys: KeyPair[] = [];
  readonly servers = new Map<string, Server>();
  /** The server that uploaded an organization, by the organization's uuid. */
  readonly organizations = new Map<string, string>();
  readonly devices = new Map<number, Device>();
  private readonly registered = new Map<string, Device>();
  private readonly named = new Map<string, NamedToken>();
  private readonly tokens = new Map<string, LegacyToken>();
  private readonly marks = new Set<string>();
  private readonly lastMarks = new Map<string, string>();
  private calls: Accepted[] = [];

  private constructor(private readonly journal: Journal | undefined) {}

  /** @param file where it is kept; without one it is forgotten with the process */
  static open(file: string | undefined): RelayState {
    const journal = file === undefined ? undefined : new Journal(file);
    const state = new RelayState(journal);
    for (const entry of journal?.read() ?? []) if (Value.Check(Entry, entry)) state.apply(entry);
    journal?.rewrite(state.entries());
    return state;
  }

  record(entry: Entry): void {
    this.journal?.append(entry);
    this.apply(entry);
  }

  /** Accounts are chosen by clients: the same number with another token is another device. */
  deviceOf(wanted: Pick<Device, 'realm' | 'account' | 'token'>): Device | undefined {
    return this.registered.get(deviceKey(wanted));
  }

  /** The token that an organization's service registered under an id. */
  namedToken(realm: string, id: string): NamedToken | undefined {
    return this.named.get(`${realm}:${id}`);
  }

  hasToken(user: string, kind: LegacyToken['kind'], token: string): boolean {
    return this.tokens.has(tokenKey({ user, kind, token }));
  }

  tokensOf(user: string): LegacyToken[] {
    return [...this.tokens.values()].filter((token) => token.user === user);
  }

  /** Whether something with this mark was accepted before. */
  isRepeat(mark: string): boolean {
    return this.marks.has(mark);
  }

  /**
   * Whether the mark is that of the user's latest legacy call. Those have no nonce: the same call may rightly come again
   * after another one (notified, withdrawn, notified), so only an immediate repeat is one.
   */
  isLast(user: string, mark: string): boolean {
    return this.lastMarks.get(user) === mark;
  }

  /** Accepted calls from a number on, oldest first; only the last twenty thousand are kept. */
  accepted(after = 0): ReceivedCall[] {
    const known = after - (this.calls[0]?.call.number ?? 1) + 1;
    return this.calls.slice(Math.max(0, known)).map(({ call }) => call);
  }

  /** The number of the newest accepted call; 0 before the first. */
  get newest(): number {
    return this.calls.at(-1)?.call.number ?? 0;
  }

  private apply(entry: Entry): void {
    switch (entry.type) {
      case 'key':
        this.keys.push(entry);
        return;
      case 'server':
        this.servers.set(entry.id, entry);
        return;
      case 'organization':
        this.organizations.set(entry.uuid, entry.serverId);
        return;
      case 'device':
        this.devices.set(entry.id, entry);
        this.registered.set(deviceKey(entry), entry);
        return;
      case 'named_token':
        this.named.set(`${entry.realm}:${entry.id}`, entry);
        return;
      case 'token':
        if (entry.isPresent) this.tokens.set(tokenKey(entry), entry);
        else this.tokens.delete(tokenKey(entry));
        return;
      case 'accepted':
        this.calls.push(entry);
        // Cut in large steps: shifting one at each call would move the whole list each time.
        if (this.calls.length > 2 * REMEMBERED_CALLS) this.calls = this.calls.slice(-REMEMBERED_CALLS);
        for (const mark of entry.marks) this.mark(mark);
        if (entry.legacyUser !== undefined) this.lastMarks.set(entry.legacyUser, entry.marks.join());
    }
  }

  private mark(mark: string): void {
    this.marks.add(mark);
    const [oldest] = this.marks;
    if (this.marks.size > REMEMBERED_MARKS && oldest !== undefined) this.marks.delete(oldest);
  }

  private *entries(): Generator<Entry> {
    for (const key of this.keys) yield { ...key, type: 'key' };
    yield* this.servers.values();
    for (const [uuid, serverId] of this.organizations) yield { type: 'organization', uuid, serverId };
    yield* this.devices.values();
    yield* this.named.values();
    yield* this.tokens.values();
    yield* this.calls.slice(-REMEMBERED_CALLS);
  }
}

const deviceKey = ({ realm, account, token }: Pick<Device, 'realm' | 'account' | 'token'>): string =>
  `${realm}:${account}:${token}`;

const tokenKey = ({ user, kind, token }: Pick<LegacyToken, 'user' | 'kind' | 'token'>): string =>
  `${user}:${kind}:${token}`;

/** Nonce and authentication code, 40 bytes in base64: no two encryptions share them. */
const MARK_LENGTH = 54;

/** Marks one encrypted notification for one device. */
export function markOf(address: number | string, encryptedData: string): string {
  return `${address}:${encryptedData.slice(0, MARK_LENGTH)}`;
}
