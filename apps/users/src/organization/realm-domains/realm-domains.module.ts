import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { RealmDomainsHandler } from './realm-domains.handler';
import { RealmDomainsRepository } from './realm-domains.repository';
import { RealmDomainsService } from './realm-domains.service';

@Module({
  imports: [OrganizationWritesModule],
  controllers: [RealmDomainsHandler],
  providers: [RealmDomainsRepository, RealmDomainsService],
})
export class RealmDomainsModule {}
