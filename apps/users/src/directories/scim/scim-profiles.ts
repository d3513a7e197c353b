import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { type ProfileValues, checkedValues } from '../../people/profile-data/said-values';
import { mappedAttributes } from './protocol/said-attributes';
import type { UserInput } from './protocol/user-input';
import type { ScimClient } from './scim-client';

/** Custom profile fields that an operator has taken attributes of a provider for (identity.md 8.2). */
@Injectable()
export class ScimProfiles {
  constructor(
    private readonly fields: ProfileFieldsRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** What accounts cannot have is passed over: an error would block the user at the provider. */
  async of(client: ScimClient, { said = new Map() }: Pick<UserInput, 'said'>): Promise<ProfileValues | undefined> {
    const mapped = mappedAttributes(said, client.profileFields);
    if (mapped.size === 0) return undefined;
    const { realmId, requestId, tokenId } = client;
    const { values, problems, unknown } = checkedValues(mapped, await this.fields.list(realmId));
    if (problems.length + unknown.length > 0) {
      this.log.warn({ requestId, realmId, tokenId, problems, unknown }, 'profile fields do not follow SCIM');
    }
    return values;
  }
}
