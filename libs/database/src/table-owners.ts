/**
 * Who writes a table. Every other service only reads it. `database` is this library's transaction wrapper, through which all
 * services write. docs/build/architecture.md shows this list; table-owners.spec.ts checks it against migrations and sources.
 */
export type TableOwner = 'users' | 'messages' | 'presence' | 'push' | 'events' | 'stoa' | 'database';

export const TABLE_OWNERS = {
  account: 'users',
  alert_word: 'users',
  api_key: 'users',
  bot_config: 'users',
  bot_mention: 'users',
  bot_service: 'users',
  bot_storage: 'users',
  confirmation: 'users',
  custom_emoji: 'users',
  directory_account: 'users',
  directory_group: 'users',
  external_identity: 'users',
  external_session: 'users',
  group_membership: 'users',
  group_subgroup: 'users',
  invitation: 'users',
  ldap_directory: 'users',
  jwt_key: 'users',
  linkifier: 'users',
  multiuse_invitation: 'users',
  muted_user: 'users',
  navigation_view: 'users',
  onboarding_step: 'users',
  passkey: 'users',
  playground: 'users',
  profile_field: 'users',
  profile_value: 'users',
  realm: 'users',
  realm_domain: 'users',
  realm_export: 'users',
  realm_host: 'users',
  realm_user_default: 'users',
  recovery_code: 'users',
  saved_snippet: 'users',
  scim_token: 'users',
  sign_in_attempt: 'users',
  sign_in_provider: 'users',
  sign_in_step: 'users',
  totp_factor: 'users',
  zoom_token: 'users',
  user_group: 'users',
  user_session: 'users',
  user_status: 'users',

  account_deletion: 'messages',
  account_notice: 'messages',
  attachment: 'messages',
  attachment_reference: 'messages',
  attachment_scheduled_reference: 'messages',
  channel: 'messages',
  channel_email_address: 'messages',
  channel_folder: 'messages',
  channel_traffic: 'messages',
  default_channel: 'messages',
  default_channel_group: 'messages',
  default_channel_group_channel: 'messages',
  direct_conversation: 'messages',
  direct_conversation_participant: 'messages',
  direct_message_receipt: 'messages',
  draft: 'messages',
  idempotency_key: 'messages',
  link_preview: 'messages',
  link_preview_job: 'messages',
  membership_span: 'messages',
  message: 'messages',
  message_edit: 'messages',
  message_flag: 'messages',
  message_id_mark: 'messages',
  message_link_preview: 'messages',
  message_move: 'messages',
  open_upload: 'messages',
  pending_notice: 'messages',
  pending_read: 'messages',
  reaction: 'messages',
  read_chunk: 'messages',
  read_position: 'messages',
  received_mail: 'messages',
  recipient: 'messages',
  reminder: 'messages',
  rendering_walk: 'messages',
  scheduled_message: 'messages',
  submessage: 'messages',
  subscription: 'messages',
  upload_space: 'messages',
  user_topic: 'messages',
  delivery_log: 'messages',
  incoming_delivery: 'messages',
  incoming_health: 'messages',
  webhook_call: 'messages',
  webhook_delivery: 'messages',
  webhook_health: 'messages',

  presence: 'presence',
  presence_counter: 'presence',

  client_device: 'push',
  digest_order: 'push',
  mail_bounce: 'push',
  mail_job: 'push',
  mail_suspension: 'push',
  mail_window: 'push',
  missed_message: 'push',
  push_device: 'push',
  push_job: 'push',
  push_lane: 'push',
  push_position: 'push',
  push_token: 'push',
  push_unregistration: 'push',
  pushed_message: 'push',
  realm_push_status: 'push',

  change_log: 'events',
  relay_partition: 'events',

  organization_import: 'stoa',

  outbox: 'database',
  set_version: 'database',
  database_life: 'database',
} as const satisfies Record<string, TableOwner>;
export type TableName = keyof typeof TABLE_OWNERS;

/** A write to another service's table that is right all the same. */
export interface WriteException {
  /** Folder under apps/. */
  app: string;
  tables: readonly TableName[];
  /** What writes: the text that the test looks for in the app's sources. */
  through: string;
  reason: string;
}

