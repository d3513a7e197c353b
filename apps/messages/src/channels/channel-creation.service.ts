import { Injectable } from '@nestjs/common';
import { GroupSettingValue, badRequest } from '@stoa/contracts';
import { WriteTransaction, setKeys } from '@stoa/database';
import { directoryChannel } from '@stoa/directory';
import { MessageRenderer } from '../messages/message-renderer';
import { policyUser } from '../messages/sender-fields';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelCreation, checkCreation } from './channel-rules';
import { ChannelState } from './channel-state';
import { ChannelsRepository } from './channels.repository';
import type { SubscribeScene } from './subscribe.service';

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

  async create(tx: WriteTransaction, scene: SubscribeScene, plan: CreationPlan): Promise<ChannelState[]> {
    await this.checkFolder(tx, plan.folderId);
    if (plan.wanted.length === 0) return [];
    checkCreation(plan.creation, { user: policyUser(scene.requester), ...scene });
    const ids: number[] = [];
    const groupValues = new Map<number, GroupSettingValue>();
    for (const { name, description } of plan.wanted) {
      const groups = await this.groupSettings.groupsOfNewChannel(
        tx,
        plan.groupValues,
        scene.requester.id,
        scene.groups,
      );
      this.rememberAnonymous(groupValues, groups, plan.groupValues, scene);
      ids.push(
        await this.repository.insert(tx, {
          name,
          description,
          renderedDescription: this.renderer.renderDescription(scene, description),
          creatorId: scene.requester.id,
          creation: plan.creation,
          folderId: plan.folderId,
          groups,
        }),
      );
    }
    tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids });
    for (const id of ids) tx.bump(setKeys.channel(id));
    const rows = await this.repository.channels(tx, ids);
    return rows.map((row) => ({
      channel: directoryChannel(row),
      members: new Map<number, boolean>(),
      isNew: true,
      newGroupValues: groupValues,
    }));
  }

  /** @throws DomainError `Invalid channel folder ID` */
  async checkFolder(tx: WriteTransaction, folderId: number | null): Promise<void> {
    if (folderId === null || (await this.repository.folderExists(tx, folderId))) return;
    throw badRequest('Invalid channel folder ID');
  }

  private rememberAnonymous(
    remembered: Map<number, GroupSettingValue>,
    groups: Record<string, number>,
    given: Partial<Record<string, GroupSettingValue>>,
    scene: SubscribeScene,
  ): void {
    for (const [setting, groupId] of Object.entries(groups)) {
      if (scene.groups.named.has(groupId)) continue;
      remembered.set(groupId, given[setting] ?? { direct_members: [scene.requester.id], direct_subgroups: [] });
    }
  }
}
