import { CHANNEL_COLORS, CHANNEL_PERMISSION_SETTINGS, ChannelPermissionSetting } from '@stoa/policy';
import type { RowOf } from '../row-of';
import { setKeys } from '../set-keys';
import type { WriteTransaction } from '../write-transaction';
import { GroupKind, SystemGroupIds, readSystemGroups, systemGroupId } from './system-groups';

export interface NewChannel {
  name: string;
  description?: string;
  renderedDescription?: string;
  /** Null or absent: made by the service itself. */
  creatorId?: number | null;
  inviteOnly?: boolean;
  /** Default: not `inviteOnly`. */
  historyPublicToSubscribers?: boolean;
  isWebPublic?: boolean;
  isDefault?: boolean;
  /** Ids of user_group rows; absent ones get the defaults of channels.md 2.1. */
  permissions?: Partial<Record<ChannelPermissionSetting, number>>;
  subscriberIds?: readonly number[];
}

export interface CreatedChannel {
  id: number;
  recipientId: number;
  name: string;
}

const PERMISSION_NAMES = Object.keys(CHANNEL_PERMISSION_SETTINGS).filter(isPermissionName);
const RECIPIENT_KIND_CHANNEL = 1;

function isPermissionName(name: string): name is ChannelPermissionSetting {
  return name in CHANNEL_PERMISSION_SETTINGS;
}

/**
 * Creates channels and subscribes their first members, in few statements however many they are. For organizations, seeds
 * and benchmarks: names are taken as they are and no permission is checked; nothing is emitted. The caller holds the
 * realm's lock exclusively.
 */
export async function createChannels(tx: WriteTransaction, channels: readonly NewChannel[]): Promise<CreatedChannel[]> {
  if (channels.length === 0) return [];
  const groups = await readSystemGroups(tx);
  const creatorGroups = await createCreatorGroups(tx, channels);
  const rows = channels.map((channel) => ({
    name: channel.name,
    description: channel.description ?? '',
    rendered_description: channel.renderedDescription ?? '',
    creator_id: channel.creatorId ?? null,
    invite_only: channel.inviteOnly ?? false,
    history_public_to_subscribers: channel.historyPublicToSubscribers ?? !channel.inviteOnly,
    is_web_public: channel.isWebPublic ?? false,
    is_default: channel.isDefault ?? false,
    ...Object.fromEntries(
      PERMISSION_NAMES.map((name) => [
        name,
        channel.permissions?.[name] ?? defaultGroup(name, groups, creatorGroups.get(channel)),
      ]),
    ),
  }));
  const created = await insertChannels(tx, rows);
  tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: created.map(({ id }) => id) });
  await subscribeUsers(
    tx,
    created.flatMap(({ id, recipientId }, index) =>
      (channels[index]?.subscriberIds ?? []).map((userId) => ({ userId, channelId: id, recipientId })),
    ),
  );
  return created;
}

async function insertChannels(tx: WriteTransaction, rows: readonly object[]): Promise<CreatedChannel[]> {
  const columns = PERMISSION_NAMES.join(', ');
  const types = PERMISSION_NAMES.map((name) => `${name} int`).join(', ');
  return tx.query<{ id: number; recipientId: number; name: string }>(
    `WITH input AS MATERIALIZED (
       SELECT n.*, nextval(pg_get_serial_sequence('recipient', 'id'))::int AS recipient_id,
         nextval(pg_get_serial_sequence('channel', 'id'))::int AS id
       FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (name text, description text, rendered_description text,
         creator_id int, invite_only boolean, history_public_to_subscribers boolean, is_web_public boolean,
         is_default boolean, ${types})) WITH ORDINALITY AS n ORDER BY n.ordinality
     ), recipients AS (
       INSERT INTO recipient (id, realm_id, kind) SELECT recipient_id, $1, ${RECIPIENT_KIND_CHANNEL} FROM input
     ), channels AS (
       INSERT INTO channel (id, realm_id, recipient_id, name, description, rendered_description, creator_id, invite_only,
         history_public_to_subscribers, is_web_public, ${columns})
       SELECT id, $1, recipient_id, name, description, rendered_description, creator_id, invite_only,
         history_public_to_subscribers, is_web_public, ${columns} FROM input
     ), defaults AS (
       INSERT INTO default_channel (channel_id, realm_id) SELECT id, $1 FROM input WHERE is_default
     )
     SELECT id, recipient_id AS "recipientId", name FROM input ORDER BY ordinality`,
    [tx.realmId, JSON.stringify(rows)],
  );
}

