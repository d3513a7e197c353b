import { Controller } from '@nestjs/common';
import { type RpcRequest, type UpdateSettingsRequest, updateSettings, updateSettingsDefaults } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { SettingsDefaultsService } from './settings-defaults.service';
import { SettingsService } from './settings.service';

@Controller()
export class SettingsHandler {
  constructor(
    private readonly settings: SettingsService,
    private readonly defaults: SettingsDefaultsService,
  ) {}

  @Handles(updateSettings)
  async update(request: UpdateSettingsRequest, context: CallContext): Promise<object> {
    await this.settings.update(requireActor(context), request);
    return {};
  }

  @Handles(updateSettingsDefaults)
  async updateDefaults({ settings }: RpcRequest<typeof updateSettingsDefaults>, context: CallContext): Promise<object> {
    await this.defaults.update(requireActor(context), settings);
    return {};
  }
}
