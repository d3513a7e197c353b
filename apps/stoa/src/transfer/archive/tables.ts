import { SECRET_SETTING } from '@stoa/integrations';
import { CHANNEL_PERMISSION_SETTINGS, GROUP_PERMISSION_SETTINGS, REALM_PERMISSION_SETTINGS } from '@stoa/policy';

/** Kinds of things that records refer to by id. An import gives each a block of new ids. */
export const ID_SPACES = [
  'account',
  'recipient',
  'channel',
  'user_group',
  'channel_folder',
  'default_channel_group',
  'profile_field',
  'custom_emoji',
  'attachment',
  'scheduled_message',
  'message',
] as const;
export type IdSpace = (typeof ID_SPACES)[number];

/** A table of the database as an archive has it; columns keep their names. */
export interface ArchiveTable {
  name: string;
  /** The space that the records' ids belong to, by column. */
  owns?: Readonly<Record<string, IdSpace>>;
  /** Columns that hold ids, or lists of ids. */
  refers?: Readonly<Record<string, IdSpace>>;
  /** `FROM … WHERE …`: the organization's rows as `t`; $1 is its id. */
  rows: string;
  order: string;
  /** Columns that are not carried over, `realm_id` and `version` apart: made anew, or without meaning elsewhere. */
  leaves?: readonly string[];
  /** Columns with ids of the message sequence that lie between messages. */
  points?: readonly string[];
  /** Further fields, as SQL: rows of other tables that belong to these. */
  adds?: Readonly<Record<string, string>>;
  /** Loaded in the transaction that opens the organization: jobs would act on such rows before. */
  isLast?: boolean;
}

const OF_REALM = 'WHERE t.realm_id = $1';
const ofAccount = (column: string): string => `JOIN account a ON a.id = t.${column} WHERE a.realm_id = $1`;
const OF_MESSAGE = 'JOIN message m ON m.id = t.message_id WHERE m.realm_id = $1';
/** Of an account, and of a message or conversation that is still there: no foreign key keeps these tables together. */
const OF_LIVE_MESSAGE =
  'JOIN account a ON a.id = t.user_id JOIN message m ON m.id = t.message_id WHERE a.realm_id = $1';
const OF_CHANNEL = 'JOIN channel c ON c.id = t.channel_id WHERE c.realm_id = $1';

function groupColumns(settings: Readonly<Record<string, unknown>>): Record<string, IdSpace> {
  return Object.fromEntries(Object.keys(settings).map((name) => [name, 'user_group' as const]));
}

const own = (name: string, options: Partial<ArchiveTable> & { rows: string; order: string }): ArchiveTable => ({
  name,
  ...options,
  rows: `FROM ${name} t ${options.rows}`,
});
const configured = (name: string, options: Partial<ArchiveTable> = {}): ArchiveTable =>
  own(name, { rows: OF_REALM, order: 't.id', leaves: ['id'], ...options });
const personal = (name: string, order: string, options: Partial<ArchiveTable> = {}): ArchiveTable =>
  own(name, {
    rows: ofAccount('user_id'),
    order,
    ...options,
    refers: { user_id: 'account', ...options.refers },
  });

const REALM: ArchiveTable = {
  name: 'realm',
  rows: 'FROM realm t WHERE t.id = $1',
  order: 't.id',
  refers: {
    ...groupColumns(REALM_PERMISSION_SETTINGS),
    new_stream_announcements_stream_id: 'channel',
    signup_announcements_stream_id: 'channel',
    zulip_update_announcements_stream_id: 'channel',
    moderation_request_channel_id: 'channel',
  },
  leaves: [
    'id',
    'uuid',
    'uuid_owner_secret',
    'string_id',
    'partition',
    'is_internal',
    'rendered_description',
    'scheduled_deletion_at',
    'deactivated_redirect',
    'demo_organization_scheduled_deletion_at',
  ],
};

