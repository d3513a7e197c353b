import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { endChannelEmailAddresses, getChannelEmailAddress } from '@stoa/contracts/channels';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { Database, lockUser } from '@stoa/database';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { canAdministerChannel, isAdministrator } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessagesEnvironment } from '../../messages.environment';
import { SystemBots } from '../../send/system-bots/system-bots';
import { channelMailbox } from './channel-mailbox';
import { ChannelEmailAddressRepository } from './channel-email-address.repository';
import { accessChannel } from '../../access/channel-access/channel-access';
import { accessChannelForPosting } from './posting-right';

/** Addresses of channels (channels.md 5.8). */
@Injectable()
export class ChannelEmailAddressService {
  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly bots: SystemBots,
    private readonly repository: ChannelEmailAddressRepository,
  ) {}

  /** @throws DomainError `Invalid channel ID`, the posting errors, `No such bot`, `Insufficient permission` */
  @Handles(getChannelEmailAddress)
  async emailAddress(
    ctx: ActorContext,
    { stream_id, sender_id }: RequestOf<typeof getChannelEmailAddress>,
  ): Promise<RpcResponse<typeof getChannelEmailAddress>> {
    const { realmId, userId } = ctx.actor;
    const pattern = this.environment.STOA_EMAIL_GATEWAY_PATTERN;
    const decided = await this.directory.decideConfirmed(realmId, async (view) => {
      const sender = await this.sender(view, userId, sender_id);
      const { name } = await accessChannelForPosting(view, userId, stream_id);
      return { sender, name };
    });
    if (!pattern.includes('%s')) return { email: '' };
    const mailbox = { channelId: stream_id, creatorId: userId, senderId: decided.sender.id };
    const token = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.token(tx, mailbox, randomBytes(16).toString('hex')),
    );
    return { email: pattern.replace('%s', channelMailbox(decided.name, token)) };
  }

  /** @throws DomainError `Invalid channel ID`, and for everybody's `You do not have permission to administer this channel.` */
  @Handles(endChannelEmailAddresses)
  async end(
    ctx: ActorContext,
    { stream_id: channelId, everybody }: RequestOf<typeof endChannelEmailAddresses>,
  ): Promise<void> {
    const { realmId, userId } = ctx.actor;
    await this.directory.decideConfirmed(realmId, async (view) => {
      const requirement = { access: 'metadata', isActive: false } as const;
      const { channel, viewer } = await accessChannel(view, userId, channelId, requirement);
      if (everybody && !canAdministerChannel(channel, viewer)) {
        throw badRequest('You do not have permission to administer this channel.');
      }
    });
    await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.end(tx, channelId, everybody ? null : userId),
    );
  }

  /** The service's own bot, the actor, or a bot that the actor may administer. */
  private async sender(view: DirectoryView, userId: number, senderId: number | undefined): Promise<DirectoryUser> {
    const gateway = await this.bots.emailGateway();
    if (senderId === undefined || senderId === gateway.id) return gateway;
    const users = await view.users();
    const requester = users.get(userId);
    const sender = users.get(senderId);
    if (!requester || !sender || (sender.id !== userId && !sender.isBot)) throw badRequest('No such bot');
    if (sender.id !== userId && sender.botOwnerId !== userId && !isAdministrator(requester)) {
      throw insufficientPermission();
    }
    return sender;
  }
}
