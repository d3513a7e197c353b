import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { MailIntake } from './mail-intake';
import { MailListener } from './mail-listener';
import { MailMetrics } from './mail-metrics';
import { MailParser } from './mail-parser';
import { Mailboxes } from './mailboxes';

/** Mail to channels, and answers to mails about messages. */
@Module({
  imports: [FilesModule],
  providers: [MailIntake, MailListener, MailMetrics, MailParser, Mailboxes],
})
export class MailInModule {}
