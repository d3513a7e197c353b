import { Injectable } from '@nestjs/common';
import { DomainError, noSuchOrganization } from '@stoa/errors';
import { Database, RowOf, setKeys } from '@stoa/database';
import { GroupGraph, PolicyGroup } from '@stoa/policy';
import {
  DirectoryChannelRow,
  GroupRow,
  SETTINGS_COLUMNS,
  SettingsRow,
  UserRow,
  directoryChannel,
  directoryUser,
  realmSettings,
} from './directory-rows';
import { ChannelMembers, DirectoryGroup, RealmChannels, RealmGroups, RealmSettings } from './directory-sets';
import { RealmUsers } from './directory-user';

/** Every read below is one statement, so that rows and version come from one snapshot. */
const SET_VERSION = 'COALESCE((SELECT version FROM set_version WHERE key = $1), 0)';

const SETTINGS = SETTINGS_COLUMNS.map((name) => `r.${name}`).join(', ');

const CHANNEL_COLUMNS = `c.id, c.recipient_id, c.name, c.invite_only, c.is_web_public, c.history_public_to_subscribers,
  c.is_archived, c.topics_policy, c.is_recently_active, c.first_message_id, c.can_add_subscribers_group,
  c.can_administer_channel_group, c.can_subscribe_group, c.can_send_message_group, c.can_remove_subscribers_group,
  c.can_delete_any_message_group, c.can_delete_own_message_group, c.can_move_messages_out_of_channel_group,
  c.can_move_messages_within_channel_group, c.can_resolve_topics_group,
  c.can_create_topic_group`;

const SYSTEM_GROUP = 1;

/** A channel whose members are read, with the copy of them that is at hand. */
export interface WantedMembers {
  channelId: number;
  previous: ChannelMembers | undefined;
}

interface MembersRow extends DirectoryChannelRow {
  set_version: number;
  user_id: number | null;
  is_member: boolean;
  is_muted: boolean;
}

