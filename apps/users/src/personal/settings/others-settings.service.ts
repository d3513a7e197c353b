import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import {
  type SettingValue,
  USER_SETTINGS,
  type UserSetting,
  applySettingsToOthers,
  shownSetting,
} from '@stoa/contracts/users';
import { eventOf } from '@stoa/contracts/events';
import { Database, type WriteTransaction, lockRealm, setKeys } from '@stoa/database';
import { type ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { requireRole } from '../../shared/user-changes/user-rules';
import { READ_FROM_COPIES } from './copied-settings';
import { settingEvents } from '../../shared/user-changes/setting-change';
import { checkSettingValues, isForTheirOwners, settingValuesOf } from './setting-rules';
import { type ChangedAccount, SettingsRepository } from './settings.repository';

type OthersSettingsRequest = RpcRequest<typeof applySettingsToOthers>;
type Targets = OthersSettingsRequest['target_users'];

/** Settings that administrators give to many people at once (users.md 8). */
@Injectable()
export class OthersSettingsService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: SettingsRepository,
  ) {}

  /** Names of people are not changed so. @throws DomainError with a text of users.md 8; then nothing has changed */
  @Handles(applySettingsToOthers)
  async update(ctx: ActorContext, request: OthersSettingsRequest): Promise<void> {
    const { target_users: targets } = request;
    if (!targets.user_ids?.length && !targets.group_ids?.length) {
      throw badRequest('Either user_ids or group_ids must be provided.');
    }
    await this.database.write(ctx, [lockRealm(ctx.actor.realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      requireRole('administrator', facts.requester);
      const isRefused = Object.entries(request).some(([name, value]) => value !== undefined && isForTheirOwners(name));
      if (isRefused) throw badRequest('Cannot change this setting for other users.');
      const settings = settingValuesOf(request);
      checkSettingValues(settings);
      const userIds = targetIds(facts, targets);
      for (const setting of USER_SETTINGS) {
        const value = settings[setting.name];
        if (value !== undefined) await this.change(tx, setting, value, { userIds, targets });
      }
    });
  }

  /** One statement and one event for everybody whose setting it is. */
  private async change(
    tx: WriteTransaction,
    setting: UserSetting,
    value: SettingValue,
    { userIds, targets }: { userIds: readonly number[]; targets: Targets },
  ): Promise<void> {
    const { name } = setting;
    const changed = await this.repository.storeOfMany(tx, userIds, {
      name,
      value,
      keepsOwnChoice: targets.skip_if_already_edited ?? false,
    });
    if (changed.length === 0) return;
    const ids = changed.map(({ id }) => id);
    if (name === 'enable_drafts_synchronization' && value === false) await this.repository.deleteDrafts(tx, ids);
    if (READ_FROM_COPIES.has(name)) tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids });
    if (setting.legacy === undefined && name !== 'default_language') {
      tx.emit(eventOf('user_settings', 'update', { property: name, value: shownSetting(name, value) }, ids));
    } else {
      tx.emit(...eventsOfEach(changed, setting, value));
    }
  }
}

/** Earlier events name the user. */
function eventsOfEach(changed: readonly ChangedAccount[], setting: UserSetting, value: SettingValue) {
  return changed.flatMap((user) => settingEvents(user, setting, value));
}

/**
 * The people that are meant, deactivated ones among them; bots have no settings that somebody sees.
 * @throws DomainError for unknown users and groups
 */
function targetIds({ users, groups }: ChangeFacts, targets: Targets): number[] {
  const { user_ids: userIds = [], group_ids: groupIds = [] } = targets;
  const strangerGroup = groupIds.find((id) => !groups.named.has(id));
  if (strangerGroup !== undefined) throw badRequest(`Invalid user group ID: ${strangerGroup}`);
  const stranger = userIds.find((id) => !users.get(id));
  if (stranger !== undefined) throw badRequest(`Invalid user ID: ${stranger}`);
  const named = new Set(userIds);
  return [...users.byId.values()].flatMap((user) => {
    const { id, role, isBot } = user;
    const isMeant =
      named.has(id) || groupIds.some((groupId) => groups.graph.isMember(groupId, { userId: id, role, isBot }));
    return isMeant && !isBot ? [id] : [];
  });
}
