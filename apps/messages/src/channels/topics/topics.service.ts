import { Injectable } from '@nestjs/common';
import type { Actor, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { readTopics } from '@stoa/contracts/channels';
import { notLoggedIn } from '@stoa/errors';
import { Directory } from '@stoa/directory';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { canSpectateChannel, hasSharedHistory } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { accessChannel } from '../../access/channel-access/channel-access';
import { TopicRow, TopicsRepository } from './topics.repository';

type Request = RpcRequest<typeof readTopics>;

/** `GET /users/me/{stream_id}/topics` (channels.md 11.2). */
@Injectable()
export class TopicsService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: TopicsRepository,
  ) {}

  /** @throws DomainError `Invalid channel ID`; 401 for people without an account, whom other channels do not concern */
  @Handles(readTopics)
  async list({ actor }: CallContext, request: Request): Promise<RpcResponse<typeof readTopics>> {
    const rows = actor
      ? await this.ofUser(actor, request.stream_id)
      : await this.ofSpectator(request.spectatedRealmId, request.stream_id);
    const topics = rows.map(({ name, max_id }) => ({
      max_id,
      name: name === '' && !request.allow_empty_topic_name ? DEFAULT_EMPTY_TOPIC_NAME : name,
    }));
    return { topics };
  }

  private ofUser({ realmId, userId }: Actor, channelId: number): Promise<TopicRow[]> {
    return this.directory.decideConfirmed(realmId, async (view) => {
      const { channel } = await accessChannel(view, userId, channelId, { access: 'content', isActive: false });
      return hasSharedHistory(channel)
        ? this.repository.all(channel.recipientId)
        : this.repository.received(channel.recipientId, userId);
    });
  }

  private ofSpectator(realmId: number | null, channelId: number): Promise<TopicRow[]> {
    if (realmId === null) throw new Error('a request without an account is for an organization');
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [settings, channels] = await Promise.all([view.settings(), view.channels()]);
      const channel = channels.byId.get(channelId);
      if (!channel || !canSpectateChannel(channel, settings.enableSpectatorAccess)) {
        throw notLoggedIn();
      }
      return this.repository.all(channel.recipientId);
    });
  }
}
