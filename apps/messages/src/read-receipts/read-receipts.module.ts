import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../message-access/message-access.module';
import { ReadReceiptsHandler } from './read-receipts.handler';
import { ReadReceiptsRepository } from './read-receipts.repository';
import { ReadReceiptsService } from './read-receipts.service';

@Module({
  imports: [MessageAccessModule],
  controllers: [ReadReceiptsHandler],
  providers: [ReadReceiptsRepository, ReadReceiptsService],
})
export class ReadReceiptsModule {}
