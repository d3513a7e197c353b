import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { LdapClaim } from './ldap-claim';
import { ClaimedDirectory, LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
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
    // One at a time: what is claimed and waits for others would be another's before it is begun.
    while (!this.stopping.aborted) {
      const claimed = await this.repository.claimDue();
      if (!claimed) break;
      const problem = await this.follow(claimed);
      if (problem !== null) problems.push(`organization ${claimed.realmId}: ${problem}`);
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
  }

  /** @returns why it was not followed */
  private async follow(claimed: ClaimedDirectory): Promise<string | null> {
    const { realmId } = claimed;
    const directory = await this.repository.one(realmId);
    if (!directory) return null;
    const claim = new LdapClaim(this.repository, claimed, this.stopping);
    const problem = await this.synchronise(directory, claim);
    const { current } = claim;
    // What is another's by now is for the other to finish.
    if (!current) this.log.warn({ realmId }, 'a directory is followed by another process, or by hand');
    else if (problem === undefined) await this.repository.releaseClaim(current);
    else {
      const minutes = directory.config.sync_minutes;
      const pause = problem === null ? minutes : Math.min(minutes, LONGEST_PAUSE_MINUTES);
      await this.repository.finish(realmId, problem, pause, current.until);
    }
    return problem ?? null;
  }

  /** @returns why it was not done; null: it was; undefined: it was broken off, as the process stops or the claim is lost */
  private async synchronise(directory: LdapDirectoryRow, claim: LdapClaim): Promise<string | null | undefined> {
    const { realmId } = directory;
    try {
      const { skipped, ...counts } = await this.sync.run(directory, { claim });
      if (this.stopping.aborted || !claim.current) return undefined;
      this.metrics.count('followed');
      this.log.info({ realmId, ...counts, skipped: skipped.length }, 'accounts follow a directory');
      return null;
    } catch (error) {
      // What was decided against is told apart from what could not be done.
      this.metrics.count(error instanceof DomainError ? 'refused' : 'failed');
      return error instanceof Error ? error.message : String(error);
    }
  }
}
