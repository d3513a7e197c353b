import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { ReadReceiptsRepository } from './read-receipts.repository';
import { ReadReceiptsService } from './read-receipts.service';

@Module({
  imports: [MessageAccessModule],
  providers: [ReadReceiptsRepository, ReadReceiptsService],
})
export class ReadReceiptsModule {}
