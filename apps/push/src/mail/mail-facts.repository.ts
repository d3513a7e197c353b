import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { realmHost, realmUrl } from '@stoa/policy';
import { PushEnvironment } from '../push.environment';
import { MAIL_TRIGGERS, type MailTrigger, type MentionedGroup } from '../rules/decisions/triggers';
import type {
  ConversationPlace,
  HiddenBy,
  MailChannelConversation,
  MailDirectConversation,
  MailRealm,
  MailRecipient,
} from '../rules/mail/facts';
import type { MailRecipientFacts } from '../rules/mail/mail-turn';

/** Whom a mail goes to. */
export interface MailAddressee extends MailRecipientFacts {
  recipient: MailRecipient;
  realm: MailRealm;
  role: number;
  /** Null if mails may say what was written. */
  hiddenBy: HiddenBy | null;
}

/** Why somebody is told of a message. */
export interface NotedRow {
  messageId: number;
  trigger: MailTrigger;
  mentionedGroup: MentionedGroup | null;
  isSenderHidden: boolean;
}

/** A message as it is now. */
export interface StoredMessage {
  messageId: number;
  channelId: number | null;
  senderId: number;
  senderName: string;
  content: string;
  renderedContent: string;
  sentAtMs: number;
  conversation: MailChannelConversation | MailDirectConversation;
}

/** `realm_name_in_email_notifications_policy` */
const NamesRealm = { Automatic: 1, Always: 2 } as const;

const ADDRESSEES_SQL = `SELECT a.id, a.full_name, a.delivery_email, a.default_language, a.timezone, a.role,
    a.twenty_four_hour_time, a.is_active AND NOT a.is_bot AND r.deactivated_at IS NULL AS is_served,
    EXISTS (SELECT FROM mail_suspension s WHERE s.user_id = a.id AND lower(s.address) = lower(a.delivery_email))
      AS is_suspended,
    a.enable_offline_email_notifications, a.enable_followed_topic_email_notifications,
    a.message_content_in_email_notifications, a.realm_name_in_email_notifications_policy,
    r.message_content_allowed_in_email_notifications, r.id AS realm_id, r.name, r.string_id,
    (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS custom_host,
    a.realm_name_in_email_notifications_policy = ${NamesRealm.Automatic} AND EXISTS (
      SELECT FROM account b JOIN realm o ON o.id = b.realm_id AND o.deactivated_at IS NULL
      WHERE lower(b.delivery_email) = lower(a.delivery_email) AND b.is_active AND b.id <> a.id) AS has_other_account
  FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = ANY ($1::int[])`;

interface AddresseeRow
  extends
    Record<string, unknown>,
    RowOf<
      'Account',
      | 'id'
      | 'full_name'
      | 'delivery_email'
      | 'default_language'
      | 'timezone'
      | 'role'
      | 'twenty_four_hour_time'
      | 'enable_offline_email_notifications'
      | 'enable_followed_topic_email_notifications'
      | 'message_content_in_email_notifications'
      | 'realm_name_in_email_notifications_policy'
    >,
    RowOf<'Realm', 'message_content_allowed_in_email_notifications' | 'name' | 'string_id'> {
  is_served: boolean;
  is_suspended: boolean;
  realm_id: number;
  custom_host: string | null;
  has_other_account: boolean;
}

const MESSAGES_SQL = `SELECT m.id, m.sender_id, m.content, m.rendered_content, m.topic, s.full_name,
    extract(epoch FROM m.sent_at)::float8 * 1000 AS sent_at, c.id AS channel_id, c.name AS channel_name,
    (SELECT jsonb_agg(jsonb_build_object('userId', p.id, 'fullName', p.full_name)) FROM direct_conversation d
      JOIN account p ON p.id = ANY (d.user_ids) WHERE d.recipient_id = m.recipient_id) AS participants
  FROM message m JOIN account s ON s.id = m.sender_id LEFT JOIN channel c ON c.recipient_id = m.recipient_id
  WHERE m.id = ANY ($1::bigint[])`;

