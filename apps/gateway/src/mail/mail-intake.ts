import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type Mailbox, admitMailFiles, deliverMail } from '@stoa/contracts/messages';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { forwardToOperators, unsubscribeFromMail } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { plain } from '@stoa/integrations';
import { LOGGER, type Logger } from '@stoa/observability';
import { RpcClient } from '@stoa/rpc';
import { UploadIntake } from '../files/upload-intake';
import { GatewayEnvironment } from '../gateway-environment';
import { MailMetrics } from './mail-metrics';
import { MailNotReadError, MailParser } from './mail-parser';
import { type OpenedMailbox, type PostingMailbox, mailContext } from './mailboxes';
import type { ParsedMail } from './parse-mail';
import { MailReports } from './reports/mail-reports';
import type { Recipient } from './recipient';
import { type MailOrigin, isAutomatic, isAutomaticAnswer, isForged, isOfLoop } from './rules/automatic-mail';
import { mailBody } from './rules/mail-body';
import type { OperatorMailbox } from './rules/mail-address';
import { placeLinks, withoutMarks } from './rules/picture-marks';
import { SMTP, SmtpRefusal } from './smtp-answer';

/**
 * Makes messages of mails, while the mail server waits: what it is told has been committed, so that the only queue is
 * its own. A mail that it repeats, because the answer was lost, posts nothing more.
 */
