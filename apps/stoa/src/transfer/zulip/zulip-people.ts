import { createHash } from 'node:crypto';
import path from 'node:path';
import { GROUP_PERMISSION_SETTINGS, Role } from '@stoa/policy';
import { JsonObject, field, timeOf } from '../conversion/foreign-export';
import { Addresses, storableName } from '../conversion/foreign-texts';
import { squareImage } from '../conversion/images';
import {
  DEFAULT_PERMISSIONS,
  FIRST_FOREIGN_GROUP,
  addSystemGroups,
  addToRoleGroups,
} from '../conversion/system-groups';
import { sameFields } from './zulip-columns';
import { ZulipContext } from './zulip-context';
import { idOf } from './zulip-tables';

const ROLES: ReadonlySet<number> = new Set(Object.values(Role));
const NAMED = 2;
const ANONYMOUS = 3;
const SECONDS_A_DAY = 86_400;
const AVATAR_SIZES = { small: 100, medium: 500 };

/** Everything of an account but what identifies or grants: those are set one by one. */
const SET_ONE_BY_ONE: ReadonlySet<string> = new Set([
  ...['id', 'realm_id', 'uuid', 'version', 'delivery_email', 'email', 'full_name', 'role', 'is_bot', 'bot_owner_id'],
  ...['default_sending_stream_id', 'default_events_register_stream_id', 'password_hash', 'is_system_bot', 'avatar_key'],
  ...[
    'avatar_source',
    'can_create_users',
    'can_change_user_emails',
    'can_forge_sender',
    'is_active',
    'deactivated_at',
    'is_imported_stub',
  ],
]);

/** Groups: those of roles have fixed ids here, the others keep theirs, shifted. */
export async function addGroups({ tables, builder, groupId }: ZulipContext): Promise<void> {
  await addSystemGroups(builder);
  const named = new Map(
    tables.rows('zerver_namedusergroup').map((row) => [idOf(row, 'usergroup_ptr') ?? idOf(row, 'id'), row]),
  );
  for (const row of tables.rows('zerver_usergroup')) {
    const oldId = idOf(row, 'id');
    const id = oldId === null ? undefined : groupId(oldId);
    const described = named.get(oldId) ?? (field.text(row, 'name') === '' ? undefined : row);
    if (id === undefined || id < FIRST_FOREIGN_GROUP) continue;
    if (!described) {
      await builder.add('user_group', { id, kind: ANONYMOUS });
      continue;
    }
    const settings = Object.keys(GROUP_PERMISSION_SETTINGS).flatMap((name) => {
      const value = idOf(described, name);
      const known = value === null ? undefined : groupId(value);
      return known === undefined ? [] : [[name, known]];
    });
    await builder.add('user_group', {
      id,
      kind: NAMED,
      name: field.text(described, 'name'),
      description: field.text(described, 'description'),
      deactivated: field.flag(described, 'deactivated'),
      creator_id: idOf(described, 'creator'),
      ...DEFAULT_PERMISSIONS.group(),
      ...Object.fromEntries(settings),
    });
  }
}

/** Memberships of groups that are no role's: those follow from the roles. */
export async function addMemberships({ tables, builder, users, groupId }: ZulipContext): Promise<void> {
  for (const row of tables.rows('zerver_usergroupmembership')) {
    const group = groupId(idOf(row, 'user_group') ?? 0);
    const user = idOf(row, 'user_profile') ?? 0;
    if (group === undefined || group < FIRST_FOREIGN_GROUP || !users.has(user)) continue;
    await builder.add('group_membership', { group_id: group, user_id: user });
  }
  for (const row of tables.rows('zerver_groupgroupmembership')) {
    const supergroup = groupId(idOf(row, 'supergroup') ?? 0);
    const subgroup = groupId(idOf(row, 'subgroup') ?? 0);
    if (supergroup === undefined || subgroup === undefined || supergroup < FIRST_FOREIGN_GROUP) continue;
    await builder.add('group_subgroup', { supergroup_id: supergroup, subgroup_id: subgroup });
  }
}

export async function addUsers(context: ZulipContext): Promise<void> {
  const { tables, builder, users, systemBots } = context;
  const realm = tables.one('zerver_realm');
  const waitingDays = field.number(realm, 'waiting_period_threshold') ?? 0;
  const addresses = new Addresses();
  const avatars = avatarFiles(context);
  const dummies = new Set(tables.rows('zerver_userprofile_mirrordummy'));
  const records = [...tables.rows('zerver_userprofile'), ...dummies];
  // Bots after the people who own them.
  for (const row of records.sort((a, b) => Number(field.flag(a, 'is_bot')) - Number(field.flag(b, 'is_bot')))) {
    const id = idOf(row, 'id');
    if (id === null || users.has(id)) {
      builder.problem('realm.json: zerver_userprofile', `the id ${id ?? 'none'} is there twice, or none; left out`);
      continue;
    }
    const isActive = field.flag(row, 'is_active') && !dummies.has(row);
    users.set(id, { isActive, idleSince: idleSince(row) });
    const isDummy = dummies.has(row);
    await addUser(context, row, { id, isActive, isDummy, waitingDays, addresses, avatar: avatars.get(id) });
  }
  for (const row of tables.rows('zerver_userprofile_crossrealm')) {
    const id = idOf(row, 'id');
    if (id !== null && !users.has(id)) systemBots[String(id)] = field.text(row, 'email').split('@')[0] ?? '';
  }
}

function idleSince(row: JsonObject): number | null {
  return field.flag(row, 'long_term_idle') ? (field.number(row, 'last_active_message_id') ?? 0) : null;
}

