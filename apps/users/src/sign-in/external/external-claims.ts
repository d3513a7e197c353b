import { Injectable } from '@nestjs/common';
import type { ExternalIdentity } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import { ExternalGroups } from './external-groups';
import { ExternalRoles, type SignInPlace } from './external-roles';

/** What providers say of people besides who they are, which follows at each sign-in (identity.md 4). */
@Injectable()
export class ExternalClaims {
  constructor(
    private readonly roles: ExternalRoles,
    private readonly groups: ExternalGroups,
  ) {}

  /** The person signs in whatever comes of it. */
  async apply(
    place: SignInPlace,
    userId: number,
    { settings }: Pick<UsedProvider, 'settings'>,
    { role, groups }: Pick<ExternalIdentity, 'role' | 'groups'>,
  ): Promise<void> {
    await this.roles.apply(place, userId, role);
    await this.groups.apply(place, userId, { claimed: groups, mapping: settings.groups });
  }
}
