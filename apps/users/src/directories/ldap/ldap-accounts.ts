import { Inject, Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { LOGGER, type Logger } from '@stoa/observability';
import { realmHost } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { DirectoryAccountChanges } from '../account-changes/directory-account-changes';
import type { LdapDirectoryRow } from './ldap-directories.repository';
import { LdapAvatars } from './ldap-avatars';
import type { LdapConnection } from './ldap-connection';
import type { LdapPerson } from './ldap-person';
import { profileOf } from './ldap-profile';
import type { PlannedChange, ProfiledPerson } from './sync-plan';

/** Accounts as an organization's directory wants them. */
@Injectable()
export class LdapAccounts {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly changes: DirectoryAccountChanges,
    private readonly avatars: LdapAvatars,
    private readonly fields: ProfileFieldsRepository,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** People with the profiles that accounts here may have. */
  async profiled({ realmId, config }: LdapDirectoryRow, people: readonly LdapPerson[]): Promise<ProfiledPerson[]> {
    const fields = config.profile_fields ? await this.fields.list(realmId) : [];
    return people.map((person) => ({ ...person, profile: profileOf(person, fields) }));
  }

  /**
   * @returns why a picture could not be used; null: everything is as the directory says
   * @throws DomainError for what nobody may have, and for the only owner
   */
  async apply(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    { userId, wish: { avatarHash, ...wish }, person }: PlannedChange,
  ): Promise<string | null> {
    const { realmId, partition } = directory;
    const wantsPicture = avatarHash !== undefined && person !== undefined;
    const prepared = wantsPicture ? await this.avatars.prepare(realmId, connection, person) : undefined;
    const problem = prepared && 'problem' in prepared ? prepared.problem : null;
    const avatar = prepared && 'hash' in prepared ? prepared : undefined;
    if (!avatar && Object.keys(wish).length === 0) return problem;
    let replaced: string | null = null;
    try {
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const facts = await this.facts.ofRealm(realmId);
        const target = facts.users.get(userId);
        if (!target) return;
        replaced = avatar ? target.avatarKey : null;
        const realmHost = this.hostOf(directory);
        await this.changes.apply(tx, facts, target, { source: 'ldap', realmHost, ...wish, avatar });
      });
    } finally {
      await this.avatars.release(realmId, [replaced, avatar?.key]);
    }
    const changed = [...Object.keys(wish), ...(avatar ? ['avatar'] : [])];
    this.log.info({ realmId, userId, fields: changed, isActive: wish.isActive }, 'LDAP changed an account');
    return problem;
  }

  /** That API addresses are made of. */
  hostOf({ stringId, customHost }: LdapDirectoryRow): string {
    return customHost ?? realmHost(stringId, this.environment.STOA_EXTERNAL_HOST);
  }
}
