import { Injectable } from '@nestjs/common';
import { updateChannel } from '@stoa/contracts/channels';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import type { UpdateChannelRequest } from '@stoa/contracts/channels';
import { WriteTransaction } from '@stoa/database';
import { retentionValue, unquoted } from '@stoa/http-params';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { isAdministrator, isOpenToNewTopics, isOwner } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import {
  checkedChannelName,
  checkedTopicsPolicy,
  refuseHiddenTopics,
  storedDescription,
  storedRetention,
} from '../../access/channel-access/channel-rules';
import { ChannelsRepository } from '../channels/channels.repository';
import { silentMention } from '../channels/channel-notices.service';
import { defaultChannelsEvent } from '../default-channels/default-channels-change';
import { DefaultChannelsRepository } from '../default-channels/default-channels.repository';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { ChannelGroupChanges } from './channel-group-changes';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannel } from './edited-channel';
import { EditedChannels } from './edited-channels';
import { noticeTexts } from './notice-texts';
import { changedPrivacy, checkPrivacy, isSamePrivacy } from './privacy-rules';

interface Step {
  tx: WriteTransaction;
  edited: EditedChannel;
  changes: UpdateChannelRequest;
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
  @Handles(updateChannel)
  async update(ctx: ActorContext, changes: UpdateChannelRequest): Promise<void> {
    await this.editing.edit(ctx, changes.stream_id, async (tx, edited) => {
      const step: Step = { tx, edited, changes, actor: silentMention(ctx) };
      const privacy = changedPrivacy(edited.row, changes);
      const changesPrivacy =
        changes.is_private !== undefined ||
        changes.is_web_public !== undefined ||
        changes.history_public_to_subscribers !== undefined;
      if (changesPrivacy || changes.is_default_stream) checkPrivacy(edited, changes, privacy);
      await this.changeTopicsPolicy(step);
      if (changesPrivacy && !isSamePrivacy(edited.row, privacy)) {
        const { invite_only: value, ...extra } = privacy;
        edited.notices.push(noticeTexts.privacy(edited.write, step.actor, edited.row, privacy));
        edited.setAccess(privacy, edited.groups, { property: 'invite_only', value, extra });
      }
      await this.changeDefault(step);
      await this.changeRetention(step);
      this.unarchive(step);
      await this.changeDescription(step);
      await this.changeName(step);
      await this.changeFolder(step);
      await this.groupChanges.apply(tx, edited, changes, step.actor);
      if (changesPrivacy || changes.can_create_topic_group !== undefined) {
        const letsEverybodyBeginTopics = isOpenToNewTopics(edited.channel, edited.groups.graph);
        refuseHiddenTopics({ sharesHistory: edited.row.history_public_to_subscribers, letsEverybodyBeginTopics });
      }
    });
  }

  private async changeTopicsPolicy({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.topics_policy === undefined) return;
    const policy = checkedTopicsPolicy(unquoted(changes.topics_policy));
    const { settings, groups } = edited.facts;
    const { user } = edited.viewer;
    const maySet = isAdministrator(user) || groups.graph.isMember(settings.canSetTopicsPolicyGroup, user);
    if (policy !== 'inherit' && !maySet) throw insufficientPermission();
    const old = edited.row.topics_policy;
    if (policy === old) return;
    if (policy === 'empty_topic_only' && (await this.repository.hasNamedTopic(tx, edited.row.recipient_id))) {
      const data = { empty_topic_display_name: DEFAULT_EMPTY_TOPIC_NAME };
      const where = `all messages in this channel must be in the ${DEFAULT_EMPTY_TOPIC_NAME} topic`;
      throw badRequest(`To enable this configuration, ${where}. Consider renaming or deleting other topics.`, data);
    }
    edited.set({ topics_policy: policy }, { property: 'topics_policy', value: policy });
    edited.notices.push(noticeTexts.topicsPolicy(edited.write, actor, old, policy));
  }

  private async changeDefault({ tx, edited, changes }: Step): Promise<void> {
    if (changes.is_default_stream === undefined) return;
    if (!isAdministrator(edited.viewer.user)) {
      throw badRequest('You do not have permission to change default channels.');
    }
    const { id } = edited.row;
    const hasChanged = changes.is_default_stream ? await this.defaults.add(tx, id) : await this.defaults.remove(tx, id);
    if (hasChanged) edited.events.push(defaultChannelsEvent(edited.facts.users, await this.defaults.all(tx)));
  }

  private async changeRetention({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.message_retention_days === undefined) return;
    if (!isOwner(edited.viewer.user)) throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
    const days = storedRetention(retentionValue(changes.message_retention_days));
    const old = edited.row.message_retention_days;
    if (days === old) return;
    edited.set({ message_retention_days: days }, { property: 'message_retention_days', value: days });
    const fallback = await this.repository.realmRetentionDays(tx);
    edited.notices.push(noticeTexts.retention(edited.write, actor, old ?? fallback, days ?? fallback));
  }

  private unarchive({ edited, changes }: Step): void {
    if (changes.is_archived !== false) return;
    const { row } = edited;
    if (!row.is_archived) throw badRequest('Channel is not currently deactivated');
    if (row.invite_only && edited.members.size === 0) throw badRequest('Channel is private and have no subscribers');
    // A state that no request can make any more, left by an import: private wins.
    edited.setArchived(false, row.invite_only && row.is_web_public ? { is_web_public: false } : {});
    edited.notices.push(noticeTexts.unarchived(edited.write, row.name));
  }

  private async changeDescription({ edited, changes, actor }: Step): Promise<void> {
    if (changes.description === undefined) return;
    const description = storedDescription(changes.description, 'description');
    const old = edited.row.description;
    if (description === old) return;
    const rendered = await this.renderer.renderDescription(edited.facts, edited.facts.requester, description);
    edited.set(
      { description, rendered_description: rendered },
      { property: 'description', value: description, extra: { rendered_description: rendered } },
    );
    edited.notices.push(noticeTexts.description(edited.write, actor, old, description));
  }

  private async changeName({ tx, edited, changes, actor }: Step): Promise<void> {
    if (changes.new_name === undefined) return;
    const old = edited.row.name;
    if (changes.new_name.trim() === old) throw badRequest('Channel already has that name.');
    const name = checkedChannelName(changes.new_name);
    await this.channels.checkNameIsFree(tx, name, edited.row.id);
    edited.set({ name }, { property: 'name', value: name });
    edited.notices.push(noticeTexts.renamed(edited.write, actor, old, name));
  }

  private async changeFolder({ tx, edited, changes }: Step): Promise<void> {
    const { folder_id } = changes;
    if (folder_id === undefined) return;
    if (folder_id !== null && !(await this.channels.folderExists(tx, folder_id))) {
      throw badRequest('Invalid channel folder ID');
    }
    edited.set({ folder_id }, { property: 'folder_id', value: folder_id });
  }
}
