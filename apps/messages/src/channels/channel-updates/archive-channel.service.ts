import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { archiveChannel } from '@stoa/contracts/channels';
import { eventOf } from '@stoa/contracts/events';
import { badRequest } from '@stoa/errors';
import { WriteTransaction } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { defaultChannelsEvent, defaultGroupsEvent } from '../default-channels/default-channels-change';
import { DefaultChannelsRepository } from '../default-channels/default-channels.repository';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannel } from './edited-channel';
import { EditedChannels } from './edited-channels';
import { noticeTexts } from './notice-texts';

/** `DELETE /streams/{stream_id}` (channels.md 8.3): subscriptions and settings stay. */
@Injectable()
export class ArchiveChannelService {
  constructor(
    private readonly editing: EditedChannels,
    private readonly repository: ChannelUpdatesRepository,
    private readonly defaults: DefaultChannelsRepository,
  ) {}

  /** @throws DomainError `Channel is already deactivated` and those of every change */
  @Handles(archiveChannel)
  async archive(ctx: ActorContext, { stream_id }: RequestOf<typeof archiveChannel>): Promise<void> {
    const change = async (tx: WriteTransaction, edited: EditedChannel): Promise<void> => {
      if (edited.row.is_archived) throw badRequest('Channel is already deactivated');
      await this.clearRoles(tx, edited);
      edited.setArchived(true);
      edited.notices.push(noticeTexts.archived(edited.write, edited.row.name));
    };
    // Nobody has anything to do about it, so nobody has it unread.
    await this.editing.edit(ctx, stream_id, change, { kind: 'read' });
  }

  /** In the order of channels.md 14.3. */
  private async clearRoles(tx: WriteTransaction, edited: EditedChannel): Promise<void> {
    const { users } = edited.facts;
    const { id } = edited.row;
    const cleared = await this.repository.clearSpecialRoles(tx, id);
    if (cleared.length > 0) {
      const data = Object.fromEntries(cleared.map((setting) => [setting, -1]));
      const everybody = [...users.byId.values()].filter((user) => user.isActive).map((user) => user.id);
      edited.events.push(eventOf('realm', 'update_dict', { property: 'default', data }, everybody));
    }
    if (await this.defaults.remove(tx, id)) {
      edited.events.push(defaultChannelsEvent(users, await this.defaults.all(tx)));
    }
    if (await this.defaults.removeFromAllGroups(tx, id)) {
      edited.events.push(defaultGroupsEvent(users, await this.defaults.groups(tx)));
    }
  }
}