const PEOPLE: readonly ArchiveTable[] = [
  own('realm_user_default', { rows: OF_REALM, order: 't.realm_id' }),
  configured('realm_domain'),
  configured('linkifier'),
  configured('playground'),
  configured('user_group', {
    owns: { id: 'user_group' },
    refers: { ...groupColumns(GROUP_PERMISSION_SETTINGS), creator_id: 'account' },
    leaves: [],
  }),
  own('group_subgroup', {
    rows: 'JOIN user_group g ON g.id = t.supergroup_id WHERE g.realm_id = $1',
    order: 't.supergroup_id, t.subgroup_id',
    refers: { supergroup_id: 'user_group', subgroup_id: 'user_group' },
  }),
  configured('account', {
    owns: { id: 'account' },
    refers: {
      bot_owner_id: 'account',
      default_sending_stream_id: 'channel',
      default_events_register_stream_id: 'channel',
    },
    // Bots after the people who own them. What only operators grant is not carried over, the API's address is computed.
    order: 't.is_bot, t.id',
    leaves: ['uuid', 'email', 'is_system_bot', 'can_create_users', 'can_change_user_emails', 'can_forge_sender'],
  }),
  own('group_membership', {
    rows: 'JOIN user_group g ON g.id = t.group_id WHERE g.realm_id = $1',
    order: 't.group_id, t.user_id',
    refers: { group_id: 'user_group', user_id: 'account' },
  }),
  configured('profile_field', { owns: { id: 'profile_field' }, leaves: [] }),
  personal('profile_value', 't.user_id, t.field_id', {
    refers: { field_id: 'profile_field' },
    leaves: ['rendered_value'],
  }),
  configured('custom_emoji', { owns: { id: 'custom_emoji' }, refers: { author_id: 'account' }, leaves: [] }),
  own('muted_user', {
    rows: ofAccount('user_id'),
    order: 't.user_id, t.muted_user_id',
    refers: { user_id: 'account', muted_user_id: 'account' },
  }),
  personal('alert_word', 't.id', { leaves: ['id'] }),
  personal('onboarding_step', 't.user_id, t.name'),
  personal('saved_snippet', 't.id', { leaves: ['id'] }),
  personal('navigation_view', 't.user_id, t.fragment'),
  // A token that is sealed under the secret of the installation is made anew.
  personal('bot_service', 't.id', { leaves: ['id'] }),
  // Secrets are set anew.
  personal('bot_config', 't.user_id, t.key', {
    rows: `${ofAccount('user_id')} AND t.key !~ '${SECRET_SETTING.source}'`,
  }),
  own('bot_mention', {
    rows: ofAccount('bot_id'),
    order: 't.bot_id, t.name',
    refers: { bot_id: 'account', user_id: 'account' },
  }),
  personal('bot_storage', 't.user_id, t.key'),
  // The log stays behind; what the next one may record is for the owner to say.
  own('delivery_log', { rows: ofAccount('bot_id'), order: 't.bot_id', refers: { bot_id: 'account' } }),
  personal('user_status', 't.user_id'),
  personal('presence', 't.user_id', { leaves: ['last_update_id'] }),
];

const CONVERSATIONS: readonly ArchiveTable[] = [
  configured('channel_folder', { owns: { id: 'channel_folder' }, refers: { creator_id: 'account' }, leaves: [] }),
  configured('channel', {
    owns: { id: 'channel', recipient_id: 'recipient' },
    refers: { ...groupColumns(CHANNEL_PERMISSION_SETTINGS), folder_id: 'channel_folder', creator_id: 'account' },
    leaves: ['rendered_description', 'subscriber_count', 'first_message_id'],
  }),
  own('default_channel', { rows: OF_REALM, order: 't.channel_id', refers: { channel_id: 'channel' } }),
  configured('default_channel_group', { owns: { id: 'default_channel_group' }, leaves: [] }),
  own('default_channel_group_channel', {
    rows: OF_CHANNEL,
    order: 't.group_id, t.channel_id',
    refers: { group_id: 'default_channel_group', channel_id: 'channel' },
  }),
  own('channel_traffic', { rows: OF_CHANNEL, order: 't.channel_id, t.day', refers: { channel_id: 'channel' } }),
  own('direct_conversation', {
    rows: OF_REALM,
    order: 't.recipient_id',
    owns: { recipient_id: 'recipient' },
    refers: { user_ids: 'account' },
    leaves: ['participants_key'],
  }),
  personal('subscription', 't.id', { refers: { channel_id: 'channel' }, leaves: ['id'] }),
  personal('user_topic', 't.id', { refers: { channel_id: 'channel' }, leaves: ['id'] }),
];

