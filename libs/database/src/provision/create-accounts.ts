import { apiEmail, newAvatarKey, Role } from '@stoa/policy';
import type { Database } from '../database';
// The part of the generated client that loads no engine.
import { Prisma } from '../generated/browser';
import { lockChannel, lockRealm } from '../locks';
import type { RowOf } from '../row-of';
import { setKeys } from '../set-keys';
import { type WriteContext, type WriteTransaction, realmContextOf } from '../write-transaction';
import { subscribeUsers } from './create-channels';
import { GroupKind, SystemGroupIds, SystemGroupName, readSystemGroups } from './system-groups';

export interface NewAccount {
  fullName: string;
  deliveryEmail: string;
  /** 100 to 600; default member. */
  role?: number;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; absent: a human. */
  botType?: number;
  botOwnerId?: number;
  isSystemBot?: boolean;
  /** Argon2id in PHC form. */
  passwordHash?: string | null;
  /** `hash` as hashApiKey of libs/policy makes it; `sealed` for bots only. */
  apiKey?: { hash: Buffer; prefix: string; sealed?: Buffer };
  canCreateUsers?: boolean;
  canForgeSender?: boolean;
  /** Default: the organization's default, 1 for bots. */
  emailAddressVisibility?: number;
  /** Default: the organization's language. */
  defaultLanguage?: string;
  timezone?: string;
  /** Names stored images; default: the generated avatar. */
  avatarKey?: string;
}

export interface CreatedAccount {
  id: number;
  /** API email. */
  email: string;
  deliveryEmail: string;
  fullName: string;
  role: number;
  isBot: boolean;
  dateJoined: Date;
}

export interface CreatedAccounts {
  accounts: CreatedAccount[];
  /** Groups with their new direct members: first those of the roles, each kind ascending. */
  groupMembers: { groupId: number; userIds: number[] }[];
  /** Channels that the humans among the accounts were subscribed to. */
  channels: { id: number; recipientId: number }[];
}

/** Where new accounts begin, if not only in the default channels: what an invitation says. */
export interface AccountPlacement {
  /** Archived channels are passed over. */
  channelIds: readonly number[];
  withDefaultChannels: boolean;
  /** Named groups; deactivated ones are passed over. */
  groupIds: readonly number[];
}

interface NewAccounts {
  realmHost: string;
  accounts: readonly NewAccount[];
  placement?: AccountPlacement;
}

type FirstChannel = RowOf<'Channel', 'id' | 'recipientId'>;

const DEFAULT_PLACEMENT: AccountPlacement = { channelIds: [], withDefaultChannels: true, groupIds: [] };

type RealmDefaults = RowOf<'Realm', 'default_language' | 'waiting_period_threshold' | 'default_avatar_source'> &
  RowOf<'RealmUserDefault', 'email_address_visibility'>;

/** Everything that an account copies from its organization's defaults; what differs is set explicitly. */
const SET_EXPLICITLY = new Set(['realm_id', 'default_language', 'email_address_visibility', 'enable_login_emails']);
const COPIED_SETTINGS = Object.keys(Prisma.RealmUserDefaultScalarFieldEnum)
  .filter((name) => !SET_EXPLICITLY.has(name))
  .join(', ');
const FIRST_NOTICE = 'visibility_policy_banner';
const MOST_ATTEMPTS = 5;

/** The channels changed between the choice of locks and the transaction: choose again. */
class FirstChannelsChanged extends Error {}

/**
 * Creates accounts in a transaction under the locks that this needs (realm and default channels, exclusive) and runs
 * `then` in it, which emits the events. A used address is a unique violation of
 * `account_realm_id_lower_delivery_email_key`.
 */
