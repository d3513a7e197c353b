import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module';
import { MailIntake } from './mail-intake';
import { MailListener } from './mail-listener';
import { MailMetrics } from './mail-metrics';
import { MailParser } from './mail-parser';
import { Mailboxes } from './mailboxes';
import { MailReports } from './reports/mail-reports';
import { ReportMetrics } from './reports/report-metrics';

/** Mail to channels, answers to mails about messages, and reports about mails. */
@Module({
  imports: [FilesModule],
  providers: [MailIntake, MailListener, MailMetrics, MailParser, MailReports, Mailboxes, ReportMetrics],
})
export class MailInModule {}
