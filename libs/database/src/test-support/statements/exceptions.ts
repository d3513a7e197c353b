/** Statements that cannot be checked from the source, by the reason. */
export const DYNAMIC: Readonly<Record<string, readonly string[]>> = {
  'sends the statement of its caller, which is checked there': [
    'libs/database/src/database.ts Database.askStandby',
    'libs/database/src/database.ts Database.attemptWrite',
  ],
  'names an object for this run alone, or a setting that takes no parameter': [
    'libs/database/src/migrations/schema-engine.ts migrationAdapter',
    'libs/database/src/migrations/sql-functions.ts applyFunctions 2',
    'libs/database/src/migrations/sql-functions.ts applyFunctions 4',
    'libs/database/src/migrations/next-migration.ts nextMigration',
    'libs/database/src/migrations/next-migration.ts nextMigration 2',
  ],
  'lists columns that another module computes from a declaration; integration tests run it whole': [
    'libs/database/src/provision/create-channels.ts insertChannels',
    'libs/database/src/provision/create-channels.ts subscribeUsers',
    'libs/database/src/provision/create-realm.ts insertRealm',
    'libs/database/src/provision/create-realm.ts storePermissionGroups',
    'libs/database/src/provision/create-accounts.ts insertAccounts 2',
    'apps/messages/src/channels/channels/channels.repository.ts ChannelsRepository.insert',
    'apps/messages/src/channels/subscription-settings/subscription-settings.repository.ts SubscriptionSettingsRepository.store',
    'apps/users/src/organization/realm-settings/realm-settings.repository.ts RealmSettingsRepository.managedGroups',
    'apps/users/src/shared/user-changes/group-references.repository.ts GroupReferencesRepository.settings',
    'apps/users/src/people/user-groups/user-groups.repository.ts UserGroupsRepository.uses 2',
    'apps/users/src/people/user-groups/user-groups.repository.ts UserGroupsRepository.uses 3',
    'apps/users/src/people/user-groups/user-groups.repository.ts UserGroupsRepository.uses 4',
    'apps/users/src/personal/settings/settings.repository.ts SettingsRepository.ofUser',
    'apps/users/src/personal/settings/settings.repository.ts SettingsRepository.storeOfUser',
    'apps/users/src/personal/settings/settings.repository.ts SettingsRepository.storeOfMany',
    'apps/users/src/personal/settings/settings.repository.ts SettingsRepository.defaults',
    'apps/users/src/personal/settings/settings.repository.ts SettingsRepository.storeDefaults',
  ],
  'writes the columns that a request changes, or those of one kind of row': [
    'apps/messages/src/channels/channel-updates/channel-updates.repository.ts ChannelUpdatesRepository.store',
    'apps/messages/src/channels/channel-updates/channel-updates.repository.ts ChannelUpdatesRepository.clearSpecialRoles 2',
    'apps/users/src/organization/realm-images/realm-images.service.ts RealmImagesService.store',
    'apps/users/src/organization/realm-settings/realm-settings.repository.ts RealmSettingsRepository.update',
    'apps/users/src/organization/realm-images/realm-images.service.ts RealmImagesService.row',
    'apps/users/src/people/invitations/invitations.repository.ts InvitationsRepository.find',
  ],
  'is built from the conditions of a narrow, of which the fetch tests cover each': [
    'apps/messages/src/read/fetch/fetch.repository.ts FetchRepository.ids',
    'apps/messages/src/read/fetch/fetch.repository.ts FetchRepository.preparedIds',
    'apps/messages/src/read/fetch/fetch.repository.ts FetchRepository.walked',
    'apps/messages/src/read/fetch/search.repository.ts SearchRepository.estimate',
  ],
  'is one for each table of an archive; the transfer tests run all': [
    'apps/stoa/src/transfer/export/export.repository.ts ExportRepository.count',
    'apps/stoa/src/transfer/export/export.repository.ts ExportRepository.cursor',
    'apps/stoa/src/transfer/import/opening.repository.ts OpeningRepository.open',
    'apps/stoa/src/transfer/import/opening.repository.ts OpeningRepository.analyze',
    'apps/stoa/src/transfer/import/row-insert.ts insertRows',
  ],
};

const NAMED_GROUP = 'only anonymous groups have none, and the condition leaves them out';
const GROUP_SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
];

/** Columns for which the code knows more about null than their table says, by statement. */
export const NULLS: Readonly<Record<string, { columns: readonly string[]; why: string }>> = {
  'libs/database/src/provision/system-groups.ts readSystemGroups': { columns: ['name'], why: NAMED_GROUP },
  'libs/read-state-store/src/membership.repository.ts MembershipRepository.closeSpans': {
    columns: ['boundary'],
    why: 'the statement sets it',
  },
  'apps/messages/src/channels/pending-reads/pending-reads.repository.ts PendingReadsRepository.addLeft': {
    columns: ['recipient_id'],
    why: 'the statement sets it',
  },
  'apps/push/src/delivery/dead-letters.repository.ts DeadLettersRepository.list': {
    columns: ['failure'],
    why: 'set together with failed_at, which the condition asks for',
  },
  'apps/users/src/shared/bot-data/bot-rows.repository.ts BotRowsRepository.read': {
    columns: ['bot_type'],
    why: 'every bot has one, and only ids of bots are asked for',
  },
  'apps/users/src/people/user-groups/user-groups.repository.ts UserGroupsRepository.group': {
    columns: ['name', ...GROUP_SETTINGS],
    why: NAMED_GROUP,
  },
  'apps/users/src/people/invitations/invitations.repository.ts InvitationsRepository.groups': {
    columns: GROUP_SETTINGS,
    why: NAMED_GROUP,
  },
  'apps/users/src/personal/settings/email-changes.repository.ts EmailChangesRepository.pending': {
    columns: ['userId'],
    why: 'a change of address belongs to an account',
  },
  'apps/users/src/people/sign-ups/sign-ups.repository.ts SignUpsRepository.invitation': {
    columns: ['email'],
    why: 'one row type for invitations by mail and by link, which has no address',
  },
  'apps/users/src/organization/exports/exports.repository.ts ExportsRepository.list': {
    columns: ['export_path'],
    why: 'every insert gives it',
  },
  'apps/users/src/organization/exports/exports.repository.ts ExportsRepository.listWithin': {
    columns: ['export_path'],
    why: 'every insert gives it',
  },
  'apps/users/src/organization/exports/exports.repository.ts ExportsRepository.find': {
    columns: ['export_path'],
    why: 'every insert gives it',
  },
  'apps/users/src/organization/exports/exports.repository.ts ExportsRepository.next': {
    columns: ['exportPath'],
    why: 'every insert gives it',
  },
};
