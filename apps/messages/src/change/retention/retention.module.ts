import { Module } from '@nestjs/common';
import { EditingModule } from '../editing/editing.module';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { RetentionJob } from './retention.job';
import { RetentionRepository } from './retention.repository';

/** Messages are kept as long as their organization or channel says. */
@Module({ imports: [EditingModule, MessageAccessModule], providers: [RetentionJob, RetentionRepository] })
export class RetentionModule {}
