import { Injectable } from '@nestjs/common';
import { DomainError, badRequest } from '@stoa/errors';
import { mayDeactivate, openSealedText } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { LdapAccounts } from './ldap-accounts';
import type { LdapClaim } from './ldap-claim';
import { LdapConnection } from './ldap-connection';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import { LdapGroupMirror } from './ldap-group-mirror';
import { type SyncPlan, planSync } from './sync-plan';

export interface SyncOptions {
  /** Nothing is changed. */
  isDryRun?: boolean;
  /** However many leave. */
  isForced?: boolean;
  /** Says before each change whether it may be made. */
  claim?: Pick<LdapClaim, 'allowsChange'>;
}

/** What became of accounts, or would. */
export interface SyncReport {
  changed: number;
  deactivated: number;
  reactivated: number;
  /** Groups that got members, or lost some. */
  groups: number;
  /** What was passed over, and why. */
  skipped: string[];
}

/** Makes accounts and groups of an organization what its directory says: reads all of it, decides, then changes what differs. */
@Injectable()
export class LdapSync {
  constructor(
    private readonly repository: LdapDirectoriesRepository,
    private readonly accounts: LdapAccounts,
    private readonly groups: LdapGroupMirror,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws UnavailableError if the directory cannot be read; DomainError if too many would leave; then nothing changes */
  async run(directory: LdapDirectoryRow, options: SyncOptions = {}): Promise<SyncReport> {
    const connection = await this.open(directory);
    try {
      const { people: found, problems } = await connection.people();
      const people = await this.accounts.profiled(directory, found);
      const rows = await this.repository.accounts(directory.realmId);
      const plan = planSync(people, rows, { deactivatesMissing: directory.config.deactivate_missing });
      if (!options.isForced && !mayDeactivate(plan.leaving, plan.managed)) {
        throw badRequest(
          `${plan.leaving} of ${plan.managed} accounts would be deactivated: force it if that is right.`,
        );
      }
      const report = await this.follow(directory, connection, plan, options);
      const groups = await this.groups.follow(directory, connection, people, options);
      const unknown = new Set(people.flatMap(({ profile }) => profile.unknown));
      const passed = [
        ...[...unknown].map((name) => `there is no profile field ${name}`),
        ...people.flatMap(({ profile }) => profile.problems),
      ];
      const skipped = [...problems, ...passed, ...report.skipped, ...groups.skipped];
      return { ...report, groups: groups.changed, skipped };
    } finally {
      await connection.close();
    }
  }

  private async follow(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    plan: SyncPlan,
    options: SyncOptions,
  ): Promise<Omit<SyncReport, 'groups'>> {
    const report = { changed: 0, deactivated: 0, reactivated: 0, skipped: new Array<string>() };
    for (const change of plan.changes) {
      if (options.claim && !(await options.claim.allowsChange())) break;
      const { userId, wish } = change;
      try {
        // Each in a transaction of its own: others wait for the organization's lock as briefly as for any change.
        const problem = options.isDryRun ? null : await this.accounts.apply(directory, connection, change);
        if (problem !== null) report.skipped.push(problem);
        if (problem !== null && 'avatarHash' in wish && Object.keys(wish).length === 1) continue;
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
