import { Injectable } from '@nestjs/common';
import type { ExternalIdentity } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import { ExternalGroups } from './external-groups';
import { ExternalFields, type SignInPlace } from './external-fields';

/** What providers say of people besides who they are, which follows at each sign-in (identity.md 4). */
@Injectable()
export class ExternalClaims {
  constructor(
    private readonly fields: ExternalFields,
    private readonly groups: ExternalGroups,
  ) {}

  /** The person signs in whatever comes of it. */
  async apply(
    place: SignInPlace,
    userId: number,
    { settings }: Pick<UsedProvider, 'settings'>,
    { role, fields, groups }: Pick<ExternalIdentity, 'role' | 'fields' | 'groups'>,
  ): Promise<void> {
    await this.fields.apply(place, userId, { role, fields });
    await this.groups.apply(place, userId, { claimed: groups, mapping: settings.groups });
  }
}
