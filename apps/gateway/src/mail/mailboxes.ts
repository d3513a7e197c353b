import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Mailbox, openMailbox } from '@stoa/contracts/messages';
import { openUnsubscribeAddress, readReplyAddress } from '@stoa/contracts/push';
import type { Actor, RpcRequest } from '@stoa/contracts/rpc';
import type { unsubscribeFromMail } from '@stoa/contracts/users';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { GatewayEnvironment } from '../gateway-environment';
import {
  type MailOptions,
  type OperatorMailbox,
  readMailAddress,
  readOperatorMailbox,
  readUnsubscribeAddress,
} from './rules/mail-address';
import { SMTP } from './smtp-answer';

/** A recipient that takes mail now. */
export type OpenedMailbox =
  | PostingMailbox
  | { kind: 'operators'; name: OperatorMailbox }
  | { kind: 'unsubscribe'; link: RpcRequest<typeof unsubscribeFromMail> };

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
    const unsubscribing = readUnsubscribeAddress(pattern, address);
    if (unsubscribing !== null) return this.unsubscribeOf(address, unsubscribing);
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

  /** Its token is the proof, as that of the link in the same mail: who wrote is not asked. */
  private async unsubscribeOf(address: string, token: string): Promise<OpenedMailbox> {
    const { link } = await this.rpc.call(openUnsubscribeAddress, mailContext(), { token });
    if (!link) throw SMTP.unknown(address);
    return { kind: 'unsubscribe', link };
  }

  private async replyOf(context: CallContext, token: string): Promise<Mailbox | null> {
    const { reply } = await this.rpc.call(readReplyAddress, context, { token });
    return reply && { kind: 'reply', ...reply };
  }
}