const MESSAGES: readonly ArchiveTable[] = [
  own('message_move', {
    rows: OF_REALM,
    order: 't.id',
    owns: { id: 'message' },
    refers: { from_recipient_id: 'recipient', to_recipient_id: 'recipient', moved_by_user_id: 'account' },
  }),
  own('message', {
    rows: OF_REALM,
    order: 't.id',
    owns: { id: 'message' },
    refers: { recipient_id: 'recipient', origin_recipient_id: 'recipient', sender_id: 'account', moves: 'message' },
    leaves: [
      'rendered_content',
      'renderer_version',
      'is_me_message',
      'topic_links',
      'has_attachment',
      'has_image',
      'has_link',
      'send_token',
      'search_vector',
    ],
  }),
  own('message_edit', {
    rows: OF_MESSAGE,
    order: 't.id',
    refers: { message_id: 'message', user_id: 'account', prev_channel_id: 'channel', channel_id: 'channel' },
    leaves: ['id', 'prev_rendered_content', 'prev_renderer_version'],
  }),
  own('direct_message_receipt', {
    rows: OF_LIVE_MESSAGE,
    order: 't.user_id, t.message_id',
    refers: { user_id: 'account', message_id: 'message', recipient_id: 'recipient' },
  }),
  own('attachment', {
    rows: OF_REALM,
    order: 't.id',
    owns: { id: 'attachment' },
    refers: { owner_id: 'account', message_ids: 'message' },
    // Together with the file: a job removes old files that nothing refers to.
    adds: {
      message_ids: `ARRAY(SELECT r.message_id FROM attachment_reference r JOIN message m ON m.id = r.message_id
        WHERE r.attachment_id = t.id ORDER BY 1)`,
    },
  }),
  own('reaction', {
    rows: OF_MESSAGE,
    order: 't.id',
    refers: { message_id: 'message', user_id: 'account' },
    leaves: ['id'],
  }),
  own('submessage', {
    rows: OF_MESSAGE,
    order: 't.id',
    refers: { message_id: 'message', sender_id: 'account' },
    leaves: ['id'],
  }),
  own('message_flag', {
    rows: OF_LIVE_MESSAGE,
    order: 't.user_id, t.message_id',
    refers: { user_id: 'account', message_id: 'message' },
  }),
  own('membership_span', {
    rows: 'JOIN account a ON a.id = t.user_id JOIN channel c ON c.recipient_id = t.recipient_id WHERE a.realm_id = $1',
    order: 't.user_id, t.recipient_id, t.first_message_id',
    refers: { user_id: 'account', recipient_id: 'recipient' },
    points: ['first_message_id', 'last_message_id'],
  }),
  personal('draft', 't.id', { leaves: ['id'] }),
  personal('pending_read', 't.id', { refers: { recipient_id: 'recipient', sender_id: 'account' }, leaves: ['id'] }),
];

const DUE: readonly ArchiveTable[] = [
  configured('scheduled_message', {
    owns: { id: 'scheduled_message' },
    refers: { sender_id: 'account', channel_id: 'channel', user_ids: 'account', delivered_message_id: 'message' },
    leaves: ['rendered_content'],
    isLast: true,
  }),
  own('attachment_scheduled_reference', {
    rows: 'JOIN attachment f ON f.id = t.attachment_id WHERE f.realm_id = $1',
    order: 't.attachment_id, t.scheduled_message_id',
    refers: { attachment_id: 'attachment', scheduled_message_id: 'scheduled_message' },
    isLast: true,
  }),
  configured('reminder', {
    refers: { user_id: 'account', target_message_id: 'message', delivered_message_id: 'message' },
    leaves: ['id', 'rendered_content'],
    isLast: true,
  }),
];