export async function withNewAccounts<T>(
  database: Database,
  ctx: WriteContext,
  input: NewAccounts,
  then: (tx: WriteTransaction, created: CreatedAccounts) => Promise<T>,
): Promise<T> {
  const { realmId } = realmContextOf(ctx);
  for (let attempt = 1; ; attempt++) {
    const { channelIds, withDefaultChannels } = input.placement ?? DEFAULT_PLACEMENT;
    const wanted = [realmId, channelIds, withDefaultChannels];
    const expected = await database.query<FirstChannel>('first_channels', FIRST_CHANNELS_SQL, wanted);
    const locks = [lockRealm(realmId, 'exclusive'), ...expected.map(({ id }) => lockChannel(id, 'exclusive'))];
    try {
      return await database.write(ctx, locks, async (tx) => {
        const channels = await tx.query<FirstChannel>(FIRST_CHANNELS_SQL, wanted);
        const locked = new Set(expected.map(({ id }) => id));
        if (!channels.every(({ id }) => locked.has(id))) throw new FirstChannelsChanged();
        return then(tx, await createAccounts(tx, input, channels));
      });
    } catch (error) {
      if (!(error instanceof FirstChannelsChanged) || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

const FIRST_CHANNELS_SQL = `SELECT c.id, c.recipient_id AS "recipientId" FROM channel c
  WHERE c.realm_id = $1 AND NOT c.is_archived AND c.id = ANY ($2::int[] || CASE WHEN $3 THEN
    ARRAY(SELECT d.channel_id FROM default_channel d WHERE d.realm_id = $1) ELSE '{}'::int[] END) ORDER BY c.id`;

/** The rows of the accounts: account, key, role groups, subscriptions with spans. Ten thousand take a few seconds. */
async function createAccounts(
  tx: WriteTransaction,
  input: NewAccounts,
  channels: readonly FirstChannel[],
): Promise<CreatedAccounts> {
  const [defaults] = await tx.query<RealmDefaults>(
    `SELECT r.default_language, r.waiting_period_threshold, r.default_avatar_source, d.email_address_visibility
     FROM realm r JOIN realm_user_default d ON d.realm_id = r.id WHERE r.id = $1`,
    [tx.realmId],
  );
  if (!defaults) throw new Error(`There is no organization ${tx.realmId}`);
  const accounts = await insertAccounts(tx, input, defaults);
  await insertKeys(tx, input.accounts, accounts);
  const roleMembers = await addToRoleGroups(tx, accounts, defaults.waiting_period_threshold === 0);
  const groupMembers = [...roleMembers, ...(await addToGroups(tx, accounts, input.placement?.groupIds ?? []))];
  const humans = accounts.filter(({ isBot }) => !isBot).map(({ id }) => id);
  await subscribeUsers(
    tx,
    channels.flatMap(({ id, recipientId }) => humans.map((userId) => ({ userId, channelId: id, recipientId }))),
  );
  await tx.query('INSERT INTO onboarding_step (user_id, name) SELECT user_id, $2 FROM unnest($1::int[]) AS user_id', [
    humans,
    FIRST_NOTICE,
  ]);
  tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: accounts.map(({ id }) => id) });
  tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: groupMembers.map(({ groupId }) => groupId) });
  return { accounts, groupMembers, channels: [...channels] };
}

