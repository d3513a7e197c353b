import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { LinkifiersRepository } from './linkifiers.repository';
import { LinkifiersService } from './linkifiers.service';

@Module({
  imports: [OrganizationWritesModule],
  providers: [LinkifiersRepository, LinkifiersService],
})
export class LinkifiersModule {}
