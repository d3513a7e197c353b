import { Injectable } from '@nestjs/common';
import { ChannelChanges, DomainError, RpcRequest, badRequest, updateChannel } from '@stoa/contracts';
import { WriteTransaction } from '@stoa/database';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { isAdministrator, isOwner } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import {
  checkedChannelName,
  checkedTopicsPolicy,
  storedDescription,
  storedRetention,
} from '../../access/channel-access/channel-rules';
import { ChannelsRepository } from '../channels/channels.repository';
import { silentMention } from '../channels/channel-notices.service';
import { defaultChannelsEvent } from '../default-channels/default-channels-change';
import { DefaultChannelsRepository } from '../default-channels/default-channels.repository';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { ChannelGroupChanges } from './channel-group-changes.service';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannel } from './edited-channel';
import { EditedChannels } from './edited-channels.service';
import { noticeTexts } from './notice-texts';
import { changedPrivacy, checkPrivacy, isSamePrivacy } from './privacy-rules';

type Request = RpcRequest<typeof updateChannel>;

interface Step {
  tx: WriteTransaction;
  edited: EditedChannel;
  changes: ChannelChanges;
  /** Silent mention of who does it. */
  actor: string;
}

/** `PATCH /streams/{stream_id}` (channels.md 8.1, 8.2, 8.4): the whole request in one transaction, in its order. */
@Injectable()
export class UpdateChannelService {
  constructor(
    private readonly editing: EditedChannels,
    private readonly channels: ChannelsRepository,
    private readonly repository: ChannelUpdatesRepository,
    private readonly defaults: DefaultChannelsRepository,
    private readonly groupChanges: ChannelGroupChanges,
    private readonly renderer: MessageRenderer,
  ) {}

  /** @throws DomainError with the texts of channels.md 8.1 and 8.2 */
  async update(ctx: ActorContext, { channelId, changes }: Request): Promise<Record<string, never>> {
    await this.editing.edit(ctx, channelId, async (tx, edited) => {
      const step: Step = { tx, edited, changes, actor: silentMention(ctx) };
      const privacy = changedPrivacy(edited.row, changes);
      const changesPrivacy =
        changes.isPrivate !== undefined ||
        changes.isWebPublic !== undefined ||
        changes.historyPublicToSubscribers !== undefined;
      if (changesPrivacy || changes.isDefaultChannel) checkPrivacy(edited, changes, privacy);
      await this.changeTopicsPolicy(step);
      if (changesPrivacy && !isSamePrivacy(edited.row, privacy)) {
        const { invite_only: value, ...extra } = privacy;
        edited.notices.push(noticeTexts.privacy(step.actor, edited.row, privacy));
        edited.setAccess(privacy, edited.groups, { property: 'invite_only', value, extra });
      }
      await this.changeDefault(step);
      await this.changeRetention(step);
      this.unarchive(step);
      await this.changeDescription(step);
      await this.changeName(step);
      await this.changeFolder(step);
      await this.groupChanges.apply(tx, edited, changes.groupSettings, step.actor);
    });
    return {};
  }

  private async changeTopicsPolicy({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.topicsPolicy === undefined) return;
    const policy = checkedTopicsPolicy(changes.topicsPolicy);
    const { settings, groups } = edited.scene;
    const { user } = edited.viewer;
    const maySet = isAdministrator(user) || groups.graph.isMember(settings.canSetTopicsPolicyGroup, user);
    if (policy !== 'inherit' && !maySet) throw badRequest('Insufficient permission');
    const old = edited.row.topics_policy;
    if (policy === old) return;
    if (policy === 'empty_topic_only' && (await this.repository.hasNamedTopic(tx, edited.row.recipient_id))) {
      const data = { empty_topic_display_name: DEFAULT_EMPTY_TOPIC_NAME };
      const where = `all messages in this channel must be in the ${DEFAULT_EMPTY_TOPIC_NAME} topic`;
      throw badRequest(`To enable this configuration, ${where}. Consider renaming or deleting other topics.`, data);
    }
    edited.set({ topics_policy: policy }, { property: 'topics_policy', value: policy });
    edited.notices.push(noticeTexts.topicsPolicy(actor, old, policy));
  }

  private async changeDefault({ tx, edited, changes }: Step): Promise<void> {
    if (changes.isDefaultChannel === undefined) return;
    if (!isAdministrator(edited.viewer.user)) {
      throw badRequest('You do not have permission to change default channels.');
    }
    const { id } = edited.row;
    const hasChanged = changes.isDefaultChannel ? await this.defaults.add(tx, id) : await this.defaults.remove(tx, id);
    if (hasChanged) edited.events.push(defaultChannelsEvent(edited.scene.users, await this.defaults.all(tx)));
  }

  private async changeRetention({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.messageRetentionDays === undefined) return;
    if (!isOwner(edited.viewer.user)) throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
    const days = storedRetention(changes.messageRetentionDays);
    const old = edited.row.message_retention_days;
    if (days === old) return;
    edited.set({ message_retention_days: days }, { property: 'message_retention_days', value: days });
    const fallback = await this.repository.realmRetentionDays(tx);
    edited.notices.push(noticeTexts.retention(actor, old ?? fallback, days ?? fallback));
  }

  private unarchive({ edited, changes }: Step): void {
    if (changes.isArchived !== false) return;
    const { row } = edited;
    if (!row.is_archived) throw badRequest('Channel is not currently deactivated');
    if (row.invite_only && edited.members.size === 0) throw badRequest('Channel is private and have no subscribers');
    // A state that no request can make any more, left by an import: private wins.
    edited.setArchived(false, row.invite_only && row.is_web_public ? { is_web_public: false } : {});
    edited.notices.push(noticeTexts.unarchived(row.name));
  }

  private async changeDescription({ edited, changes, actor }: Step): Promise<void> {
    if (changes.description === undefined) return;
    const description = storedDescription(changes.description, 'description');
    const old = edited.row.description;
    if (description === old) return;
    const rendered = await this.renderer.renderDescription(edited.scene, edited.scene.requester, description);
    edited.set(
      { description, rendered_description: rendered },
      { property: 'description', value: description, extra: { rendered_description: rendered } },
    );
    edited.notices.push(noticeTexts.description(actor, old, description));
  }

  private async changeName({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.name === undefined) return;
    const old = edited.row.name;
    if (changes.name.trim() === old) throw badRequest('Channel already has that name.');
    const name = checkedChannelName(changes.name);
    await this.channels.checkNameIsFree(tx, name, edited.row.id);
    edited.set({ name }, { property: 'name', value: name });
    edited.notices.push(noticeTexts.renamed(actor, old, name));
  }

  private async changeFolder({ tx, edited, changes }: Step): Promise<void> {
    const { folderId } = changes;
    if (folderId === undefined) return;
    if (folderId !== null && !(await this.channels.folderExists(tx, folderId))) {
      throw badRequest('Invalid channel folder ID');
    }
    if (folderId === edited.row.folder_id) return;
    edited.set({ folder_id: folderId }, { property: 'folder_id', value: folderId });
  }
}
