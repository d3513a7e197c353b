import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization-writes/organization-writes.module';
import { PlaygroundsHandler } from './playgrounds.handler';
import { PlaygroundsRepository } from './playgrounds.repository';
import { PlaygroundsService } from './playgrounds.service';

@Module({
  imports: [OrganizationWritesModule],
  controllers: [PlaygroundsHandler],
  providers: [PlaygroundsRepository, PlaygroundsService],
})
export class PlaygroundsModule {}
