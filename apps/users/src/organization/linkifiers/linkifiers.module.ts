import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { LinkifiersHandler } from './linkifiers.handler';
import { LinkifiersRepository } from './linkifiers.repository';
import { LinkifiersService } from './linkifiers.service';

@Module({
  imports: [OrganizationWritesModule],
  controllers: [LinkifiersHandler],
  providers: [LinkifiersRepository, LinkifiersService],
})
export class LinkifiersModule {}