interface MessageRow
  extends
    Record<string, unknown>,
    RowOf<'Message', 'id' | 'sender_id' | 'content' | 'rendered_content' | 'topic'>,
    RowOf<'Account', 'full_name'> {
  sent_at: number;
  channel_id: number | null;
  channel_name: string | null;
  participants: { userId: number; fullName: string }[] | null;
}

/** Messages of the topic that a mail shows before the first one that it is about. */
const CONTEXT_MESSAGES = 10;
const CONTEXT_MINUTES = 15;

/** What mails say, in statements that do not grow with them. */
@Injectable()
export class MailFactsRepository {
  constructor(
    private readonly database: Database,
    private readonly environment: PushEnvironment,
  ) {}

  async addressees(userIds: readonly number[]): Promise<Map<number, MailAddressee>> {
    const rows = await this.database.query<AddresseeRow>('mail_addressees', ADDRESSEES_SQL, [userIds]);
    return new Map(rows.map((row) => [row.id, this.addresseeOf(row)]));
  }

  /** By user and message. */
  async noted(pairs: readonly { userId: number; messageId: number }[]): Promise<Map<number, Map<number, NotedRow>>> {
    const rows = await this.database.query<
      RowOf<
        'MissedMessage',
        'user_id' | 'message_id' | 'trigger' | 'mentioned_group_id' | 'mentioned_group_name' | 'sender_hidden'
      >
    >(
      'mail_noted_messages',
      `SELECT n.user_id, n.message_id, n.trigger, n.mentioned_group_id, n.mentioned_group_name, n.sender_hidden
       FROM missed_message n JOIN unnest($1::int[], $2::bigint[]) AS w (user_id, message_id)
         ON n.user_id = w.user_id AND n.message_id = w.message_id`,
      [pairs.map(({ userId }) => userId), pairs.map(({ messageId }) => messageId)],
    );
    const found = new Map<number, Map<number, NotedRow>>();
    for (const row of rows) {
      const { mentioned_group_id: groupId, mentioned_group_name: name } = row;
      const known = found.get(row.user_id) ?? new Map<number, NotedRow>();
      found.set(row.user_id, known);
      known.set(row.message_id, {
        messageId: row.message_id,
        trigger: triggerOf(row.trigger),
        mentionedGroup: groupId === null || name === null ? null : { groupId, name },
        isSenderHidden: row.sender_hidden,
      });
    }
    return found;
  }

