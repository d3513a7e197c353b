import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import type { DirectoryUser, RealmChangeFacts } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import {
  type FieldSource,
  type ManagedField,
  mayReactivate,
  maySetField,
  profileField,
  refuseDirectoryWish,
} from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { AvatarChanges } from '../../people/avatars/avatar-changes';
import { ProfileDataChanges } from '../../people/profile-data/profile-data-changes';
import type { ProfileValues } from '../../people/profile-data/said-values';
import { AddressChanges } from '../../people/user-administration/address-changes';
import {
  DirectoryAccountRow,
  DirectoryAccountsRepository,
} from '../../shared/directory-accounts/directory-accounts.repository';
import { AccountActivation } from '../../shared/user-changes/account-activation';
import { FullNameChanges } from '../../shared/user-changes/full-name-changes';
import { LocaleChanges } from '../../shared/user-changes/locale-changes';
import { RoleChanges } from '../../shared/user-changes/role-changes';
import { isLastOwner } from '../../shared/user-changes/user-rules';
import { UsersEnvironment } from '../../users-environment';

/** What a directory wants of an account; what it does not name stays as it is. */
export interface AccountWish {
  source: FieldSource;
  /** That API addresses are made of. */
  realmHost: string;
  fullName?: string;
  deliveryEmail?: string;
  role?: number;
  isActive?: boolean;
  /** Null: none. */
  externalId?: string | null;
  avatar?: WantedAvatar;
  timezone?: string;
  language?: string;
  /** Custom profile fields. */
  profile?: ProfileValues;
}

/** A picture that was stored before, or that the directory has none any more. */
export interface WantedAvatar {
  /** Of the stored images; null: the generated avatar. */
  key: string | null;
  /** By which the picture is known again; null: none. */
  hash: string | null;
}

const NO_VALUES: ProfileValues = new Map();

/** Makes accounts what their directories say, each field by who has the say over it (identity.md 4). */
@Injectable()
export class DirectoryAccountChanges {
  constructor(
    private readonly names: FullNameChanges,
    private readonly addresses: AddressChanges,
    private readonly roles: RoleChanges,
    private readonly avatars: AvatarChanges,
    private readonly locales: LocaleChanges,
    private readonly profiles: ProfileDataChanges,
    private readonly activity: AccountActivation,
    private readonly directories: DirectoryAccountsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * All or nothing, under the realm's exclusive lock, in the order name, address, role, avatar, locale, profile, activity.
   * Fields that another source has the say over are left as they are.
   * @throws DomainError for a name or an address that nobody may have, and for the only owner
   */
  async apply(tx: WriteTransaction, facts: RealmChangeFacts, target: DirectoryUser, wish: AccountWish): Promise<void> {
    const rows = await this.directories.ofAccount(readerOf(tx), target.id);
    const allowed = allowedWish(wish, rows);
    const refusal = refuseDirectoryWish(allowed, isLastOwner(facts.users, target));
    if (refusal) throw lastOwner(allowed);
    let user = target;
    if (allowed.fullName !== undefined) user = await this.names.change(tx, facts, user, allowed.fullName);
    if (allowed.deliveryEmail !== undefined && allowed.deliveryEmail !== user.deliveryEmail) {
      const { deliveryEmail, realmHost } = { ...allowed, deliveryEmail: allowed.deliveryEmail };
      user = await this.addresses.change(tx, facts, user, { deliveryEmail, realmHost });
    }
    if (allowed.role !== undefined) user = await this.roles.apply(tx, facts, user, allowed.role);
    if (allowed.avatar) user = await this.avatars.set(tx, facts, user, allowed.avatar.key);
    user = await this.locales.change(tx, facts, user, allowed);
    const { source, externalId, isActive, avatar, profile = NO_VALUES } = allowed;
    if (profile.size > 0) {
      const realmUrl = `${this.environment.STOA_EXTERNAL_SCHEME}://${allowed.realmHost}`;
      await this.profiles.follow(tx, facts, user, profile, realmUrl);
    }
    await this.setActivity(tx, facts, user, allowed, rows);
    const isDeactivated = isActive === undefined ? undefined : !isActive;
    await this.directories.note(tx, user.id, {
      ...{ source, externalId, isDeactivated, avatarHash: avatar?.hash },
      fields: fieldsOf(allowed),
      releasedFields: releasedBy(allowed),
    });
  }

  private async setActivity(
    tx: WriteTransaction,
    facts: RealmChangeFacts,
    user: DirectoryUser,
    { source, isActive }: AccountWish,
    rows: readonly DirectoryAccountRow[],
  ): Promise<void> {
    if (isActive === undefined || isActive === user.isActive) return;
    if (!isActive) return this.activity.deactivate(tx, facts, user);
    const deactivations = rows.filter(({ isDeactivated }) => isDeactivated);
    if (mayReactivate(source, deactivations)) await this.activity.reactivate(tx, facts, user);
  }
}

/** The fields that a wish is about. */
export function fieldsOf({
  fullName,
  deliveryEmail,
  role,
  avatar,
  timezone,
  language,
  profile = NO_VALUES,
}: Omit<AccountWish, 'source' | 'realmHost'>): ManagedField[] {
  const fields: ManagedField[] = [];
  if (fullName !== undefined) fields.push('full_name');
  if (deliveryEmail !== undefined) fields.push('email');
  if (role !== undefined) fields.push('role');
  if (avatar && avatar.key !== null) fields.push('avatar');
  if (timezone !== undefined) fields.push('timezone');
  if (language !== undefined) fields.push('default_language');
  for (const [id, value] of profile) if (value !== null) fields.push(profileField(id));
  return fields;
}

/** Of which the source has nothing any more: people may say something themselves. */
function releasedBy({ avatar, profile = NO_VALUES }: AccountWish): ManagedField[] {
  const empty = [...profile].filter(([, value]) => value === null).map(([id]) => profileField(id));
  return avatar?.key === null ? ['avatar', ...empty] : empty;
}

function allowedWish(wish: AccountWish, rows: readonly DirectoryAccountRow[]): AccountWish {
  const managers = rows.map(({ source, managedFields }) => ({ source, fields: managedFields }));
  const may = (field: ManagedField): boolean => maySetField(wish.source, field, managers);
  return {
    ...wish,
    fullName: may('full_name') ? wish.fullName : undefined,
    deliveryEmail: may('email') ? wish.deliveryEmail : undefined,
    role: may('role') ? wish.role : undefined,
    avatar: may('avatar') ? wish.avatar : undefined,
    timezone: may('timezone') ? wish.timezone : undefined,
    language: may('default_language') ? wish.language : undefined,
    profile: wish.profile && new Map([...wish.profile].filter(([id]) => may(profileField(id)))),
  };
}

function lastOwner({ isActive }: AccountWish) {
  if (isActive === false) return badRequest('Cannot deactivate the only organization owner');
  return badRequest('The owner permission cannot be removed from the only organization owner.');
}