function defaultGroup(
  name: ChannelPermissionSetting,
  groups: SystemGroupIds,
  creatorGroup: number | undefined,
): number {
  const { defaultGroup: group } = CHANNEL_PERMISSION_SETTINGS[name];
  if (group !== 'channel_creator') return systemGroupId(groups, group);
  return creatorGroup ?? groups['role:nobody'];
}

/** The anonymous group "only the creator" of each channel that has one: such a group belongs to one setting. */
async function createCreatorGroups(
  tx: WriteTransaction,
  channels: readonly NewChannel[],
): Promise<Map<NewChannel, number>> {
  const owned = channels.filter(
    ({ creatorId, permissions }) => creatorId && permissions?.can_administer_channel_group === undefined,
  );
  if (owned.length === 0) return new Map();
  const groups = await tx.query<RowOf<'UserGroup', 'id'>>(
    'INSERT INTO user_group (realm_id, kind) SELECT $1, $2 FROM generate_series(1, $3) RETURNING id',
    [tx.realmId, GroupKind.Anonymous, owned.length],
  );
  const ids = groups.map(({ id }) => id);
  await tx.query('INSERT INTO group_membership (group_id, user_id) SELECT * FROM unnest($1::int[], $2::int[])', [
    ids,
    owned.map(({ creatorId }) => creatorId),
  ]);
  tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids });
  return new Map(owned.flatMap((channel, index) => (ids[index] === undefined ? [] : [[channel, ids[index]]])));
}

/** Not yet subscribed users and channels; `recipientId` is the channel's. */
export interface NewSubscription {
  userId: number;
  channelId: number;
  recipientId: number;
}

/**
 * Subscribes users who never were: rows with the next free colours, open spans from one boundary id on, subscriber counts.
 * The caller holds the exclusive locks of the channels, unless they are new.
 */
export async function subscribeUsers(tx: WriteTransaction, subscriptions: readonly NewSubscription[]): Promise<void> {
  if (subscriptions.length === 0) return;
  const parameters = [
    subscriptions.map(({ userId }) => userId),
    subscriptions.map(({ channelId }) => channelId),
    subscriptions.map(({ recipientId }) => recipientId),
  ];
  const rows = await tx.query<{ id: number; channel_id: number }>(
    `INSERT INTO subscription (user_id, channel_id, color)
     SELECT n.user_id, n.channel_id, ($3::text[])[1 + (known.count + row_number() OVER (
         PARTITION BY n.user_id ORDER BY n.channel_id) - 1) % ${CHANNEL_COLORS.length}]
     FROM unnest($1::int[], $2::int[]) AS n (user_id, channel_id)
     CROSS JOIN LATERAL (SELECT count(*) FROM subscription s WHERE s.user_id = n.user_id) known
     RETURNING id, channel_id`,
    [parameters[0], parameters[1], CHANNEL_COLORS],
  );
  await tx.query(
    `INSERT INTO membership_span (user_id, recipient_id, first_message_id)
     SELECT n.user_id, n.recipient_id, boundary.id FROM unnest($1::int[], $2::int[]) AS n (user_id, recipient_id),
       (SELECT nextval(pg_get_serial_sequence('message', 'id')) AS id) boundary`,
    [parameters[0], parameters[2]],
  );
  const byChannel = new Map<number, number[]>();
  for (const { id, channel_id } of rows) {
    const ids = byChannel.get(channel_id);
    if (ids) ids.push(id);
    else byChannel.set(channel_id, [id]);
  }
  await tx.query(
    `UPDATE channel c SET subscriber_count = c.subscriber_count + n.added
     FROM unnest($1::int[], $2::int[]) AS n (id, added) WHERE c.id = n.id`,
    [[...byChannel.keys()], [...byChannel.values()].map((ids) => ids.length)],
  );
  for (const [channelId, ids] of byChannel) tx.bump(setKeys.channel(channelId), { table: 'subscription', ids });
}
