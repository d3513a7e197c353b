import { Injectable } from '@nestjs/common';
import { RowOf, SnapshotReader } from '@stoa/database';

const ExportType = { Public: 1, FullWithConsent: 2 } as const;

/** Which organization, and whether private data of users who consented belongs to the export. */
export interface ExportScope {
  realmId: number;
  exportType: number;
}

/** A file that exported messages refer to. */
export interface ExportedFile extends RowOf<'Attachment', 'path_id' | 'file_name' | 'content_type'> {
  size: number;
}

export type ExportedEmoji = RowOf<'CustomEmoji', 'name' | 'file_name'>;

/** Addresses that even administrators do not see (users.md 1) belong to their owner. */
const HIDDEN_FROM_ADMINISTRATORS = 4;
/** Humans who let their private data be exported. */
const CONSENTING = 'a.allow_private_data_export AND NOT a.is_bot';

/** $1 organization, $2 type. Channels whose description and subscribers are exported. */
const EXPORTED_CHANNEL = `c.realm_id = $1 AND (NOT c.invite_only OR ($2 = ${ExportType.FullWithConsent} AND EXISTS (
  SELECT FROM subscription s JOIN account a ON a.id = s.user_id
  WHERE s.channel_id = c.id AND s.active AND ${CONSENTING})))`;

/**
 * $1 organization, $2 type. Messages of public channels; with consent, also what a consenting user can read in a
 * private channel and wrote or received in direct messages. The span alone does not show who received moved messages in
 * channels without shared history: they are left out.
 */
const EXPORTED_MESSAGE = `m.realm_id = $1 AND (
  EXISTS (SELECT FROM channel c WHERE c.recipient_id = m.recipient_id AND NOT c.invite_only)
  OR ($2 = ${ExportType.FullWithConsent} AND (
    EXISTS (SELECT FROM direct_conversation_participant p JOIN account a ON a.id = p.user_id
            WHERE p.recipient_id = m.recipient_id AND ${CONSENTING})
    OR EXISTS (SELECT FROM channel c JOIN subscription s ON s.channel_id = c.id AND s.active
               JOIN account a ON a.id = s.user_id
               WHERE c.recipient_id = m.recipient_id AND ${CONSENTING} AND (c.history_public_to_subscribers
                 OR (m.moves = '{}' AND EXISTS (SELECT FROM membership_span h WHERE h.user_id = s.user_id
                   AND h.recipient_id = m.recipient_id AND h.is_active AND h.first_message_id <= m.id
                   AND (h.last_message_id IS NULL OR h.last_message_id > m.id))))))))`;

const rows = (query: string): string => `COALESCE((SELECT jsonb_agg(to_jsonb(q)) FROM (${query}) q), '[]')`;
const moment = (column: string): string => `extract(epoch FROM ${column})::float8`;

const ORGANIZATION = `SELECT jsonb_build_object(
  'realm', (SELECT to_jsonb(r) - 'uuid_owner_secret' - 'partition' - 'is_internal' FROM realm r WHERE r.id = $1),
  'user_defaults', (SELECT to_jsonb(d) FROM realm_user_default d WHERE d.realm_id = $1),
  'users', ${rows(`SELECT a.id, a.email, a.full_name, a.role, a.is_active, a.is_bot, a.bot_type, a.bot_owner_id, a.timezone,
      ${moment('a.date_joined')} AS date_joined, a.avatar_source,
      CASE WHEN a.is_bot OR a.email_address_visibility <> ${HIDDEN_FROM_ADMINISTRATORS}
        OR ($2 = ${ExportType.FullWithConsent} AND a.allow_private_data_export) THEN a.delivery_email END AS delivery_email
    FROM account a WHERE a.realm_id = $1 ORDER BY a.id`)},
  'profile_fields', ${rows('SELECT * FROM profile_field WHERE realm_id = $1 ORDER BY position, id')},
  'profile_values', ${rows(`SELECT v.user_id, v.field_id, v.value FROM profile_value v JOIN account a ON a.id = v.user_id
    WHERE a.realm_id = $1 ORDER BY 1, 2`)},
  'groups', ${rows(`SELECT g.id, g.kind, g.name, g.description, g.deactivated,
      ARRAY(SELECT user_id FROM group_membership WHERE group_id = g.id ORDER BY 1) AS members,
      ARRAY(SELECT subgroup_id FROM group_subgroup WHERE supergroup_id = g.id ORDER BY 1) AS subgroups
    FROM user_group g WHERE g.realm_id = $1 AND g.name IS NOT NULL ORDER BY g.id`)},
  'channels', ${rows(`SELECT c.id, c.name, c.description, c.creator_id, ${moment('c.date_created')} AS date_created,
      c.invite_only, c.history_public_to_subscribers, c.is_web_public, c.is_archived, c.message_retention_days,
      c.topics_policy, c.folder_id,
      ARRAY(SELECT user_id FROM subscription WHERE channel_id = c.id AND active ORDER BY 1) AS subscribers
    FROM channel c WHERE ${EXPORTED_CHANNEL} ORDER BY c.id`)},
  'channel_folders', ${rows('SELECT id, name, description, position, is_archived FROM channel_folder WHERE realm_id = $1 ORDER BY id')},
  'default_channels', ${rows('SELECT channel_id FROM default_channel WHERE realm_id = $1 ORDER BY 1')},
  'linkifiers', ${rows('SELECT id, pattern, url_template, position FROM linkifier WHERE realm_id = $1 ORDER BY position, id')},
  'playgrounds', ${rows('SELECT id, name, pygments_language, url_template FROM playground WHERE realm_id = $1 ORDER BY id')},
  'domains', ${rows('SELECT domain, allow_subdomains FROM realm_domain WHERE realm_id = $1 ORDER BY id')},
  'custom_emoji', ${rows('SELECT id, name, author_id, file_name, is_animated, deactivated FROM custom_emoji WHERE realm_id = $1 ORDER BY id')}
) AS data`;

