import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { PlaygroundsRepository } from './playgrounds.repository';
import { PlaygroundsService } from './playgrounds.service';

@Module({
  imports: [OrganizationWritesModule],
  providers: [PlaygroundsRepository, PlaygroundsService],
})
export class PlaygroundsModule {}
