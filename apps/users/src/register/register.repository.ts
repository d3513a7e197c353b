import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import { RememberedJson } from '../shared/state/remembered-json';
import { ConfiguredRow, CoreRow, JsonRow, PersonalRow, RealmJson, StatusRow } from './state/register-rows';

const list = (query: string): string => `COALESCE((SELECT jsonb_agg(to_jsonb(q)) FROM (${query}) q), '[]')`;

const CHANNEL_LISTS = `jsonb_build_object(
  'folders', ${list(`SELECT id, name, description, rendered_description, position,
      floor(extract(epoch FROM date_created))::int8 AS date_created, creator_id, is_archived
    FROM channel_folder WHERE realm_id = $1 ORDER BY position, id`)},
  'default_channels', ARRAY(SELECT channel_id FROM default_channel WHERE realm_id = $1 ORDER BY channel_id),
  'default_channel_groups', ${list(`SELECT g.id, g.name, g.description, ARRAY(
      SELECT c.id FROM default_channel_group_channel m JOIN channel c ON c.id = m.channel_id
      WHERE m.group_id = g.id ORDER BY c.name) AS channels
    FROM default_channel_group g WHERE g.realm_id = $1 ORDER BY g.name`)})`;

const CORE = `
  SELECT to_jsonb(r)::text AS realm, to_jsonb(a) - 'password_hash' AS account, to_jsonb(d)::text AS defaults,
    COALESCE((SELECT jsonb_object_agg(key, version) FROM set_version WHERE key = ANY($3::text[])), '{}') AS versions,
    (SELECT min(host) FROM realm_host WHERE realm_id = r.id) AS custom_host,
    ARRAY(SELECT DISTINCT kind FROM sign_in_provider WHERE realm_id = r.id
          UNION ALL SELECT 'ldap' FROM ldap_directory WHERE realm_id = r.id) AS sign_in_kinds,
    floor(extract(epoch FROM pg_postmaster_start_time()))::int8 AS generation,
    (SELECT epoch FROM relay_partition p WHERE p.partition = r.partition) AS epoch,
    COALESCE(p.push_notifications_enabled, false) AS push_enabled,
    p.push_notifications_enabled_end_timestamp AS push_enabled_end,
    CASE WHEN $4::boolean THEN ${CHANNEL_LISTS} END AS channel_lists
  FROM realm r
  LEFT JOIN account a ON a.id = $2 AND a.realm_id = r.id
  LEFT JOIN realm_user_default d ON d.realm_id = r.id
  LEFT JOIN realm_push_status p ON p.realm_id = r.id
  WHERE r.id = $1`;

/** Whoever changes any of them gives `realm:ID:settings` a new version. */
const CONFIGURED = `SELECT
  ${list('SELECT domain, allow_subdomains FROM realm_domain WHERE realm_id = $1 ORDER BY id')} AS domains,
  ${list(`SELECT id, name, author_id, file_name, is_animated, deactivated FROM custom_emoji
          WHERE realm_id = $1 ORDER BY id`)} AS emoji,
  ${list(`SELECT id, pattern, url_template, example_input, reverse_template,
          COALESCE(alternative_url_templates, '{}') AS alternative_url_templates
          FROM linkifier WHERE realm_id = $1 ORDER BY position, id`)} AS linkifiers,
  ${list('SELECT id, name, pygments_language, url_template FROM playground WHERE realm_id = $1 ORDER BY id')}
    AS playgrounds,
  ${list(`SELECT id, name, field_type, hint, field_data, position, required, editable_by_user,
          display_in_profile_summary, use_for_user_matching FROM profile_field WHERE realm_id = $1 ORDER BY position, id`)} AS profile_fields`;

