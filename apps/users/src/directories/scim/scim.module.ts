import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module';
import { DirectoryAccountChangesModule } from '../account-changes/directory-account-changes.module';
import { DirectoryGroupChangesModule } from '../group-changes/directory-group-changes.module';
import { ScimTokensModule } from '../scim-tokens/scim-tokens.module';
import { ScimGroupChanges } from './scim-group-changes';
import { ScimGroupLists } from './scim-group-lists';
import { ScimGroupsRepository } from './scim-groups.repository';
import { ScimGroupsService } from './scim-groups.service';
import { ScimUserCreation } from './scim-user-creation';
import { ScimUserLists } from './scim-user-lists';
import { ScimUsersRepository } from './scim-users.repository';
import { ScimUsersService } from './scim-users.service';
import { ScimProfiles } from './scim-profiles';
import { ScimService } from './scim.service';

/** Provisioning of people and groups by identity providers. */
@Module({
  imports: [AccountsModule, DirectoryAccountChangesModule, DirectoryGroupChangesModule, ScimTokensModule],
  providers: [
    ScimGroupChanges,
    ScimGroupLists,
    ScimGroupsRepository,
    ScimGroupsService,
    ScimProfiles,
    ScimService,
    ScimUserCreation,
    ScimUserLists,
    ScimUsersRepository,
    ScimUsersService,
  ],
})
export class ScimModule {}
