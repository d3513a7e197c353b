import { Injectable } from '@nestjs/common';
import { DomainError, badRequest } from '@stoa/errors';
import { mayDeactivate, openSealedText } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { LdapAccounts } from './ldap-accounts';
import { type FoundPeople, LdapConnection } from './ldap-connection';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import { planSync } from './sync-plan';

export interface SyncOptions {
  /** Nothing is changed. */
  isDryRun?: boolean;
  /** However many leave. */
  isForced?: boolean;
  stopping?: AbortSignal;
}

/** What became of accounts, or would. */
export interface SyncReport {
  changed: number;
  deactivated: number;
  reactivated: number;
  /** What was passed over, and why. */
  skipped: string[];
}

/** Makes the accounts of an organization what its directory says: reads everything, decides, then changes what differs. */
@Injectable()
export class LdapSync {
  constructor(
    private readonly repository: LdapDirectoriesRepository,
    private readonly accounts: LdapAccounts,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws UnavailableError if the directory cannot be read; DomainError if too many would leave; then nothing changes */
  async run(directory: LdapDirectoryRow, options: SyncOptions = {}): Promise<SyncReport> {
    const { people, problems } = await this.people(directory);
    const rows = await this.repository.accounts(directory.realmId);
    const plan = planSync(people, rows, { deactivatesMissing: directory.config.deactivate_missing });
    if (!options.isForced && !mayDeactivate(plan.leaving, plan.managed)) {
      throw badRequest(`${plan.leaving} of ${plan.managed} accounts would be deactivated: force it if that is right.`);
    }
    const report: SyncReport = { changed: 0, deactivated: 0, reactivated: 0, skipped: [...problems] };
    for (const { userId, wish } of plan.changes) {
      if (options.stopping?.aborted) break;
      try {
        // Each in a transaction of its own: others wait for the organization's lock as briefly as for any change.
        if (!options.isDryRun) await this.accounts.apply(directory, userId, wish);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        report.skipped.push(`user ${userId}: ${error.message}`);
        continue;
      }
      if (wish.isActive === false) report.deactivated += 1;
      else if (wish.isActive === true) report.reactivated += 1;
      else report.changed += 1;
    }
    return report;
  }

  async people(directory: LdapDirectoryRow): Promise<FoundPeople> {
    const connection = await this.open(directory);
    try {
      return await connection.people();
    } finally {
      await connection.close();
    }
  }

  /** To be closed by the caller. @throws UnavailableError */
  open({
    config,
    sealedBindPassword,
  }: Pick<LdapDirectoryRow, 'config' | 'sealedBindPassword'>): Promise<LdapConnection> {
    const secret = this.environment.STOA_API_KEY_SECRET;
    const password = sealedBindPassword && openSealedText(secret, 'stoa/ldap-bind-password', sealedBindPassword);
    return LdapConnection.open(config, password);
  }
}
