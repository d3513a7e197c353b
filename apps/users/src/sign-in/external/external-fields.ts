import { Inject, Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { type ManagedField, maySetField, profileField, refuseDirectoryWish } from '@stoa/policy';
import { type AccountWish, DirectoryAccountChanges } from '../../directories/account-changes/directory-account-changes';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { checkedValues } from '../../people/profile-data/said-values';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { isLastOwner } from '../../shared/user-changes/user-rules';
import { type ClaimedAccount, ExternalAccountsRepository } from './external-accounts.repository';

/** Where an account is. */
export interface SignInPlace {
  realmId: number;
  partition: number;
  realmHost: string;
}

/** What a provider says of an account; what is undefined stays as it is. */
export interface SaidOfAccount {
  role?: number;
  /** By the names of custom profile fields; '' for nothing. */
  fields?: Readonly<Record<string, string>>;
}

type ClaimedWish = Pick<AccountWish, 'role' | 'profile'>;

/** Roles and profile fields that providers say, where no directory does (identity.md 4). They follow at each sign-in. */
@Injectable()
export class ExternalFields {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ExternalAccountsRepository,
    private readonly profileFields: ProfileFieldsRepository,
    private readonly directories: DirectoryAccountsRepository,
    private readonly changes: DirectoryAccountChanges,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * The person signs in whatever comes of it: what the rules are against, such as an organization without an owner, stays
   * as it was, and what cannot be done now is done at the next sign-in.
   */
  async apply({ realmId, partition, realmHost }: SignInPlace, userId: number, said: SaidOfAccount): Promise<void> {
    if (said.role === undefined && said.fields === undefined) return;
    // Most sign-ins change nothing, and wait for nobody.
    const asked = await this.allowed(userId, await this.differing(realmId, userId, said));
    if (!saysAnything(asked)) return;
    try {
      const wish = await this.possible(realmId, userId, asked);
      if (!saysAnything(wish)) return;
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const facts = await this.facts.ofRealm(realmId);
        const target = facts.users.get(userId);
        if (target) await this.changes.apply(tx, facts, target, { source: 'claims', realmHost, ...wish });
      });
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UnavailableError)) throw error;
      this.log.warn(
        { realmId, userId, role: asked.role, reason: error.message },
        'an account does not follow a provider',
      );
    }
  }

  /** What is not so yet, or not known to be the provider's. */
  private async differing(realmId: number, userId: number, { role, fields }: SaidOfAccount): Promise<ClaimedWish> {
    const account = await this.repository.claimed(userId);
    if (!account) return {};
    const isSame = role === account.role && account.fields.includes('role');
    if (fields === undefined) return isSame ? {} : { role };
    const said = new Map(Object.entries(fields).map(([name, text]) => [name, text || null]));
    const { values, problems, unknown } = checkedValues(said, await this.profileFields.list(realmId));
    if (problems.length + unknown.length > 0)
      this.log.warn({ realmId, userId, problems, unknown }, 'profile fields do not follow a provider');
    const profile = new Map([...values].filter(([id, value]) => differs(account, id, value)));
    return { role: isSame ? undefined : role, profile };
  }

  /** What no directory says, which stands above. */
  private async allowed(userId: number, { role, profile = new Map() }: ClaimedWish): Promise<ClaimedWish> {
    if (role === undefined && profile.size === 0) return {};
    const rows = await this.directories.ofAccount(this.database, userId);
    const managers = rows.map(({ source, managedFields }) => ({ source, fields: managedFields }));
    const may = (field: ManagedField): boolean => maySetField('claims', field, managers);
    return {
      role: may('role') ? role : undefined,
      profile: new Map([...profile].filter(([id]) => may(profileField(id)))),
    };
  }

  /** Without a role that would leave the organization without an owner: profile fields follow all the same. */
  private async possible(realmId: number, userId: number, wish: ClaimedWish): Promise<ClaimedWish> {
    const { role, profile } = wish;
    if (role === undefined) return wish;
    const { users } = await this.facts.ofRealm(realmId);
    const target = users.get(userId);
    const reason = target ? refuseDirectoryWish({ role }, isLastOwner(users, target)) : null;
    if (reason === null) return wish;
    this.log.warn({ realmId, userId, role, reason }, 'an account does not follow a provider');
    return { profile };
  }
}

function saysAnything({ role, profile }: ClaimedWish): boolean {
  return role !== undefined || (profile?.size ?? 0) > 0;
}

/** Where a provider has nothing, what people say of themselves is theirs. */
function differs({ fields, profile }: ClaimedAccount, id: number, value: string | null): boolean {
  const isClaimed = fields.includes(profileField(id));
  return value === null ? isClaimed : profile[id] !== value || !isClaimed;
}