/** Reads the sets of the directory; given an older copy, only what changed since. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly database: Database) {}

  /** Versions as of now, 0 for sets that never changed. */
  async versions(keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<RowOf<'SetVersion', 'key' | 'version'>>(
      'directory_versions',
      'SELECT key, version FROM set_version WHERE key = ANY($1::text[])',
      [keys],
    );
    const found = new Map(rows.map((row) => [row.key, row.version]));
    return new Map(keys.map((key) => [key, found.get(key) ?? 0]));
  }

  /** @throws DomainError if there is no such realm */
  async settings(realmId: number): Promise<RealmSettings> {
    const [row] = await this.database.query<SettingsRow>(
      'directory_settings',
      `SELECT ${SET_VERSION} AS set_version, ${SETTINGS}, r.deactivated_at IS NOT NULL AS is_deactivated,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'pattern', l.pattern, 'url_template', l.url_template)
                   ORDER BY l.position, l.id) FROM linkifier l WHERE l.realm_id = r.id), '[]') AS linkifiers,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'file_name', e.file_name,
                   'is_animated', e.is_animated)) FROM custom_emoji e WHERE e.realm_id = r.id AND NOT e.deactivated),
                  '[]') AS custom_emoji
       FROM realm r WHERE r.id = $2`,
      [setKeys.realmSettings(realmId), realmId],
    );
    if (!row) throw noSuchOrganization();
    return realmSettings(row);
  }

  async users(realmId: number, previous: RealmUsers | undefined): Promise<RealmUsers> {
    const rows = await this.database.query<UserRow & { set_version: number }>(
      'directory_users',
      `SELECT s.set_version, a.id, a.delivery_email, a.email, a.full_name, a.default_language, a.role, a.is_active,
         a.is_bot, a.bot_type,
         a.bot_owner_id, a.can_forge_sender, a.can_create_users, floor(extract(epoch FROM a.date_joined))::int8 AS date_joined, a.default_sending_stream_id, a.avatar_source, a.avatar_version,
         a.avatar_key, a.email_address_visibility, a.automatically_follow_topics_policy,
         a.automatically_unmute_topics_in_muted_streams_policy, a.automatically_follow_topics_where_mentioned,
         a.resolved_topic_notice_auto_read_policy, a.presence_enabled, a.send_private_typing_notifications,
         a.send_stream_typing_notifications, a.receives_typing_notifications, a.translate_emoticons,
         ARRAY(SELECT w.word FROM alert_word w WHERE w.user_id = a.id) AS alert_words,
         ARRAY(SELECT m.muted_user_id FROM muted_user m WHERE m.user_id = a.id) AS muted_user_ids
       FROM (SELECT ${SET_VERSION} AS set_version) s
       LEFT JOIN account a ON a.realm_id = $2 AND a.version > $3`,
      [setKeys.realmUsers(realmId), realmId, previous?.version ?? -1],
    );
    const byId = new Map(previous?.byId);
    for (const row of rows) if (row.id !== null) byId.set(row.id, directoryUser(row));
    return new RealmUsers(rows[0]?.set_version ?? 0, byId);
  }

  async groups(realmId: number): Promise<RealmGroups> {
    const rows = await this.database.query<GroupRow & { set_version: number }>(
      'directory_groups',
      `SELECT ${SET_VERSION} AS set_version, g.id, g.kind, g.name, g.deactivated, g.can_mention_group,
         CASE WHEN g.kind = ${SYSTEM_GROUP} AND g.name <> 'role:fullmembers' THEN '{}'::int[]
              ELSE ARRAY(SELECT m.user_id FROM group_membership m JOIN account a ON a.id = m.user_id AND a.is_active
                         WHERE m.group_id = g.id) END AS members,
         ARRAY(SELECT s.subgroup_id FROM group_subgroup s WHERE s.supergroup_id = g.id) AS subgroups
       FROM user_group g WHERE g.realm_id = $2`,
      [setKeys.realmGroups(realmId), realmId],
    );
    const named = new Map<number, DirectoryGroup>();
    const graph: PolicyGroup[] = [];
    for (const row of rows) {
      const isSystemGroup = row.kind === SYSTEM_GROUP;
      graph.push({
        id: row.id,
        name: row.name,
        isSystemGroup,
        isDeactivated: row.deactivated,
        directMembers: row.members,
        directSubgroups: row.subgroups,
      });
      if (row.name !== null) {
        named.set(row.id, {
          id: row.id,
          name: row.name,
          isSystemGroup,
          isDeactivated: row.deactivated,
          canMentionGroup: row.can_mention_group,
        });
      }
    }
    return new RealmGroups(rows[0]?.set_version ?? 0, new GroupGraph(graph), named);
  }

  async channels(realmId: number, previous: RealmChannels | undefined): Promise<RealmChannels> {
    const rows = await this.database.query<DirectoryChannelRow & { set_version: number }>(
      'directory_channels',
      `SELECT s.set_version, ${CHANNEL_COLUMNS} FROM (SELECT ${SET_VERSION} AS set_version) s
       LEFT JOIN channel c ON c.realm_id = $2 AND c.version > $3`,
      [setKeys.realmChannels(realmId), realmId, previous?.version ?? -1],
    );
    const byId = new Map(previous?.byId);
    for (const row of rows) if (row.id !== null) byId.set(row.id, directoryChannel(row));
    return new RealmChannels(rows[0]?.set_version ?? 0, byId);
  }

  /**
   * Channels and their members, in one statement. Deactivating an account bumps the version of the rows of its
   * subscriptions, so the difference also shows who left that way.
   * @returns in the order of what is wanted; the error `Invalid channel ID` where there is no such channel
   */
  async members(wanted: readonly WantedMembers[]): Promise<(ChannelMembers | DomainError)[]> {
    const rows = await this.database.query<MembersRow>(
      'directory_members',
      `SELECT COALESCE((SELECT v.version FROM set_version v WHERE v.key = w.key), 0) AS set_version, ${CHANNEL_COLUMNS},
         s.user_id, s.is_muted, s.active AND a.is_active AS is_member
       FROM unnest($1::text[], $2::int[], $3::bigint[]) AS w (key, channel_id, known)
       JOIN channel c ON c.id = w.channel_id
       LEFT JOIN LATERAL (SELECT o.user_id, o.is_muted, o.active FROM subscription o
         WHERE o.channel_id = c.id AND o.version > w.known OFFSET 0) s ON true
       LEFT JOIN account a ON a.id = s.user_id`,
      [
        wanted.map(({ channelId }) => setKeys.channel(channelId)),
        wanted.map(({ channelId }) => channelId),
        wanted.map(({ previous }) => previous?.version ?? -1),
      ],
    );
    const byChannel = new Map<number, MembersRow[]>();
    for (const row of rows) {
      const known = byChannel.get(row.id);
      if (known) known.push(row);
      else byChannel.set(row.id, [row]);
    }
    return wanted.map(({ channelId, previous }) => membersOf(byChannel.get(channelId) ?? [], previous));
  }
}

function membersOf(rows: readonly MembersRow[], previous: ChannelMembers | undefined): ChannelMembers | DomainError {
  const [first] = rows;
  if (!first) return new DomainError('BAD_REQUEST', 'Invalid channel ID');
  const members = new Map(previous?.members);
  for (const row of rows) {
    if (row.user_id === null) continue;
    if (row.is_member) members.set(row.user_id, row.is_muted);
    else members.delete(row.user_id);
  }
  return new ChannelMembers(first.set_version, directoryChannel(first), members);
}
