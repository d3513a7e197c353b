import { Injectable } from '@nestjs/common';
import { SettingValues } from '@stoa/contracts';
import { setKeys } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../../organization/organization-writes/organization-writes';
import { defaultEvent } from './setting-change';
import { changedSettings, checkSettingValues } from './setting-rules';
import { SettingsRepository } from './settings.repository';

/** What new accounts of an organization start with (users.md 9); accounts that exist keep what they have. */
@Injectable()
export class SettingsDefaultsService {
  constructor(
    private readonly repository: SettingsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  async update(ctx: ActorContext, settings: SettingValues): Promise<void> {
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
