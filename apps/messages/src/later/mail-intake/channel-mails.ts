import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { Directory, DirectoryChannel } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { textsIn } from '@stoa/texts';
import { accessChannelForPosting } from '../../channels/channel-lookup/posting-right';
import { SendMessageService } from '../../send/messages/send-message.service';
import { NoticeService } from '../../send/notices/notice.service';
import { Owner, OwnerContexts } from '../../send/notices/owner-context';
import { SystemBots } from '../../send/system-bots/system-bots';
import { IncomingMail, MAIL_CLIENT } from './incoming-mail';
import { mailContent, mailTopic } from './mail-message';
import { isFlooded } from './mail-rate';
import { ChannelAddress, ReceivedMailsRepository } from './received-mails.repository';

/** A channel's address, and who answers for what is mailed to it. */
interface Opened {
  address: ChannelAddress;
  channel: DirectoryChannel;
  /** Who posts: the sender; the creator of the address, where the gateway's bot posts in their name. */
  author: Owner;
  isByGateway: boolean;
}

/** What is mailed to channels. Whose address it is must be able to post there at that time. */
@Injectable()
export class ChannelMails {
  constructor(
    private readonly directory: Directory,
    private readonly repository: ReceivedMailsRepository,
    private readonly owners: OwnerContexts,
    private readonly bots: SystemBots,
    private readonly sending: SendMessageService,
    private readonly notices: NoticeService,
  ) {}

  /** @returns who uploads files; null: there is no such address. @throws DomainError if nobody may post there */
  async open(token: string): Promise<Actor | 'busy' | null> {
    const opened = await this.find(token);
    if (!opened) return null;
    if (isFlooded(await this.repository.channelMails(opened.address.realmId))) return 'busy';
    return opened.author.ctx.actor;
  }

  /** Whether a mail may bring files: it is no repetition. */
  async admitsFiles(token: string, key: string): Promise<boolean> {
    const address = await this.repository.channelAddress(token);
    return address !== undefined && !(await this.repository.isReceived(address.realmId, key));
  }

  /** @throws DomainError why it cannot be posted */
  async post(token: string, mail: IncomingMail): Promise<'posted' | 'repeated'> {
    return (await this.send(token, mail)) ? 'posted' : 'repeated';
  }

  private async send(token: string, mail: IncomingMail): Promise<boolean> {
    const opened = await this.find(token);
    if (!opened) throw badRequest('Invalid channel ID');
    const { address, channel, author, isByGateway } = opened;
    const write = textsIn(author.settings.defaultLanguage);
    const hasTopics = channel.topicsPolicy !== 'empty_topic_only';
    const topic = hasTopics ? mailTopic(mail.subject, write) : '';
    const content = mailContent(mail, { hasTopics, mayMention: false, write });
    const within = {
      claim: (tx: Parameters<ReceivedMailsRepository['claim']>[0]) =>
        this.repository.claim(tx, { realmId: address.realmId, key: mail.key, kind: 'channel' }),
      sent: () => Promise.resolve(),
    };
    if (isByGateway) {
      const authorId = author.ctx.actor.userId;
      return this.notices.sendToChannelWithin(author.ctx, channel.channelId, topic, content, {
        by: 'email',
        authorId,
        within,
      });
    }
    const request = { type: 'channel' as const, to: String(channel.channelId), topic, content };
    return this.sending.sendWithin(author.ctx, request, within);
  }

  private async find(token: string): Promise<Opened | undefined> {
    const address = await this.repository.channelAddress(token);
    if (!address) return undefined;
    const isByGateway = address.senderId === (await this.bots.emailGateway()).id;
    const userId = isByGateway ? address.creatorId : address.senderId;
    const author = await this.owners.of({ ...address, userId }, MAIL_CLIENT);
    if (!author.user?.isActive || author.settings.isDeactivated) return undefined;
    const channel = await this.directory.decideConfirmed(address.realmId, (view) =>
      accessChannelForPosting(view, userId, address.channelId),
    );
    return { address, channel, author, isByGateway };
  }
}
