import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Mailbox, openMailbox } from '@stoa/contracts/messages';
import { readReplyAddress } from '@stoa/contracts/push';
import type { Actor } from '@stoa/contracts/rpc';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { GatewayEnvironment } from '../gateway-environment';
import { type MailOptions, type OperatorMailbox, readMailAddress, readOperatorMailbox } from './rules/mail-address';
import { SMTP } from './smtp-answer';

/** A recipient that takes mail now. */
export type OpenedMailbox = PostingMailbox | { kind: 'operators'; name: OperatorMailbox };

/** What is mailed to it is posted. */
export interface PostingMailbox {
  kind: 'posting';
  mailbox: Mailbox;
  options: MailOptions;
  /** Who uploads what is attached. */
  uploader: Actor;
}

const DEADLINE_MS = 20_000;

/** For calls in no request. */
export function mailContext(): CallContext {
  return { requestId: randomUUID(), deadlineAt: Date.now() + DEADLINE_MS };
}

/** Which recipients there are. */
@Injectable()
export class Mailboxes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
  ) {}

  /** @throws SmtpRefusal for addresses that take no mail, now or at all; whatever a call throws */
  async open(address: string): Promise<OpenedMailbox> {
    const pattern = this.environment.STOA_EMAIL_GATEWAY_PATTERN;
    const name = readOperatorMailbox(pattern, address);
    if (name) {
      if (!(await this.limits.mayWriteToOperators(name))) throw SMTP.busy();
      return { kind: 'operators', name };
    }
    const read = readMailAddress(pattern, address);
    if (!read) throw SMTP.unknown(address);
    const context = mailContext();
    const mailbox: Mailbox | null =
      read.kind === 'channel' ? { kind: 'channel', token: read.token } : await this.replyOf(context, read.token);
    if (!mailbox) throw SMTP.unknown(address);
    const { refusal, uploader } = await this.rpc.call(openMailbox, context, { mailbox });
    if (refusal === 'busy') throw SMTP.busy();
    if (refusal === 'denied') throw SMTP.denied();
    if (refusal === 'unknown' || uploader === null) throw SMTP.unknown(address);
    return { kind: 'posting', mailbox, options: read.options, uploader };
  }

  private async replyOf(context: CallContext, token: string): Promise<Mailbox | null> {
    const { reply } = await this.rpc.call(readReplyAddress, context, { token });
    return reply && { kind: 'reply', ...reply };
  }
}
