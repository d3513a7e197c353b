import { Injectable } from '@nestjs/common';
import { type Mailbox, admitMailFiles, deliverMail, openMailbox } from '@stoa/contracts/messages';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ChannelMails } from './channel-mails';
import type { IncomingMail } from './incoming-mail';
import { ReplyMails } from './reply-mails';

type Opened = RpcResponse<typeof openMailbox>;
type Delivered = RpcResponse<typeof deliverMail>;

/** Takes what is mailed to channels and in answer to mails about messages (mail-and-integrations.md 4). */
@Injectable()
export class MailIntakeService {
  constructor(
    private readonly channels: ChannelMails,
    private readonly replies: ReplyMails,
  ) {}

  @Handles(openMailbox)
  async open(_ctx: CallContext, { mailbox }: { mailbox: Mailbox }): Promise<Opened> {
    try {
      const uploader =
        mailbox.kind === 'channel' ? await this.channels.open(mailbox.token) : await this.replies.open(mailbox);
      if (uploader === 'busy') return { refusal: 'busy', uploader: null };
      return uploader === null ? { refusal: 'unknown', uploader } : { refusal: null, uploader };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { refusal: 'denied', uploader: null };
    }
  }

  @Handles(admitMailFiles)
  async admitFiles(
    _ctx: CallContext,
    { mailbox, key, from }: RpcRequest<typeof admitMailFiles>,
  ): Promise<RpcResponse<typeof admitMailFiles>> {
    const isAdmitted =
      mailbox.kind === 'channel'
        ? await this.channels.admitsFiles(mailbox.token, key)
        : await this.replies.admitsFiles(mailbox, { key, from });
    return { isAdmitted };
  }

  @Handles(deliverMail)
  async deliver(_ctx: CallContext, mail: IncomingMail): Promise<Delivered> {
    const { mailbox } = mail;
    try {
      const outcome =
        mailbox.kind === 'channel'
          ? await this.channels.post(mailbox.token, mail)
          : await this.replies.post(mailbox, mail);
      if (outcome === 'held') return { outcome: 'refused', reason: null, isHeld: true };
      return { outcome: outcome === 'told' ? 'refused' : outcome, reason: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { outcome: 'refused', reason: error.message };
    }
  }
}
