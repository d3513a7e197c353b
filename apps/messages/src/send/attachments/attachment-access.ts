import { Injectable } from '@nestjs/common';
import { DirectoryView } from '@stoa/directory';
import { canOpenAttachment, canSpectateChannel } from '@stoa/policy';
import { policyUser } from '../../access/policy-user';
import { AttachmentRow, AttachmentsRepository, PlaceOfAttachment } from './attachments.repository';

/**
 * Who may open a file: its owner, and users who can read, or received, a message that refers to it (messages.md 15).
 */
@Injectable()
export class AttachmentAccess {
  constructor(private readonly repository: AttachmentsRepository) {}

  /** The files among these that a user may open. At most two statements for any number of files. */
  async readable(view: DirectoryView, userId: number, files: readonly AttachmentRow[]): Promise<ReadonlySet<number>> {
    const foreign = files.filter((file) => file.owner_id !== userId);
    const allowed = new Set(files.filter((file) => file.owner_id === userId).map((file) => file.id));
    if (foreign.length === 0) return allowed;
    const [places, subscribed] = await Promise.all([
      this.repository.placesOf(
        foreign.map((file) => file.id),
        userId,
      ),
      this.repository.subscribedChannels(userId),
    ]);
    const isReadable = await this.rule(view, userId, subscribed);
    for (const place of places) if (isReadable(place)) allowed.add(place.attachment_id);
    return allowed;
  }

  /** Whether somebody without an account may open a file: where spectators are let in, in web-public channels. */
  async isSpectatorReadable(view: DirectoryView, file: AttachmentRow): Promise<boolean> {
    const [settings, channels] = await Promise.all([view.settings(), view.channels()]);
    const places = await this.repository.placesOf([file.id], null);
    return places.some(({ channel_id: channelId }) => {
      const channel = channelId === null ? undefined : channels.byId.get(channelId);
      return channel !== undefined && canSpectateChannel(channel, settings.enableSpectatorAccess);
    });
  }

  private async rule(
    view: DirectoryView,
    userId: number,
    subscribed: ReadonlySet<number>,
  ): Promise<(place: PlaceOfAttachment) => boolean> {
    const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
    const user = users.get(userId);
    if (!user?.isActive) return () => false;
    const { realmId } = view;
    return ({ channel_id: channelId, is_held: isHeld }) => {
      const channel = channelId === null ? null : channels.byId.get(channelId);
      if (channel === undefined) return false;
      const isSubscribed = channelId !== null && subscribed.has(channelId);
      const viewer = { realmId, user: policyUser(user), isSubscribed, groups: groups.graph };
      return canOpenAttachment({ realmId, channel, isHeld }, viewer);
    };
  }
}
