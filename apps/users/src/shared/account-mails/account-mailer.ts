import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type MailOwner, makeBounceAddress, reportMailRefusal } from '@stoa/contracts/push';
import { UnavailableError, badRequest } from '@stoa/errors';
import { type Mail, MailRefusedError, Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { type CallContext, RpcClient } from '@stoa/rpc';

/** A mail does not wait longer for a sender of its own. */
const PATIENCE_MS = 1_500;
const LONGEST_DETAIL = 500;
/** No account has this id. */
const NOBODY = { kind: 'account', id: 0 } as const;

/**
 * Sends the mails that somebody waits for, to addresses of accounts and to others. What comes back from the address of an
 * account counts as what comes back of the push service's mails. It ends none of these: whoever asks for a new password
 * has to get it. Of an invitation whose mail comes back, whoever invited is told.
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
   * @param owner whose mail it is; null: nobody's. The work is the same for both, so that its time tells nobody which
   *   addresses have accounts.
   * @throws DomainError for an address that the mail server refuses; MailDelayedError when it could not be handed over
   */
  async send(mail: Mail, owner: Omit<MailOwner, 'address'> | null): Promise<void> {
    const whose = { ...(owner ?? NOBODY), address: mail.to };
    const sender = await this.senderOf(whose);
    try {
      await this.mailer.send({ ...mail, ...(owner === null || sender === null ? {} : { envelopeFrom: sender }) });
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      this.log.info({ err: error, kind: whose.kind, id: whose.id }, 'the mail server refused a mail');
      if (owner !== null) void this.count(whose, error);
      throw badRequest('The mail server does not accept mail to this address.');
    }
  }

  /** A mail that goes without one is a mail all the same. */
  private async senderOf(owner: MailOwner): Promise<string | null> {
    try {
      return (await this.rpc.call(makeBounceAddress, context(), owner)).sender;
    } catch (error) {
      this.log.warn({ err: error }, 'a mail has no sender of its own: what comes back of it is not known');
      return null;
    }
  }

  /** Nobody waits for it, as that would tell that there is an account. */
  private async count(owner: MailOwner, { refusal, message }: MailRefusedError): Promise<void> {
    const detail = message.slice(0, LONGEST_DETAIL);
    try {
      await this.rpc.call(reportMailRefusal, context(), { owner, ...refusal, detail });
    } catch (error) {
      this.log.error({ err: error, kind: owner.kind, id: owner.id }, 'a refused mail could not be counted');
    }
  }
}

/** The account whose address a mail goes to. */
export function ofAccount(id: number): { kind: 'account'; id: number } {
  return { kind: 'account', id };
}

function context(): CallContext {
  return { requestId: randomUUID(), deadlineAt: Date.now() + PATIENCE_MS };
}
