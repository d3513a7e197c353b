import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { makeBounceAddress, reportMailRefusal } from '@stoa/contracts/push';
import { UnavailableError, badRequest } from '@stoa/errors';
import { type Mail, MailRefusedError, Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { type CallContext, RpcClient } from '@stoa/rpc';

/** A mail does not wait longer for a sender of its own. */
const PATIENCE_MS = 1_500;
const LONGEST_DETAIL = 500;
/** No account has this id. */
const NOBODY = 0;

/**
 * Sends the mails that somebody waits for, to addresses of accounts and to others. What comes back from the address of an
 * account counts as what comes back of the push service's mails. It ends none of these: whoever asks for a new password
 * has to get it.
 */
@Injectable()
export class AccountMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.mailer.isConfigured;
  }

  /** @throws UnavailableError where no mail can be sent at all */
  requireMail(): void {
    if (!this.isConfigured) throw new UnavailableError('This server sends no mail', { retryAfterSeconds: 3600 });
  }

  /**
   * @param userId whose address it is; null: nobody's. The work is the same for both, so that its time tells nobody
   *   which addresses have accounts.
   * @throws DomainError for an address that the mail server refuses; MailDelayedError when it could not be handed over
   */
  async send(mail: Mail, userId: number | null): Promise<void> {
    const sender = await this.senderOf(userId ?? NOBODY, mail.to);
    try {
      await this.mailer.send({ ...mail, ...(userId === null || sender === null ? {} : { envelopeFrom: sender }) });
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      this.log.info({ err: error, userId }, 'the mail server refused a mail');
      if (userId !== null) void this.count(userId, mail.to, error);
      throw badRequest('The mail server does not accept mail to this address.');
    }
  }

  /** A mail that goes without one is a mail all the same. */
  private async senderOf(userId: number, address: string): Promise<string | null> {
    try {
      return (await this.rpc.call(makeBounceAddress, context(), { userId, address })).sender;
    } catch (error) {
      this.log.warn({ err: error }, 'a mail has no sender of its own: what comes back of it is not known');
      return null;
    }
  }

  /** Nobody waits for it, as that would tell that there is an account. */
  private async count(userId: number, address: string, { refusal, message }: MailRefusedError): Promise<void> {
    const detail = message.slice(0, LONGEST_DETAIL);
    try {
      await this.rpc.call(reportMailRefusal, context(), { userId, address, ...refusal, detail });
    } catch (error) {
      this.log.error({ err: error, userId }, 'a refused mail could not be counted');
    }
  }
}

function context(): CallContext {
  return { requestId: randomUUID(), deadlineAt: Date.now() + PATIENCE_MS };
}
