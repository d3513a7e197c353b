import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import {
  type PushDirectConversation,
  type PushRealm,
  type PushChannelConversation,
  type PushMessage,
} from '../rules/payloads/facts';
import { contentText } from '../rules/content-text/content-text';
import { avatarUrl, realmHost, realmUrl, systemBotAvatar } from '@stoa/policy';
import { PushEnvironment } from '../push.environment';
import { ACTIVE_DEVICES, ActiveDevice, ActiveDeviceRow, activeDevice } from '../devices/active-devices.repository';
import type { LegacyToken, RelayUser } from '../relay/relay-requests';

/** Whom something is delivered to. */
export interface DeliveryRecipient extends RelayUser {
  isServed: boolean;
  /** `default_language` */
  language: string;
  settings: { enableOfflinePushNotifications: boolean; enableOnlinePushNotifications: boolean };
  pushRealm: PushRealm;
  /** Organization setting `require_e2ee_push_notifications`: no legacy notification of a message (push.md 3.7). */
  requiresE2ee: boolean;
  devices: readonly ActiveDevice[];
  tokens: readonly LegacyToken[];
}

export interface DeliveredMessage {
  push: PushMessage;
  channelId: number | null;
}

interface RecipientRow
  extends
    Record<string, unknown>,
    RowOf<
      'Account',
      'id' | 'default_language' | 'enable_offline_push_notifications' | 'enable_online_push_notifications'
    >,
    RowOf<'Realm', 'partition' | 'string_id'> {
  uuid: string;
  is_served: boolean;
  realm_id: number;
  realm_uuid: string;
  custom_host: string | null;
  realm_name: string;
  require_e2ee: boolean;
  devices: (ActiveDeviceRow & { key: string })[];
  tokens: { kind: LegacyToken['kind']; token: string; app: string | null }[];
}

interface MessageRow
  extends
    Record<string, unknown>,
    RowOf<'Message', 'id' | 'rendered_content' | 'topic' | 'sender_id'>,
    RowOf<'Account', 'full_name' | 'email' | 'delivery_email' | 'avatar_source' | 'avatar_version' | 'avatar_key'> {
  sent_at: number;
  sender_realm_id: number;
  is_system: boolean;
  channel_id: number | null;
  channel_name: string | null;
  participants: { userId: number; fullName: string }[] | null;
}

const RECIPIENTS_SQL = `SELECT a.id, a.uuid::text AS uuid,
    a.is_active AND NOT a.is_bot AND r.deactivated_at IS NULL AS is_served,
    a.default_language, a.enable_offline_push_notifications, a.enable_online_push_notifications,
    r.id AS realm_id, r.partition, r.uuid::text AS realm_uuid, r.string_id, r.name AS realm_name,
    (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS custom_host,
    r.require_e2ee_push_notifications AS require_e2ee,
    COALESCE((SELECT jsonb_agg(to_jsonb(x) - 'push_key' || jsonb_build_object('key', encode(x.push_key, 'base64'))
        ORDER BY x.token_id IS NOT NULL, x.row_id)
      FROM (${ACTIVE_DEVICES}) x), '[]') AS devices,
    COALESCE((SELECT jsonb_agg(jsonb_build_object('kind', t.kind, 'token', t.token, 'app', t.ios_app_id) ORDER BY t.id)
      FROM push_token t WHERE t.user_id = a.id), '[]') AS tokens
  FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = ANY($1::int[])`;

const MESSAGES_SQL = `SELECT m.id, m.rendered_content, floor(extract(epoch FROM m.sent_at))::int8 AS sent_at, m.topic, m.sender_id,
    s.full_name, s.email, s.delivery_email, s.avatar_source, s.avatar_version, s.avatar_key, s.realm_id AS sender_realm_id,
    (SELECT r.is_internal FROM realm r WHERE r.id = s.realm_id) AS is_system,
    c.id AS channel_id, c.name AS channel_name,
    (SELECT jsonb_agg(jsonb_build_object('userId', p.id, 'fullName', p.full_name)) FROM direct_conversation d
      JOIN account p ON p.id = ANY(d.user_ids) WHERE d.recipient_id = m.recipient_id) AS participants
  FROM message m JOIN account s ON s.id = m.sender_id LEFT JOIN channel c ON c.recipient_id = m.recipient_id
  WHERE m.id = ANY($1::bigint[])`;

/** What deliveries need to know, in statements that do not grow with users or messages. */
@Injectable()
export class DeliveryFactsRepository {
  constructor(
    private readonly database: Database,
    private readonly environment: PushEnvironment,
  ) {}

  async recipients(userIds: readonly number[]): Promise<Map<number, DeliveryRecipient>> {
    const rows = await this.database.query<RecipientRow>('push_recipients', RECIPIENTS_SQL, [userIds]);
    return new Map(rows.map((row) => [row.id, this.recipientOf(row)]));
  }

  /** @param realm of the messages: their links are of its address */
  async messages(messageIds: readonly number[], realm: PushRealm): Promise<Map<number, DeliveredMessage>> {
    const rows = await this.database.query<MessageRow>('push_messages', MESSAGES_SQL, [messageIds]);
    return new Map(rows.map((row) => [row.id, deliveredMessage(row, realm)]));
  }

  private recipientOf(row: RecipientRow): DeliveryRecipient {
    const address = { stringId: row.string_id, customHost: row.custom_host };
    return {
      id: row.id,
      uuid: row.uuid,
      realm: { id: row.realm_id, partition: row.partition, uuid: row.realm_uuid },
      isServed: row.is_served,
      language: row.default_language,
      settings: {
        enableOfflinePushNotifications: row.enable_offline_push_notifications,
        enableOnlinePushNotifications: row.enable_online_push_notifications,
      },
      pushRealm: {
        realmId: row.realm_id,
        url: realmUrl(address, this.environment),
        name: row.realm_name,
        host: row.custom_host ?? realmHost(row.string_id, this.environment.STOA_EXTERNAL_HOST),
      },
      requiresE2ee: row.require_e2ee,
      devices: row.devices.map((device) => activeDevice(row.id, device, Buffer.from(device.key, 'base64'))),
      tokens: row.tokens.map(({ kind, token, app }) => ({ kind, token, iosAppId: app })),
    };
  }
}

function deliveredMessage(row: MessageRow, realm: PushRealm): DeliveredMessage {
  const bot = row.is_system ? systemBotAvatar(row.delivery_email) : {};
  const owner = {
    realmId: row.sender_realm_id,
    deliveryEmail: row.delivery_email,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    avatarKey: row.avatar_key,
    ...bot,
  };
  return {
    channelId: row.channel_id,
    push: {
      messageId: row.id,
      timestamp: row.sent_at,
      text: contentText(row.rendered_content, realm.url),
      sender: { userId: row.sender_id, fullName: row.full_name, email: row.email, avatarUrl: avatarUrl(owner) },
      conversation: conversationOf(row),
    },
  };
}

function conversationOf(row: MessageRow): PushChannelConversation | PushDirectConversation {
  const { channel_id: channelId, channel_name: channelName, topic, participants } = row;
  if (channelId === null || channelName === null) return { type: 'direct', participants: participants ?? [] };
  return { type: 'channel', channelId, channelName, topic };
}
