import { EmailVisibility, REALM_PERMISSION_SETTINGS, RealmPermissionSetting } from '@stoa/policy';
import type { Database } from '../database';
import type { Prisma } from '../generated/client';
import { lockRealm } from '../locks';
import { setKeys } from '../set-keys';
import type { WriteTransaction } from '../write-transaction';
import { CreatedChannel, NewChannel, createChannels } from './create-channels';
import { SystemGroupIds, SystemGroupName, createSystemGroups, systemGroupId } from './system-groups';

export interface NewRealm {
  /** Subdomain; "" is the root. */
  subdomain: string;
  name: string;
  description?: string;
  renderedDescription?: string;
  /** Code of organization.md 4.2. */
  orgType?: number;
  /** Default: by id, so that organizations spread. */
  partition?: number;
  defaultLanguage?: string;
  /** Backend name to enabled: those that the installation offers. */
  authenticationMethods: Readonly<Record<string, boolean>>;
  /** Settings that differ from the defaults of organization.md 4.2. */
  settings?: Partial<RealmSettingsOverride>;
  /** Default: one named after the product, `sandbox` and `general`. Announcements go to `general` if there is one. */
  channels?: readonly NewChannel[];
  isInternal?: boolean;
}

/** Plain columns of `realm`; groups and images are made with the organization. */
export type RealmSettingsOverride = Omit<
  Prisma.RealmUncheckedCreateInput,
  keyof Prisma.RealmInclude | RealmPermissionSetting | 'id' | 'partition' | 'string_id' | 'name' | 'version'
>;

export interface CreatedRealm {
  id: number;
  partition: number;
  groups: SystemGroupIds;
  channels: CreatedChannel[];
}

export const PARTITIONS = 4;

const EDUCATION = new Set([30, 35]);
const BUSINESS = 10;
const NO_CHANNEL = -1;

/** What education organizations have in place of the defaults (organization.md 4.9). */
const EDUCATION_GROUPS: Partial<Record<RealmPermissionSetting, SystemGroupName>> = {
  can_add_subscribers_group: 'role:moderators',
  can_create_groups: 'role:moderators',
  can_move_messages_between_channels_group: 'role:moderators',
  can_create_public_channel_group: 'role:administrators',
  can_invite_users_group: 'role:administrators',
};

const DEFAULT_CHANNELS: readonly NewChannel[] = [
  {
    name: 'stoa',
    description: 'For questions about and discussion of this service',
    renderedDescription: '<p>For questions about and discussion of this service</p>',
    isDefault: true,
  },
  {
    name: 'sandbox',
    description: 'Experiment here',
    renderedDescription: '<p>Experiment here</p>',
    isDefault: true,
  },
  {
    name: 'general',
    description: 'For team-wide conversations',
    renderedDescription: '<p>For team-wide conversations</p>',
    isDefault: true,
  },
];

/**
 * Creates an organization with everything of organization.md 4.9 before the first account: settings, setting defaults of
 * users, system groups, permission groups, default channels. In a transaction of its own; nothing is emitted, as nobody is
 * there yet. A subdomain in use is a unique violation of `realm_string_id_key`.
 */
export async function createRealm(database: Database, input: NewRealm): Promise<CreatedRealm> {
  const [drawn] = await database.query<{ id: number }>(
    'realm_id_draw',
    `SELECT nextval(pg_get_serial_sequence('realm', 'id')) AS id`,
  );
  if (!drawn) throw new Error('No id for the organization');
  const partition = input.partition ?? drawn.id % PARTITIONS;
  return database.write({ realmId: drawn.id, partition }, [lockRealm(drawn.id, 'exclusive')], async (tx) => {
    await insertRealm(tx, input);
    const groups = await createSystemGroups(tx);
    await storePermissionGroups(tx, groups, EDUCATION.has(input.orgType ?? 0));
    const channels = await createChannels(tx, input.channels ?? DEFAULT_CHANNELS);
    const general = channels.find(({ name }) => name === 'general')?.id ?? NO_CHANNEL;
    await tx.query(
      'UPDATE realm SET new_stream_announcements_stream_id = $2, zulip_update_announcements_stream_id = $2 WHERE id = $1',
      [tx.realmId, general],
    );
    tx.bump(setKeys.realmSettings(tx.realmId));
    tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: Object.values(groups) });
    return { id: drawn.id, partition, groups, channels };
  });
}

async function insertRealm(tx: WriteTransaction, input: NewRealm): Promise<void> {
  const orgType = input.orgType ?? 0;
  const settings = input.settings ?? {};
  const inviteRequired = settings.invite_required ?? true;
  const unset = Object.fromEntries(Object.keys(REALM_PERMISSION_SETTINGS).map((name) => [name, 0]));
  const row = {
    id: tx.realmId,
    partition: tx.partition,
    string_id: input.subdomain,
    name: input.name,
    description: input.description ?? '',
    rendered_description: input.renderedDescription ?? '',
    org_type: orgType,
    default_language: input.defaultLanguage ?? 'en',
    authentication_methods: input.authenticationMethods,
    is_internal: input.isInternal ?? false,
    ...unset,
    ...settings,
    invite_required: inviteRequired,
    enable_read_receipts: inviteRequired,
  };
  const columns = Object.keys(row).join(', ');
  await tx.query(
    `INSERT INTO realm (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::realm, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  await tx.query(
    'INSERT INTO realm_user_default (realm_id, default_language, email_address_visibility) VALUES ($1, $2, $3)',
    [tx.realmId, row.default_language, defaultVisibility(orgType)],
  );
}

function defaultVisibility(orgType: number): number {
  if (orgType === BUSINESS) return EmailVisibility.Everyone;
  return EDUCATION.has(orgType) ? EmailVisibility.Moderators : EmailVisibility.Administrators;
}

async function storePermissionGroups(tx: WriteTransaction, groups: SystemGroupIds, education: boolean): Promise<void> {
  const values = Object.entries(REALM_PERMISSION_SETTINGS).map(([name, { defaultGroup }]) => {
    const ownDefault = education
      ? Object.entries(EDUCATION_GROUPS).find(([setting]) => setting === name)?.[1]
      : undefined;
    return { name, group: systemGroupId(groups, ownDefault ?? defaultGroup) };
  });
  await tx.query(
    `UPDATE realm SET ${values.map(({ name }, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`,
    [tx.realmId, ...values.map(({ group }) => group)],
  );
}
