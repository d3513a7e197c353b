import { Injectable } from '@nestjs/common';
import { GroupSettingValue } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { WriteTransaction, setKeys } from '@stoa/database';
import { type ChangeFacts, directoryChannel } from '@stoa/directory';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { policyUser } from '../../access/policy-user';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelCreation, checkCreation, refuseHiddenTopics } from '../../access/channel-access/channel-rules';
import { ChannelState } from '../../access/channel-access/channel-state';
import { ChannelsRepository } from './channels.repository';

/** They are made under the realm's exclusive lock, for which every other change of the organization waits. */
const MOST_CREATED = 100;

export interface CreationPlan {
  wanted: readonly { name: string; description: string }[];
  creation: ChannelCreation;
  folderId: number | null;
  groupValues: Partial<Record<string, GroupSettingValue>>;
}

/** Makes channels inside the transaction of the call that names them; the caller holds the realm's exclusive lock. */
@Injectable()
export class ChannelCreationService {
  constructor(
    private readonly repository: ChannelsRepository,
    private readonly groupSettings: ChannelGroupSettingsService,
    private readonly renderer: MessageRenderer,
  ) {}

  /**
   * @returns the channels in the order of the plan
   * @throws DomainError with the texts of {@link checkCreation}, `At most 100 channels can be created at once.`
   */
  async create(tx: WriteTransaction, facts: ChangeFacts, plan: CreationPlan): Promise<ChannelState[]> {
    await this.checkFolder(tx, plan.folderId);
    if (plan.wanted.length === 0) return [];
    checkCreation(plan.creation, { user: policyUser(facts.requester), ...facts });
    const topics = plan.groupValues.can_create_topic_group;
    refuseHiddenTopics({
      sharesHistory: plan.creation.historyPublicToSubscribers,
      letsEverybodyBeginTopics: topics === undefined || topics === facts.groups.graph.idOf('role:everyone'),
    });
    if (plan.wanted.length > MOST_CREATED) throw badRequest(`At most ${MOST_CREATED} channels can be created at once.`);
    const creatorId = facts.requester.id;
    const { columns, made } = await this.groupSettings.groupsOfNewChannels(tx, plan.groupValues, {
      creatorId,
      groups: facts.groups,
      count: plan.wanted.length,
    });
    const channels = [];
    // One after the other: a call takes at most one thread.
    for (const { name, description } of plan.wanted) {
      const renderedDescription = await this.renderer.renderDescription(facts, facts.requester, description);
      channels.push({ name, description, renderedDescription });
    }
    const ids = await this.repository.insert(tx, {
      channels,
      creatorId,
      creation: plan.creation,
      folderId: plan.folderId,
      groups: columns,
    });
    tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids });
    for (const id of ids) tx.bump(setKeys.channel(id));
    const rows = await this.repository.channels(tx, ids);
    return rows
      .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map((row) => ({
        channel: directoryChannel(row),
        members: new Map<number, boolean>(),
        isNew: true,
        newGroupValues: made,
      }));
  }

  /** @throws DomainError `Invalid channel folder ID` */
  async checkFolder(tx: WriteTransaction, folderId: number | null): Promise<void> {
    if (folderId === null || (await this.repository.folderExists(tx, folderId))) return;
    throw badRequest('Invalid channel folder ID');
  }
}
