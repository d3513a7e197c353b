import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { EditingModule } from '../editing/editing.module';
import { AccountDeletionsJob } from './account-deletions.job';
import { AccountDeletionsRepository } from './account-deletions.repository';

/** Messages that go with the account that sent them. */
@Module({
  imports: [EditingModule, MessageAccessModule],
  providers: [AccountDeletionsJob, AccountDeletionsRepository],
})
export class AccountDeletionsModule {}
