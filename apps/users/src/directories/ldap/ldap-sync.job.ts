import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { LdapDirectoriesRepository } from './ldap-directories.repository';
import { LdapMetrics } from './ldap-metrics';
import { LdapSync } from './ldap-sync';

const LOOK_MS = 60_000;
/** After a failure it is tried again so soon at the latest. */
const LONGEST_PAUSE_MINUTES = 5;

/** Synchronises accounts with the directories of organizations, each on one replica at a time. */
@Injectable()
export class LdapSyncJob extends PeriodicJob {
  constructor(
    private readonly repository: LdapDirectoriesRepository,
    private readonly sync: LdapSync,
    private readonly metrics: LdapMetrics,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'accounts do not follow the directories of organizations', everyMs: LOOK_MS }, log);
  }

  /** @throws Error if one or more directories could not be followed; the others were */
  async round(): Promise<void> {
    const problems: string[] = [];
    for (const realmId of await this.repository.claimDue()) {
      if (this.stopping.aborted) return;
      const problem = await this.follow(realmId);
      if (problem !== null) problems.push(`organization ${realmId}: ${problem}`);
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
  }

  /** @returns why it was not followed */
  private async follow(realmId: number): Promise<string | null> {
    const directory = await this.repository.one(realmId);
    if (!directory) return null;
    const minutes = directory.config.sync_minutes;
    try {
      const { skipped, ...counts } = await this.sync.run(directory, { stopping: this.stopping });
      await this.repository.finish(realmId, null, minutes);
      this.metrics.count('followed');
      this.log.info({ realmId, ...counts, skipped: skipped.length }, 'accounts follow a directory');
      return null;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // What was decided against is told apart from what could not be done.
      this.metrics.count(error instanceof DomainError ? 'refused' : 'failed');
      await this.repository.finish(realmId, problem, Math.min(minutes, LONGEST_PAUSE_MINUTES));
      return problem;
    }
  }
}
