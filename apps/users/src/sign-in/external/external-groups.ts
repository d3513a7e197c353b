import { Inject, Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import type { ClaimedGroups, NamePair } from '@stoa/policy';
import { PersonGroups } from '../../directories/group-changes/person-groups';
import type { SignInPlace } from './external-fields';

const DESCRIPTION = 'Created from single sign-on';

/** What a provider says of the groups of somebody, and which of them matter here; undefined: nothing. */
export interface SaidGroups {
  claimed: ClaimedGroups | undefined;
  mapping: readonly NamePair[] | undefined;
}

/** Groups in which providers say that people are, where no directory does (identity.md 4). They follow at each sign-in. */
@Injectable()
export class ExternalGroups {
  constructor(
    private readonly groups: PersonGroups,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The person signs in whatever comes of it: what cannot be done now is done at the next sign-in. */
  async apply({ realmId, partition }: SignInPlace, userId: number, { claimed, mapping }: SaidGroups): Promise<void> {
    if (claimed === undefined || mapping === undefined) return;
    if (claimed === 'unknown') {
      this.log.warn({ realmId, userId }, 'a provider has too many groups of somebody to send: they stay as they are');
      return;
    }
    const said = { source: 'claims' as const, description: DESCRIPTION, listed: claimed, mapping, isWhole: true };
    try {
      const { isChanged, skipped } = await this.groups.follow({ realmId, partition, userId }, said);
      if (skipped.length > 0) this.log.warn({ realmId, userId, skipped }, 'groups do not follow a provider');
      if (isChanged) this.log.info({ realmId, userId }, 'single sign-on changed the groups of somebody');
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UnavailableError)) throw error;
      this.log.warn({ realmId, userId, reason: error.message }, 'groups do not follow a provider');
    }
  }
}