async function addUser(
  context: ZulipContext,
  row: JsonObject,
  given: {
    id: number;
    isActive: boolean;
    /** Made for an author of messages that came from elsewhere. */
    isDummy: boolean;
    waitingDays: number;
    addresses: Addresses;
    avatar: string | undefined;
  },
): Promise<void> {
  const { builder, columns, users } = context;
  const { id, isActive } = given;
  const own = columns.get('account') ?? new Map();
  const settings = [...own.keys()].filter((name) => !SET_ONE_BY_ONE.has(name));
  const email = field.text(row, 'delivery_email') || field.text(row, 'email');
  const { address, isReplaced } = given.addresses.take(email, `user${id}@zulip-import.invalid`);
  if (isReplaced)
    builder.problem('realm.json: zerver_userprofile', `${id}: "${email}" is no address; ${address} instead`);
  const role = field.number(row, 'role') ?? Role.Member;
  const joined = field.number(row, 'date_joined') ?? 0;
  const botOwner = idOf(row, 'bot_owner');
  const avatarKey = given.avatar === undefined ? null : await storeAvatar(context, id, given.avatar);
  const account = {
    ...sameFields(row, own, settings),
    id,
    delivery_email: address,
    full_name: storableName(field.text(row, 'full_name'), `User ${id}`),
    role: ROLES.has(role) ? role : Role.Member,
    is_active: isActive,
    is_bot: field.flag(row, 'is_bot'),
    is_imported_stub: given.isDummy || field.flag(row, 'is_imported_stub'),
    bot_owner_id: botOwner !== null && users.has(botOwner) ? botOwner : null,
    default_sending_stream_id: idOf(row, 'default_sending_stream'),
    default_events_register_stream_id: idOf(row, 'default_events_register_stream'),
    avatar_source: avatarKey === null ? 'G' : 'U',
    avatar_key: avatarKey,
  };
  await builder.add('account', account);
  const isFullMember = joined + given.waitingDays * SECONDS_A_DAY < Date.now() / 1_000;
  await addToRoleGroups(builder, { id, role: account.role, isFullMember });
}

/** Best image of each user that the export has. */
function avatarFiles({ source }: ZulipContext): Map<number, string> {
  const found = new Map<number, string>();
  for (const record of source.list('avatars/records.json')) {
    const userId = idOf(record, 'user_profile');
    const file = field.text(record, 'path');
    if (userId === null || file === '') continue;
    if (!found.has(userId) || file.endsWith('.original')) found.set(userId, file);
  }
  return found;
}

async function storeAvatar({ source, builder }: ZulipContext, userId: number, file: string): Promise<string | null> {
  const name = path.posix.join('avatars', file);
  if (name.startsWith('avatars/') && source.has(name)) {
    const at = path.join(source.folder, name);
    const [small, medium] = await Promise.all([
      squareImage(at, AVATAR_SIZES.small),
      squareImage(at, AVATAR_SIZES.medium),
    ]);
    if (small && medium) {
      const key = createHash('sha256').update(medium).update(String(userId)).digest('hex').slice(0, 40);
      await builder.addFile(`avatars/realm/${key}.png`, { bytes: small });
      await builder.addFile(`avatars/realm/${key}-medium.png`, { bytes: medium });
      return key;
    }
  }
  builder.problem('avatars/records.json', `${file}: is missing, or no image; user ${userId} has a generated avatar`);
  return null;
}

/** What users keep for themselves. */
export async function addPersonalLists(context: ZulipContext): Promise<void> {
  const { tables, builder, users } = context;
  const of: AccountOf = (row, name = 'user_profile') => {
    const id = idOf(row, name);
    return id !== null && users.has(id) ? id : null;
  };
  for (const row of tables.rows('zerver_muteduser')) {
    const [user, muted] = [of(row), of(row, 'muted_user')];
    if (user === null || muted === null) continue;
    const at = field.number(row, 'date_muted') ?? 0;
    await builder.add('muted_user', { user_id: user, muted_user_id: muted, created_at: timeOf(at) });
  }
  const words = new Set<string>();
  for (const row of tables.rows('zerver_alertword')) {
    const [user, word] = [of(row), field.text(row, 'word')];
    const key = `${user} ${word.toLowerCase()}`;
    if (user === null || word === '' || words.has(key)) continue;
    words.add(key);
    await builder.add('alert_word', { user_id: user, word });
  }
  for (const row of tables.rows('zerver_savedsnippet')) {
    const user = of(row);
    if (user === null) continue;
    await builder.add('saved_snippet', {
      user_id: user,
      title: field.text(row, 'title'),
      content: field.text(row, 'content'),
    });
  }
  await addPresences(context, of);
  await addBotData(context, of);
}

/** The account of the organization that a row names. */
type AccountOf = (row: JsonObject, name?: string) => number | null;

async function addPresences({ tables, builder }: ZulipContext, of: AccountOf): Promise<void> {
  for (const row of tables.rows('zerver_userpresence')) {
    const user = of(row);
    const connected = field.number(row, 'last_connected_time');
    if (user === null || connected === null) continue;
    const active = field.number(row, 'last_active_time');
    await builder.add('presence', {
      user_id: user,
      last_active_at: active === null ? null : timeOf(active),
      last_connected_at: timeOf(connected),
    });
  }
}

async function addBotData({ tables, builder }: ZulipContext, of: AccountOf): Promise<void> {
  for (const [table, name] of [
    ['bot_storage', 'zerver_botstoragedata'],
    ['bot_config', 'zerver_botconfigdata'],
  ] as const) {
    for (const row of tables.rows(name)) {
      const user = of(row, 'bot_profile');
      if (user === null) continue;
      await builder.add(table, { user_id: user, key: field.text(row, 'key'), value: field.text(row, 'value') });
    }
  }
}