const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::int8`;

const PERSONAL = `SELECT
  ARRAY(SELECT word FROM alert_word WHERE user_id = $1 ORDER BY id) AS alert_words,
  ${list(`SELECT muted_user_id AS id, ${seconds('created_at')} AS timestamp FROM muted_user WHERE user_id = $1
          ORDER BY created_at, muted_user_id`)} AS muted_users,
  ${list(`SELECT channel_id, topic, ${seconds('last_updated')} AS last_updated, visibility_policy FROM user_topic
          WHERE user_id = $1 ORDER BY id`)} AS user_topics,
  ARRAY(SELECT name FROM onboarding_step WHERE user_id = $1) AS done_steps,
  EXISTS (SELECT FROM zoom_token WHERE user_id = $1) AS has_zoom_token,
  ${list(`SELECT id, kind, recipient_ids, topic, content, ${seconds('last_edited_at')} AS timestamp FROM draft
          WHERE user_id = $1 ORDER BY last_edited_at, id LIMIT 1000`)} AS drafts,
  ${list(`SELECT id, kind, channel_id, user_ids, topic, content, rendered_content, ${seconds('deliver_at')} AS deliver_at,
          failed FROM scheduled_message WHERE sender_id = $1 AND delivered_at IS NULL
          ORDER BY scheduled_message.deliver_at, id`)} AS scheduled_messages,
  ${list(`SELECT id, content, rendered_content, ${seconds('deliver_at')} AS deliver_at, failed, target_message_id
          FROM reminder WHERE user_id = $1 AND delivered_at IS NULL ORDER BY reminder.deliver_at, id`)} AS reminders,
  ${list(`SELECT id, title, content, ${seconds('date_created')} AS date_created FROM saved_snippet
          WHERE user_id = $1 ORDER BY id`)} AS saved_snippets,
  ${list('SELECT fragment, is_pinned, name FROM navigation_view WHERE user_id = $1 ORDER BY created_at, fragment')}
    AS navigation_views,
  ${list(`SELECT push_account_id::text AS push_account_id, bouncer_device_id IS NOT NULL AS is_active, error_code
          FROM push_device WHERE user_id = $1 ORDER BY id`)} AS push_devices,
  ${list(`SELECT id, push_key_id, push_token_id, pending_push_token_id, ${seconds('push_token_updated_at')}
          AS push_token_last_updated_timestamp, push_registration_error_code
          FROM client_device WHERE user_id = $1 ORDER BY id`)} AS devices`;

const STATUSES = `
  SELECT user_id, status_text, emoji_name, emoji_code, reaction_type FROM user_status
  WHERE realm_id = $1 AND (status_text <> '' OR emoji_name <> '')`;

const REALMS_KEPT = 200;

/** The core with rows of the organization as JSON text. */
type CoreTexts = Omit<CoreRow, 'realm' | 'defaults'> & { realm: string; defaults: string | null };

export interface CoreQuery {
  realmId: number;
  /** Null for spectators. */
  userId: number | null;
  /** Sets whose versions are needed. */
  setKeys: readonly string[];
  /** Whether the lists of channels that administrators configure are needed. */
  hasChannelLists: boolean;
}

/** Reads of a registration that concern the organization and the viewer; all in the registration's snapshot. */
@Injectable()
export class RegisterRepository {
  private readonly realms = new RememberedJson<RealmJson>(REALMS_KEPT);
  private readonly defaults = new RememberedJson<JsonRow>(REALMS_KEPT);

  async core(reader: Reader, { realmId, userId, setKeys, hasChannelLists }: CoreQuery): Promise<CoreRow | undefined> {
    const params = [realmId, userId, setKeys, hasChannelLists];
    const [row] = await reader.query<CoreTexts>('register_core', CORE, params);
    if (!row) return undefined;
    const defaults = row.defaults === null ? null : this.defaults.parse(realmId, row.defaults);
    return { ...row, realm: this.realms.parse(realmId, row.realm), defaults };
  }

  async configured(reader: Reader, realmId: number): Promise<ConfiguredRow> {
    return only(
      await reader.query<ConfiguredRow & Record<string, unknown>>('register_configured', CONFIGURED, [realmId]),
    );
  }

  async personal(reader: Reader, userId: number): Promise<PersonalRow> {
    return only(await reader.query<PersonalRow & Record<string, unknown>>('register_personal', PERSONAL, [userId]));
  }

  statuses(reader: Reader, realmId: number): Promise<StatusRow[]> {
    return reader.query<StatusRow>('register_statuses', STATUSES, [realmId]);
  }

  /** Ids of users that are named by id or API email, in small letters; who is unknown is not there. */
  async usersNamed(reader: Reader, realmId: number, names: readonly string[]): Promise<Map<string, number>> {
    const rows = await reader.query<RowOf<'Account', 'id'> & { name: string }>(
      'register_users_named',
      `SELECT n.name, a.id FROM unnest($2::text[]) AS n (name) JOIN account a ON a.realm_id = $1
         AND (lower(a.email) = n.name OR a.id::text = n.name)`,
      [realmId, names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** What a bot's registration defaults to (realtime.md 1.1). */
  async botDefaults(
    reader: Reader,
    userId: number,
  ): Promise<{ allPublicStreams: boolean; channelName: string | null }> {
    const rows = await reader.query<{ all_public: boolean; channel_name: string | null }>(
      'register_bot_defaults',
      `SELECT a.default_all_public_streams AS all_public, c.name AS channel_name
       FROM account a LEFT JOIN channel c ON c.id = a.default_events_register_stream_id WHERE a.id = $1`,
      [userId],
    );
    return { allPublicStreams: rows[0]?.all_public ?? false, channelName: rows[0]?.channel_name ?? null };
  }
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a statement that always gives one row gave none');
  return row;
}