  /** Earlier messages of the same topic, by the message that they stand before, oldest first. */
  async context(messageIds: readonly number[]): Promise<Map<number, number[]>> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.database.query<{ before_id: number; ids: number[] }>(
      'mail_context',
      `SELECT m.id AS before_id, ARRAY(
         SELECT c.id FROM (
           SELECT e.id FROM message e
           WHERE e.recipient_id = m.recipient_id AND lower(e.topic) = lower(m.topic) AND e.id < m.id
             AND e.sent_at >= m.sent_at - make_interval(mins => ${CONTEXT_MINUTES})
           ORDER BY e.id DESC LIMIT ${CONTEXT_MESSAGES}) c ORDER BY c.id) AS ids
       FROM message m WHERE m.id = ANY ($1::bigint[])`,
      [messageIds],
    );
    return new Map(rows.map(({ before_id, ids }) => [before_id, ids]));
  }

  /**
   * Where topics were before, by a message of each, oldest first: it was moved itself, or the one before it was. A place
   * where messages are left is no earlier one: only some were moved away. What an edit did not change was then what the
   * next one that did found.
   */
  async earlierPlaces(messageIds: readonly number[]): Promise<Map<number, ConversationPlace[]>> {
    const rows = await this.database.query<{ message_id: number; channel_id: number; topic: string }>(
      'mail_earlier_places',
      `SELECT m.id AS message_id, o.channel_id, o.topic
       FROM message m JOIN channel c ON c.recipient_id = m.recipient_id
         LEFT JOIN LATERAL (SELECT e.id FROM message e
           WHERE e.recipient_id = m.recipient_id AND lower(e.topic) = lower(m.topic) AND e.id < m.id
           ORDER BY e.id DESC LIMIT 1) p ON true
         JOIN message_edit h ON h.message_id = ANY (ARRAY[m.id, p.id])
           AND (h.prev_topic IS NOT NULL OR h.prev_channel_id IS NOT NULL)
         CROSS JOIN LATERAL (SELECT
           COALESCE(h.prev_channel_id, (SELECT n.prev_channel_id FROM message_edit n WHERE n.message_id = h.message_id
             AND n.id > h.id AND n.prev_channel_id IS NOT NULL ORDER BY n.id LIMIT 1), c.id) AS channel_id,
           COALESCE(h.prev_topic, (SELECT n.prev_topic FROM message_edit n WHERE n.message_id = h.message_id
             AND n.id > h.id AND n.prev_topic IS NOT NULL ORDER BY n.id LIMIT 1), m.topic) AS topic) o
       WHERE m.id = ANY ($1::bigint[]) AND NOT EXISTS (
         SELECT FROM channel k JOIN message e ON e.recipient_id = k.recipient_id AND lower(e.topic) = lower(o.topic)
         WHERE k.id = o.channel_id)
       ORDER BY h.id`,
      [messageIds],
    );
    const found = new Map<number, ConversationPlace[]>();
    for (const { message_id: id, channel_id: channelId, topic } of rows) {
      found.set(id, [...(found.get(id) ?? []), { channelId, topic }]);
    }
    return found;
  }

  async messages(messageIds: readonly number[]): Promise<Map<number, StoredMessage>> {
    const rows = await this.database.query<MessageRow>('mail_messages', MESSAGES_SQL, [messageIds]);
    return new Map(rows.map((row) => [row.id, storedMessage(row)]));
  }

  private addresseeOf(row: AddresseeRow): MailAddressee {
    const realm = { stringId: row.string_id, customHost: row.custom_host };
    const policy = row.realm_name_in_email_notifications_policy;
    return {
      isServed: row.is_served,
      isSuspended: row.is_suspended,
      role: row.role,
      settings: {
        enableOfflineEmailNotifications: row.enable_offline_email_notifications,
        enableFollowedTopicEmailNotifications: row.enable_followed_topic_email_notifications,
      },
      hiddenBy: hiddenBy(row),
      realm: {
        realmId: row.realm_id,
        name: row.name,
        url: realmUrl(realm, this.environment),
        host: row.custom_host ?? realmHost(row.string_id, this.environment.STOA_EXTERNAL_HOST),
        installation: this.environment.STOA_INSTALLATION_NAME,
      },
      recipient: {
        userId: row.id,
        fullName: row.full_name,
        address: row.delivery_email,
        language: row.default_language,
        timezone: row.timezone,
        usesTwentyFourHours: row.twenty_four_hour_time,
        namesRealm: policy === NamesRealm.Always || row.has_other_account,
      },
    };
  }
}

function hiddenBy(row: AddresseeRow): HiddenBy | null {
  if (!row.message_content_allowed_in_email_notifications) return 'organization';
  return row.message_content_in_email_notifications ? null : 'user';
}

/** A newer release may have written a trigger that this one does not know: it is told like any message of a channel. */
function triggerOf(text: string): MailTrigger {
  return MAIL_TRIGGERS.find((trigger) => trigger === text) ?? 'stream_email_notify';
}

function storedMessage(row: MessageRow): StoredMessage {
  const { channel_id: channelId, channel_name: channelName, topic, participants } = row;
  return {
    messageId: row.id,
    channelId,
    senderId: row.sender_id,
    senderName: row.full_name,
    content: row.content,
    renderedContent: row.rendered_content,
    sentAtMs: row.sent_at,
    conversation:
      channelId === null || channelName === null
        ? { type: 'direct', participants: participants ?? [] }
        : { type: 'channel', channelId, channelName, topic },
  };
}
