import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { RealmDomainsRepository } from './realm-domains.repository';
import { RealmDomainsService } from './realm-domains.service';

@Module({
  imports: [OrganizationWritesModule],
  providers: [RealmDomainsRepository, RealmDomainsService],
})
export class RealmDomainsModule {}
