import { Injectable } from '@nestjs/common';
import { openBounceAddress, reportBounce } from '@stoa/contracts/push';
import { RpcClient } from '@stoa/rpc';
import { GatewayEnvironment } from '../../gateway-environment';
import { mailContext } from '../mailboxes';
import { mailReport } from '../rules/mail-report';
import { type ReportAddress, readReportAddress, tokenWithin } from '../rules/report-address';
import type { ParsedMail } from '../parse-mail';
import { ReportMetrics } from './report-metrics';

/**
 * Takes what mail servers and providers report about mails of this installation. Who reports is not asked: the token of
 * the mail is the proof, and it can say nothing of anybody else's address.
 */
@Injectable()
export class MailReports {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly metrics: ReportMetrics,
  ) {}

  /** @returns null: not an address of reports, or of a mail that was not sent from here, or to another address by now */
  async open(address: string): Promise<ReportAddress | null> {
    const read = readReportAddress(this.environment.STOA_EMAIL_GATEWAY_PATTERN, address);
    if (read?.kind !== 'bounce') return read;
    const { isKnown } = await this.rpc.call(openBounceAddress, mailContext(), { token: read.token });
    return isKnown ? read : null;
  }

  /** Whatever it says, its sender need not hear of it: a notice about a notice would go round. */
  async take(mail: ParsedMail, raw: Uint8Array, address: ReportAddress): Promise<void> {
    const report = mailReport(mail.reports);
    const token = address.kind === 'bounce' ? address.token : tokenWithin(raw);
    if (report === null || token === null) return this.metrics.count('unreadable');
    const { outcome } = await this.rpc.call(reportBounce, mailContext(), { token, report });
    this.metrics.count(outcome ?? 'unknown');
  }
}