/** $3 the last message of the batch before, $4 the batch's size. */
const MESSAGES = `WITH batch AS MATERIALIZED (
    SELECT m.id, m.sender_id, c.id AS channel_id, d.user_ids, m.topic, m.content, m.rendered_content,
      ${moment('m.sent_at')} AS timestamp, ${moment('m.last_edited_at')} AS last_edit_timestamp,
      ${moment('m.last_moved_at')} AS last_moved_timestamp, m.client_name
    FROM message m LEFT JOIN channel c ON c.recipient_id = m.recipient_id
    LEFT JOIN direct_conversation d ON d.recipient_id = m.recipient_id
    WHERE ${EXPORTED_MESSAGE} AND m.id > $3 ORDER BY m.id LIMIT $4)
  SELECT (SELECT max(id) FROM batch) AS last,
    jsonb_build_object('messages', ${rows('SELECT * FROM batch ORDER BY id')},
      'reactions', ${rows(`SELECT r.message_id, r.user_id, r.emoji_name, r.emoji_code, r.reaction_type
        FROM reaction r JOIN batch b ON b.id = r.message_id ORDER BY r.id`)},
      'submessages', ${rows(`SELECT s.message_id, s.sender_id, s.msg_type, s.content
        FROM submessage s JOIN batch b ON b.id = s.message_id ORDER BY s.id`)})::text AS data`;

const FILES = `SELECT t.path_id, t.file_name, t.content_type, t.size::float8 AS size FROM attachment t
  WHERE t.realm_id = $1 AND EXISTS (SELECT FROM attachment_reference f JOIN message m ON m.id = f.message_id
    WHERE f.attachment_id = t.id AND ${EXPORTED_MESSAGE}) ORDER BY t.id`;

/** What exports contain: never a password, a key or an invitation. */
@Injectable()
export class ExportDataRepository {
  /** @returns JSON text */
  async organization(reader: SnapshotReader, { realmId, exportType }: ExportScope): Promise<string> {
    const found = await reader.query<{ data: unknown }>('export_organization', ORGANIZATION, [realmId, exportType]);
    return JSON.stringify(found[0]?.data);
  }

  /**
   * Messages after an id.
   * @returns JSON text, and the last message in it; null after the last one
   */
  async messages(
    reader: SnapshotReader,
    { realmId, exportType }: ExportScope,
    afterId: number,
    limit: number,
  ): Promise<{ last: number; data: string } | null> {
    const [row] = await reader.query<{ last: number | null; data: string }>('export_messages', MESSAGES, [
      realmId,
      exportType,
      afterId,
      limit,
    ]);
    return row && row.last !== null ? { last: row.last, data: row.data } : null;
  }

  files(reader: SnapshotReader, { realmId, exportType }: ExportScope): Promise<ExportedFile[]> {
    return reader.query<ExportedFile & Record<string, unknown>>('export_files', FILES, [realmId, exportType]);
  }

  emoji(reader: SnapshotReader, { realmId }: ExportScope): Promise<ExportedEmoji[]> {
    return reader.query<ExportedEmoji>(
      'export_emoji',
      'SELECT name, file_name FROM custom_emoji WHERE realm_id = $1 ORDER BY id',
      [realmId],
    );
  }
}
