import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { updateSettingsDefaults } from '@stoa/contracts/users';
import { setKeys } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../../organization/organization-writes/organization-writes';
import { defaultEvent } from '../../shared/user-changes/setting-change';
import { changedSettings, checkSettingValues, settingValuesOf } from './setting-rules';
import { SettingsRepository } from './settings.repository';

/** What new accounts of an organization start with (users.md 9); accounts that exist keep what they have. */
@Injectable()
export class SettingsDefaultsService {
  constructor(
    private readonly repository: SettingsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  @Handles(updateSettingsDefaults)
  async update(ctx: ActorContext, request: RequestOf<typeof updateSettingsDefaults>): Promise<void> {
    const settings = settingValuesOf(request);
    checkSettingValues(settings);
    await this.writes.run(ctx, async (tx, audience) => {
      const changes = changedSettings(await this.repository.defaults(tx), settings);
      if (changes.length === 0) return;
      await this.repository.storeDefaults(
        tx,
        Object.fromEntries(changes.map(({ setting, value }) => [setting.name, value])),
      );
      tx.bump(setKeys.realmSettings(tx.realmId));
      tx.emit(...changes.map(({ setting, value }) => defaultEvent(setting.name, value, audience)));
    });
  }
}