async function insertAccounts(
  tx: WriteTransaction,
  input: NewAccounts,
  defaults: RealmDefaults,
): Promise<CreatedAccount[]> {
  const ids = await tx.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('account', 'id')) AS id FROM generate_series(1, $1)`,
    [input.accounts.length],
  );
  const rows = input.accounts.map((account, index) => {
    const id = ids[index]?.id ?? 0;
    const isBot = account.botType !== undefined;
    const visibility = isBot ? 1 : (account.emailAddressVisibility ?? defaults.email_address_visibility);
    const { deliveryEmail } = account;
    return {
      id,
      delivery_email: deliveryEmail,
      email: apiEmail({ userId: id, deliveryEmail, visibility, isBot }, input.realmHost),
      full_name: account.fullName,
      role: account.role ?? Role.Member,
      is_bot: isBot,
      bot_type: account.botType ?? null,
      bot_owner_id: account.botOwnerId ?? null,
      is_system_bot: account.isSystemBot ?? false,
      password_hash: account.passwordHash ?? null,
      can_create_users: account.canCreateUsers ?? false,
      can_forge_sender: account.canForgeSender ?? false,
      timezone: account.timezone ?? '',
      avatar_source: account.avatarKey === undefined ? defaults.default_avatar_source : 'U',
      avatar_key: account.avatarKey ?? (defaults.default_avatar_source === 'J' ? newAvatarKey() : null),
      default_language: account.defaultLanguage ?? defaults.default_language,
      email_address_visibility: visibility,
    };
  });
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const joined = await tx.query<{ date_joined: Date }>(
    `WITH created AS (
       INSERT INTO account (realm_id, enable_login_emails, ${columns}, ${COPIED_SETTINGS})
       SELECT $1, true, ${columns.replace(/\w+/g, 'n.$&')}, ${COPIED_SETTINGS.replace(/\w+/g, 'd.$&')}
       FROM jsonb_to_recordset($2::jsonb) AS n (id int, delivery_email text, email text, full_name text, role smallint,
         is_bot boolean, bot_type smallint, bot_owner_id int, is_system_bot boolean, password_hash text,
         can_create_users boolean, can_forge_sender boolean, timezone text, avatar_source text, avatar_key text, default_language text,
         email_address_visibility smallint), realm_user_default d WHERE d.realm_id = $1
       RETURNING date_joined
     ) SELECT date_joined FROM created LIMIT 1`,
    [tx.realmId, JSON.stringify(rows)],
  );
  const dateJoined = joined[0]?.date_joined ?? new Date();
  return rows.map(({ id, email, delivery_email, full_name, role, is_bot }) => ({
    id,
    email,
    deliveryEmail: delivery_email,
    fullName: full_name,
    role,
    isBot: is_bot,
    dateJoined,
  }));
}

async function insertKeys(
  tx: WriteTransaction,
  input: readonly NewAccount[],
  accounts: readonly CreatedAccount[],
): Promise<void> {
  const keys = input.flatMap(({ apiKey }, index) => {
    const userId = accounts[index]?.id;
    return apiKey && userId !== undefined ? [{ userId, ...apiKey }] : [];
  });
  if (keys.length === 0) return;
  await tx.query(
    `INSERT INTO api_key (user_id, key_hash, prefix, encrypted_key)
     SELECT * FROM unnest($1::int[], $2::bytea[], $3::text[], $4::bytea[])`,
    [
      keys.map(({ userId }) => userId),
      keys.map(({ hash }) => hash),
      keys.map(({ prefix }) => prefix),
      keys.map(({ sealed }) => sealed ?? null),
    ],
  );
}

const ROLE_GROUPS: ReadonlyMap<number, SystemGroupName> = new Map([
  [Role.Owner, 'role:owners'],
  [Role.Administrator, 'role:administrators'],
  [Role.Moderator, 'role:moderators'],
  [Role.Member, 'role:members'],
  [Role.Guest, 'role:everyone'],
]);

/** Direct memberships by role; full members are members of both of their groups (users.md 15). */
async function addToRoleGroups(
  tx: WriteTransaction,
  accounts: readonly CreatedAccount[],
  membersAreFull: boolean,
): Promise<CreatedAccounts['groupMembers']> {
  const groups = await readSystemGroups(tx);
  const members = new Map<number, number[]>();
  const add = (groupId: number, userId: number): void => {
    const userIds = members.get(groupId);
    if (userIds) userIds.push(userId);
    else members.set(groupId, [userId]);
  };
  for (const { id, role } of accounts) {
    add(groups[roleGroup(role)], id);
    if (role === Role.Member && membersAreFull) add(groups['role:fullmembers'], id);
  }
  const pairs = [...members].flatMap(([groupId, userIds]) => userIds.map((userId) => ({ groupId, userId })));
  await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT * FROM unnest($1::int[], $2::int[])', [
    pairs.map(({ groupId }) => groupId),
    pairs.map(({ userId }) => userId),
  ]);
  return [...members].map(([groupId, userIds]) => ({ groupId, userIds })).sort((a, b) => a.groupId - b.groupId);
}

/** Memberships of named groups that an invitation promised. */
async function addToGroups(
  tx: WriteTransaction,
  accounts: readonly CreatedAccount[],
  groupIds: readonly number[],
): Promise<CreatedAccounts['groupMembers']> {
  if (groupIds.length === 0) return [];
  const userIds = accounts.map(({ id }) => id);
  const groups = await tx.query<RowOf<'GroupMembership', 'group_id'>>(
    `WITH entered AS (
       INSERT INTO group_membership (group_id, user_id)
       SELECT g.id, u.id FROM user_group g, unnest($3::int[]) AS u (id)
       WHERE g.realm_id = $1 AND g.id = ANY($2::int[]) AND g.kind = ${GroupKind.Named} AND NOT g.deactivated
       ON CONFLICT DO NOTHING RETURNING group_id)
     SELECT DISTINCT group_id FROM entered ORDER BY 1`,
    [tx.realmId, groupIds, userIds],
  );
  return groups.map(({ group_id: groupId }) => ({ groupId, userIds }));
}

/** The system group whose direct members have this role. @throws Error for an unknown role */
export function roleGroup(role: number): keyof SystemGroupIds {
  const name = ROLE_GROUPS.get(role);
  if (!name) throw new Error(`There is no role ${role}`);
  return name;
}