/** Everything of an organization, in the order in which it is loaded. */
export const ARCHIVE_TABLES: readonly ArchiveTable[] = [REALM, ...PEOPLE, ...CONVERSATIONS, ...MESSAGES, ...DUE];

/** Whose rows the tool writes out in a form of its own: who has read what, as ranges of message ids. */
export const READ_STATE = 'read_state';
/** Files of the store, by what their key is without the organization's id. */
export const FILES = 'file';

/** Tables that are no part of an archive, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  attachment_reference: 'part of attachment',
  recipient: 'follows from channels and direct conversations',
  direct_conversation_participant: 'follows from direct conversations',
  read_position: 'part of read_state',
  read_chunk: 'part of read_state',
  upload_space: 'counted again',
  presence_counter: 'counted again',
  api_key: 'hashed under the secret of the installation: people sign in again',
  user_session: 'hashed under the secret of the installation: people sign in again',
  scim_token: 'hashed under the secret of the installation: the identity provider gets another one',
  ldap_directory: 'names machines of the old installation, with a password that its secret hides',
  directory_account: 'directories find accounts by their addresses again',
  directory_group: 'directories find groups by their names again',
  sign_in_provider: 'sealed under the secret of the installation, and registered for the old host',
  external_identity: 'part of sign_in_provider: people are known again by their addresses',
  external_session: 'sessions stay where they are',
  sign_in_attempt: 'under way at the moment of the export',
  totp_factor: 'encrypted under the secret of the installation: people set it up again',
  zoom_token: 'encrypted under the secret of the installation: people connect Zoom again',
  recovery_code: 'hashed under the secret of the installation: people set it up again',
  passkey: 'of the old host, where alone it works',
  sign_in_step: 'under way at the moment of the export',
  jwt_key: 'encrypted under the secret of the installation, which signs in with it',
  confirmation: 'links that lead to the old host',
  invitation: 'links that lead to the old host',
  multiuse_invitation: 'links that lead to the old host',
  channel_email_address: 'addresses of the old host; made anew when asked for',
  realm_host: 'host names belong to an installation',
  realm_export: 'archives of the old installation',
  realm_push_status: 'what the push relay said of the old installation',
  client_device: 'registered with the old installation at the push relay',
  push_device: 'registered with the old installation at the push relay',
  push_token: 'registered with the old installation at the push relay',
  push_unregistration: 'for the push relay of the old installation',
  pushed_message: 'notifications that devices of the old installation show',
  push_job: 'under way at the moment of the export',
  push_lane: 'processes of the old installation',
  digest_order: 'about mails of the old installation',
  mail_bounce: 'what the mail server of the old installation said',
  mail_job: 'under way at the moment of the export',
  mail_suspension: 'what the mail server of the old installation said',
  mail_window: 'under way at the moment of the export',
  missed_message: 'about mails of the old installation',
  push_position: 'of the old installation’s change log',
  account_deletion: 'under way at the moment of the export',
  account_notice: 'under way at the moment of the export',
  open_upload: 'under way at the moment of the export',
  pending_notice: 'under way at the moment of the export',
  idempotency_key: 'requests of the last day',
  link_preview: 'a cache',
  link_preview_job: 'under way at the moment of the export',
  received_mail: 'mails of the last week, for their repetitions',
  incoming_delivery: 'what other tools delivered, for some days',
  incoming_health: 'about deliveries at the moment of the export',
  webhook_call: 'under way at the moment of the export',
  webhook_delivery: 'what the services of bots were asked and answered, for some days',
  webhook_health: 'about services at the moment of the export',
  message_link_preview: 'a rendering that the messages service makes again',
  rendering_walk: 'about the renderer of the installation',
  message_id_mark: 'of the old installation’s message ids',
  organization_import: 'about the installation',
  outbox: 'of the old installation',
  change_log: 'of the old installation',
  relay_partition: 'of the old installation',
  set_version: 'of the old installation',
  database_life: 'of the old installation',
};