const GROUPS_OF_A_CHANNEL = [
  'user_group',
  'group_membership',
  'group_subgroup',
] as const satisfies readonly TableName[];
const FIRST_SUBSCRIPTIONS = ['subscription', 'membership_span', 'channel'] as const satisfies readonly TableName[];

export const WRITE_EXCEPTIONS: readonly WriteException[] = [
  {
    app: 'users',
    tables: FIRST_SUBSCRIPTIONS,
    through: 'withNewAccounts',
    reason: 'Creating an account and its default subscriptions is one transaction; otherwise clients would see gaps.',
  },
  {
    app: 'users',
    tables: ['account_notice', 'message_flag', 'read_chunk'],
    through: 'giveFirstHistory',
    reason: 'Creating an account also gives it its history and orders its welcome, so that neither can be lost.',
  },
  {
    app: 'users',
    tables: FIRST_SUBSCRIPTIONS,
    through: 'setAccountsActive',
    reason: 'Deactivating an account ends its membership spans, so that it receives nothing afterwards.',
  },
  {
    app: 'users',
    tables: ['draft'],
    through: 'DELETE FROM draft',
    reason: 'Switching the synchronization of drafts off deletes the drafts on the server.',
  },
  {
    app: 'users',
    tables: ['read_chunk'],
    through: 'markSenderRead',
    reason: 'Muting a user marks their messages as read in the same transaction.',
  },
  {
    app: 'users',
    tables: ['pending_read'],
    through: 'INSERT INTO pending_read',
    reason: 'Muting a user also marks messages as read that were being sent at that moment.',
  },
  {
    app: 'users',
    tables: ['pending_notice'],
    through: 'addPendingNotices(',
    reason: 'A change and the order for its notice are one transaction, so that the notice cannot be lost.',
  },
  {
    app: 'users',
    tables: ['account_deletion'],
    through: 'orderDeletions(',
    reason: 'A deactivation and the order to delete messages are one transaction, so that the order cannot be lost.',
  },
  {
    app: 'users',
    tables: ['mail_job'],
    through: 'INSERT INTO mail_job',
    reason: 'A sign-in or a new account and the order for its mail are one transaction, so that none is lost.',
  },
  {
    app: 'push',
    tables: ['pending_notice'],
    through: 'addPendingNotices(',
    reason: 'Who gets no more mails is told so: both are one transaction, so that nobody waits for mails in vain.',
  },
  {
    app: 'messages',
    tables: GROUPS_OF_A_CHANNEL,
    through: 'insertSettingGroups(',
    reason: "A channel's permission settings may be anonymous groups, which live and die with the setting.",
  },
  {
    app: 'messages',
    tables: ['realm'],
    through: 'UPDATE realm SET',
    reason: 'Archiving a channel takes it out of the settings that name it, in the same transaction.',
  },
  {
    app: 'messages',
    tables: ['outbox'],
    through: 'message_write(',
    reason: 'A send is one round trip; the outbox row is the last statement of the function.',
  },
];

/** What this library's bulk functions write; a service that calls one writes these tables. */
export const PROVISION_WRITES: Readonly<Record<string, readonly TableName[]>> = {
  createRealm: [
    'realm',
    'realm_user_default',
    'user_group',
    'group_subgroup',
    'group_membership',
    'recipient',
    'channel',
    'default_channel',
    'subscription',
    'membership_span',
  ],
  withNewAccounts: ['account', 'api_key', 'group_membership', 'onboarding_step', ...FIRST_SUBSCRIPTIONS],
  createChannels: ['recipient', 'default_channel', ...FIRST_SUBSCRIPTIONS, ...GROUPS_OF_A_CHANNEL],
  subscribeUsers: FIRST_SUBSCRIPTIONS,
  giveFirstHistory: ['account_notice', 'message_flag', 'read_chunk'],
  addPendingNotices: ['pending_notice'],
  orderDeletions: ['account_deletion'],
  setAccountsActive: ['account', ...FIRST_SUBSCRIPTIONS],
  insertSettingGroup: GROUPS_OF_A_CHANNEL,
  insertSettingGroups: GROUPS_OF_A_CHANNEL,
  storeSettingGroup: GROUPS_OF_A_CHANNEL,
};

/** Apps that are no service: the operator's tool provisions whole organizations before anybody uses them. */
export const PROVISIONING_APPS: readonly string[] = ['stoa'];
