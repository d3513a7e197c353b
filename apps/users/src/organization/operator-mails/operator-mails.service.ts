import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { forwardToOperators } from '@stoa/contracts/users';
import { MailRefusedError, Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { isEmailAddress } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { UsersEnvironment } from '../../users-environment';

/** An installation has no language of its own. */
const LANGUAGE = 'en';
const LONGEST_TEXT = 100_000;

/** Mail to whoever runs the installation goes where people are told to write for help. */
@Injectable()
export class OperatorMailsService {
  constructor(
    private readonly mailer: Mailer,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws MailDelayedError while the mail server is away */
  @Handles(forwardToOperators)
  async forward(
    { requestId }: CallContext,
    { mailbox, key, from, subject, text }: RpcRequest<typeof forwardToOperators>,
  ): Promise<RpcResponse<typeof forwardToOperators>> {
    if (!this.mailer.isConfigured) return { outcome: 'no-mail' };
    const write = textsIn(LANGUAGE);
    const sender = from.name === '' ? from.address : `${from.name} <${from.address}>`;
    const host = this.environment.STOA_EXTERNAL_HOST.replace(/:\d+$/, '');
    try {
      await this.mailer.send({
        to: this.environment.STOA_SUPPORT_EMAIL,
        subject: write('mail.operators.subject', { mailbox, subject }),
        text: `${write('mail.operators.about', { mailbox, sender })}\n\n${text.slice(0, LONGEST_TEXT)}`,
        ...(isEmailAddress(from.address) ? { replyTo: from.address } : {}),
        messageId: `${key}@${host}`,
        // Where it comes back, it ends.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { outcome: 'sent' };
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      this.log.warn({ err: error, requestId, mailbox }, 'a mail to whoever runs the installation was refused');
      return { outcome: 'no-mail' };
    }
  }
}