@Injectable()
export class MailIntake {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly parser: MailParser,
    private readonly rpc: RpcClient,
    private readonly uploads: UploadIntake,
    private readonly reports: MailReports,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly metrics: MailMetrics,
  ) {}

  /** @returns for each recipient null, if it is done with, or why not */
  async take(raw: Uint8Array, envelopeFrom: string, recipients: readonly Recipient[]): Promise<(SmtpRefusal | null)[]> {
    const mail = await this.read(raw);
    if (mail instanceof SmtpRefusal) return recipients.map(() => mail);
    const key = mail.messageId === '' ? raw : mail.messageId;
    const results: (SmtpRefusal | null)[] = [];
    for (const recipient of recipients) {
      results.push(
        recipient.kind === 'bounce' || recipient.kind === 'complaints'
          ? await this.later(() => this.reports.take(mail, raw, recipient).then(() => null))
          : await this.deliver(mail, envelopeFrom, key, recipient),
      );
    }
    return results;
  }

  private async read(raw: Uint8Array): Promise<ParsedMail | SmtpRefusal> {
    try {
      return await this.parser.parse(raw);
    } catch (error) {
      if (!(error instanceof MailNotReadError)) throw error;
      this.log.info({ err: error }, 'a mail could not be read');
      this.metrics.count('unreadable');
      return SMTP.unreadable();
    }
  }

  private async deliver(
    mail: ParsedMail,
    envelopeFrom: string,
    key: string | Uint8Array,
    opened: OpenedMailbox,
  ): Promise<SmtpRefusal | null> {
    const origin: MailOrigin = { envelopeFrom, header: new Map(mail.header) };
    if (isForged(origin)) {
      this.metrics.count('refused');
      return SMTP.forged();
    }
    if (isOfLoop(origin, this.environment.STOA_EXTERNAL_HOST) || isUnwanted(origin, opened)) {
      // Accepted and forgotten: a refusal would be answered with one more mail.
      this.metrics.count('dropped');
      return null;
    }
    return this.later(() => {
      switch (opened.kind) {
        case 'operators':
          return this.forward(mail, key, opened.name);
        case 'unsubscribe':
          return this.unsubscribe(opened.link);
        case 'posting':
          return this.post(mail, key, opened);
      }
    });
  }

  /** Once or twice alike; programs send such mails when somebody presses their button, so an automatic one counts. */
  private async unsubscribe(link: RpcRequest<typeof unsubscribeFromMail>): Promise<null> {
    await this.rpc.call(unsubscribeFromMail, mailContext(), link);
    this.metrics.count('unsubscribed');
    return null;
  }

  /** What fails because of a service behind is tried again by the mail server. */
  private async later(work: () => Promise<SmtpRefusal | null>): Promise<SmtpRefusal | null> {
    try {
      return await work();
    } catch (error) {
      this.log.warn({ err: error }, 'a mail could not be posted now');
      this.metrics.count('unavailable');
      return SMTP.unavailable();
    }
  }

  private async forward(
    mail: ParsedMail,
    key: string | Uint8Array,
    mailbox: OperatorMailbox,
  ): Promise<SmtpRefusal | null> {
    const { outcome } = await this.rpc.call(forwardToOperators, mailContext(), {
      ...{ mailbox, from: mail.from, subject: mail.subject, key: keyOf(mailbox, key) },
      text: withoutMarks(mail.text.trim() === '' ? mail.htmlAsMarkdown : mail.text),
    });
    this.metrics.count(outcome === 'sent' ? 'forwarded' : 'refused');
    return outcome === 'sent' ? null : SMTP.unknown(mailbox);
  }

  private async post(
    mail: ParsedMail,
    key: string | Uint8Array,
    { mailbox, options, uploader }: PostingMailbox,
  ): Promise<SmtpRefusal | null> {
    const recipient = mailbox.kind === 'channel' ? mailbox.token : `${mailbox.userId}/${mailbox.messageId}`;
    const delivery = { mailbox, key: keyOf(recipient, key) };
    const { body, rest } = placeLinks(mailBody(mail, options), await this.files(mail, delivery, uploader));
    const { outcome, reason, isHeld } = await this.rpc.call(deliverMail, mailContext(), {
      ...delivery,
      from: mail.from,
      showsFrom: options.showsFrom,
      subject: mail.subject,
      body,
      links: rest,
    });
    this.metrics.count(isHeld ? 'held' : outcome);
    // Without a reason, whose answer it was has been told: the mail server would tell them once more.
    return outcome === 'refused' && reason !== null ? SMTP.refused(reason) : null;
  }

  /** @returns lines of the message about what is attached. Nothing is uploaded for a mail that was posted, or is a stranger's. */
  private async files(
    { attachments, from }: ParsedMail,
    { mailbox, key }: { mailbox: Mailbox; key: string },
    uploader: PostingMailbox['uploader'],
  ): Promise<string[]> {
    if (attachments.length === 0) return [];
    const { isAdmitted } = await this.rpc.call(admitMailFiles, mailContext(), { mailbox, key, from: from.address });
    const lines: string[] = [];
    for (const [index, attachment] of attachments.entries()) {
      lines.push(isAdmitted ? await this.upload(attachment, `${key}/${index}`, uploader) : nameOf(attachment));
    }
    return lines;
  }

  /** @returns the line of the message about the file; why it is missing, if it may not be stored */
  private async upload(attachment: MailFile, place: string, actor: PostingMailbox['uploader']): Promise<string> {
    const { fileName, contentType, content } = attachment;
    // Of the bytes as well: whoever uses the id of an older mail again must not replace what came with that.
    const repetitionKey = `${place}/${createHash('sha256').update(content).digest('base64url')}`;
    const source = { fileName, contentType, content: Readable.from([Buffer.from(content)]), repetitionKey };
    try {
      const { url, filename } = await this.uploads.take({ ...mailContext(), actor }, source);
      return `[${plain(filename)}](${url})`;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return `${nameOf(attachment)}: ${error.message}`;
    }
  }
}

function isUnwanted(origin: MailOrigin, opened: OpenedMailbox): boolean {
  if (opened.kind === 'unsubscribe') return false;
  const isChannel = opened.kind === 'posting' && opened.mailbox.kind === 'channel';
  return isChannel ? isAutomaticAnswer(origin) : isAutomatic(origin);
}

type MailFile = Omit<ParsedMail['attachments'][number], 'mark'>;

function nameOf({ fileName }: MailFile): string {
  return plain(fileName.replace(/\p{C}+/gu, ' '));
}

/** By which a repetition of a mail to the same recipient is known. */
function keyOf(recipient: string, mail: string | Uint8Array): string {
  return createHash('sha256').update(`${recipient}\n`).update(mail).digest('base64url');
}
