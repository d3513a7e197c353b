import { hash } from '@node-rs/argon2';
import {
  CreatedAccount,
  Database,
  NewAccount,
  RowOf,
  createChannels,
  createRealm,
  subscribeUsers,
  withNewAccounts,
} from '@stoa/database';
import { EmailVisibility, hashApiKey, sealApiKey } from '@stoa/policy';
import { RefusedError } from '../../base/command-line/failures';
import {
  BOT_CHANNELS,
  DEMO_BOT,
  DEMO_CHANNELS,
  DEMO_HUMANS,
  DEMO_NAME,
  DEMO_OWNER,
  DemoPerson,
  ROLE_CODES,
  STAFF_CHANNEL,
  STAFF_ROLES,
} from './demo-organization';
import { demoSecrets } from './demo-secrets';

const GENERIC_BOT = 1;
const KEY_PREFIX_LENGTH = 4;
/** Those that a local cluster offers: passwords, and the development sign-in. */
const AUTHENTICATION_METHODS = { Email: true, Dev: true };

/** What cluster.json says of the demo organization. */
export interface DemoDescription {
  realm: { id: number; name: string };
  accounts: {
    role: string;
    full_name: string;
    email: string;
    user_id: number;
    /** '' once somebody has renewed it. */
    api_key: string;
    password: string;
  }[];
}

type Realm = RowOf<'Realm', 'id' | 'name' | 'partition'>;

interface KnownAccount extends RowOf<'Account', 'id' | 'deliveryEmail'> {
  /** All it ever had: who logs in gets one more, and who renews its key keeps none. */
  keys: { hash: string; isValid: boolean }[];
}

/** Creates the demo organization, or completes it after a start that was broken off. */
export class DemoSeed {
  constructor(
    private readonly database: Database,
    private readonly secret: string,
    private readonly realmHost: string,
  ) {}

  /** @throws RefusedError if another organization has the root host */
  async run(): Promise<DemoDescription> {
    const realm = (await this.findRealm()) ?? (await this.createRealm());
    if (realm.name !== DEMO_NAME) {
      throw new RefusedError(
        `the database already has the organization "${realm.name}" at its root; start with --no-demo (STOA_DEMO=off)`,
      );
    }
    const known = await this.knownAccounts(realm);
    if (!known.has(DEMO_OWNER.email)) await this.createHumans(realm);
    if (!known.has(DEMO_BOT.email)) await this.createBot(realm);
    return this.describe(realm, await this.knownAccounts(realm));
  }

  private async findRealm(): Promise<Realm | undefined> {
    const [realm] = await this.database.query<Realm>(
      'demo_realm',
      `SELECT id, name, partition FROM realm WHERE string_id = ''`,
    );
    return realm;
  }

  private async createRealm(): Promise<Realm> {
    const { id, partition } = await createRealm(this.database, {
      subdomain: '',
      name: DEMO_NAME,
      description: 'A place to try things out.',
      renderedDescription: '<p>A place to try things out.</p>',
      authenticationMethods: AUTHENTICATION_METHODS,
      settings: {
        enable_spectator_access: true,
        invite_required: false,
        waiting_period_threshold: 0,
        send_channel_events_messages: true,
      },
      channels: DEMO_CHANNELS,
    });
    return { id, name: DEMO_NAME, partition };
  }

  private async knownAccounts({ id }: Realm): Promise<Map<string, KnownAccount>> {
    const rows = await this.database.query<KnownAccount>(
      'demo_accounts',
      `SELECT a.id, a.delivery_email AS "deliveryEmail", COALESCE((SELECT jsonb_agg(jsonb_build_object(
           'hash', encode(k.key_hash, 'hex'), 'isValid', k.revoked_at IS NULL)) FROM api_key k WHERE k.user_id = a.id), '[]') AS keys
       FROM account a WHERE a.realm_id = $1 AND a.delivery_email = ANY ($2)`,
      [id, [...DEMO_HUMANS, DEMO_BOT].map(({ email }) => email)],
    );
    return new Map(rows.map((row) => [row.deliveryEmail, row]));
  }

