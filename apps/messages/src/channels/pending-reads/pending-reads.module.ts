import { Module } from '@nestjs/common';
import { LeftChannels } from './left-channels';
import { PendingReadsJob } from './pending-reads.job';
import { PendingReadsRepository } from './pending-reads.repository';
import { PendingReadsService } from './pending-reads.service';

/** Messages that become read by something else than their reader. */
@Module({
  providers: [LeftChannels, PendingReadsJob, PendingReadsRepository, PendingReadsService],
  exports: [LeftChannels, PendingReadsRepository],
})
export class PendingReadsModule {}
