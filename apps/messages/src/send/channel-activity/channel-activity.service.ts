import { Inject, Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteContext, WriteTransaction, lockChannel, lockRealm, realmContextOf } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import { usersWithMetadataAccess } from '../../access/channel-access/channel-audiences';
import { loadState } from '../../access/channel-access/channel-state';
import { ChannelActivityRepository } from './channel-activity.repository';

const BATCH = 200;
const MOST_BATCHES = 100;

/** `is_recently_active` and the traffic of channels (channels.md 4). */
@Injectable()
export class ChannelActivityService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: ChannelActivityRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Makes the marks of channels agree with their messages, and notifies those who see them. */
  async update(ctx: WriteContext, channelIds: readonly number[]): Promise<void> {
    const { realmId } = realmContextOf(ctx);
    const locks = [lockRealm(realmId, 'shared'), ...channelIds.map((id) => lockChannel(id, 'exclusive'))];
    await this.database.write(ctx, locks, async (tx) => {
      const flipped = await this.repository.flip(tx, channelIds);
      if (flipped.length > 0) await this.tell(tx, flipped);
    });
  }

  /**
   * After a message was written, or moved, into a channel: wakes the channel if it was silent. A failure is logged, as the
   * message is there; the job makes it good.
   */
  async afterMessage(ctx: ActorContext, channelId: number): Promise<void> {
    try {
      const { channel } = await this.directory.members.get(channelId);
      if (!channel.isRecentlyActive) await this.update(ctx, [channelId]);
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId, channelId }, 'a silent channel was not woken');
    }
  }

  /** One round of the job: every channel's mark, then the messages of every day. */
  async run(): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const found = await this.repository.toFlip(BATCH);
      const [first] = found;
      if (!first) break;
      const ofOneRealm = found.filter(({ realmId }) => realmId === first.realmId).map(({ channelId }) => channelId);
      await this.update({ realmId: first.realmId, partition: first.partition }, ofOneRealm);
    }
    // Traffic belongs to no realm and sends no event: the context only says whose log would have it.
    await this.database.write({ realmId: 0, partition: 0 }, [], async (tx) => {
      if (await this.repository.takeTurn(tx)) await this.repository.countTraffic(tx);
    });
  }

  private async tell(
    tx: WriteTransaction,
    flipped: readonly { id: number; name: string; is_recently_active: boolean }[],
  ): Promise<void> {
    const { users, groups } = await this.directory.decideConfirmed(tx.realmId, async (view) => ({
      users: await view.users(),
      groups: await view.groups(),
    }));
    const states = await loadState(
      this.directory,
      flipped.map(({ id }) => id),
    );
    for (const { channel, members } of states) {
      const row = flipped.find(({ id }) => id === channel.channelId);
      const to = usersWithMetadataAccess({ channel, users, groups, isSubscribed: (userId) => members.has(userId) });
      const { channelId: stream_id, name } = channel;
      const value = row?.is_recently_active ?? true;
      tx.emit(eventOf('stream', 'update', { stream_id, name, property: 'is_recently_active', value }, to));
    }
  }
}