  private async createHumans(realm: Realm): Promise<void> {
    const accounts = await Promise.all(DEMO_HUMANS.map((person) => this.human(person)));
    await withNewAccounts(
      this.database,
      context(realm),
      { realmHost: this.realmHost, accounts },
      async (tx, created) => {
        const staff = DEMO_HUMANS.filter(({ role }) => STAFF_ROLES.includes(role)).map(({ email }) => email);
        const subscriberIds = created.accounts
          .filter((account) => staff.includes(account.deliveryEmail))
          .map(({ id }) => id);
        await createChannels(tx, [{ ...STAFF_CHANNEL, subscriberIds, creatorId: ownerOf(created.accounts) }]);
      },
    );
  }

  private async human({ role, fullName, email }: DemoPerson): Promise<NewAccount> {
    if (role === 'bot') throw new Error('a bot is no human');
    const { apiKey, password } = demoSecrets(this.secret, email);
    return {
      fullName,
      deliveryEmail: email,
      role: ROLE_CODES[role],
      // Argon2id, the library's default. A verifier reads the costs from the hash; these are the accounts service's own.
      passwordHash: await hash(password, {
        memoryCost: 19_456,
        timeCost: 2,
        parallelism: 1,
      }),
      apiKey: this.storedKey(apiKey),
      canCreateUsers: role === 'owner',
      emailAddressVisibility: EmailVisibility.Everyone,
    };
  }

  private async createBot(realm: Realm): Promise<void> {
    const owner = (await this.knownAccounts(realm)).get(DEMO_OWNER.email);
    const { apiKey } = demoSecrets(this.secret, DEMO_BOT.email);
    const bot: NewAccount = {
      fullName: DEMO_BOT.fullName,
      deliveryEmail: DEMO_BOT.email,
      botType: GENERIC_BOT,
      botOwnerId: owner?.id,
      apiKey: { ...this.storedKey(apiKey), sealed: sealApiKey(this.secret, apiKey) },
    };
    const input = { realmHost: this.realmHost, accounts: [bot] };
    await withNewAccounts(this.database, context(realm), input, async (tx, { accounts, channels }) => {
      const userId = accounts[0]?.id;
      const heard = await tx.query<RowOf<'Channel', 'id' | 'recipientId'>>(
        'SELECT id, recipient_id AS "recipientId" FROM channel WHERE realm_id = $1 AND name = ANY ($2)',
        [realm.id, [...BOT_CHANNELS]],
      );
      const locked = new Set(channels.map(({ id }) => id));
      if (userId === undefined || !heard.every(({ id }) => locked.has(id)))
        throw new Error('the bot’s channels are no default ones');
      await subscribeUsers(
        tx,
        heard.map(({ id, recipientId }) => ({ userId, channelId: id, recipientId })),
      );
    });
  }

  private storedKey(apiKey: string): { hash: Buffer; prefix: string } {
    return { hash: hashApiKey(this.secret, apiKey), prefix: apiKey.slice(0, KEY_PREFIX_LENGTH) };
  }

  private describe(realm: Realm, known: Map<string, KnownAccount>): DemoDescription {
    const accounts = [...DEMO_HUMANS, DEMO_BOT].map(({ role, fullName, email }) => {
      const account = known.get(email);
      const { apiKey, password } = demoSecrets(this.secret, email);
      const hashed = hashApiKey(this.secret, apiKey).toString('hex');
      const key = account?.keys.find((candidate) => candidate.hash === hashed);
      if (!account || !key) {
        throw new RefusedError(
          'the demo organization of this database belongs to another data directory; start with --no-demo (STOA_DEMO=off)',
        );
      }
      return {
        role,
        full_name: fullName,
        email,
        user_id: account.id,
        api_key: key.isValid ? apiKey : '',
        password: role === 'bot' ? '' : password,
      };
    });
    return { realm: { id: realm.id, name: realm.name }, accounts };
  }
}

function context({ id, partition }: Realm): { realmId: number; partition: number } {
  return { realmId: id, partition };
}

function ownerOf(accounts: readonly CreatedAccount[]): number | undefined {
  return accounts.find(({ deliveryEmail }) => deliveryEmail === DEMO_OWNER.email)?.id;
}
