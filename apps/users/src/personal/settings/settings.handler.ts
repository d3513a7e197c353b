import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type UpdateSettingsRequest,
  confirmEmailChange,
  updateSettings,
  updateSettingsDefaults,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { EmailChanges } from './email-changes';
import { SettingsDefaultsService } from './settings-defaults.service';
import { SettingsService } from './settings.service';

@Controller()
export class SettingsHandler {
  constructor(
    private readonly settings: SettingsService,
    private readonly defaults: SettingsDefaultsService,
    private readonly emails: EmailChanges,
  ) {}

  @Handles(updateSettings)
  async update(request: UpdateSettingsRequest, context: CallContext): Promise<object> {
    await this.settings.update(requireActor(context), request);
    return {};
  }

  @Handles(confirmEmailChange)
  async confirmEmail({ key, ...realm }: RpcRequest<typeof confirmEmailChange>): Promise<object> {
    await this.emails.confirm(realm, key);
    return {};
  }

  @Handles(updateSettingsDefaults)
  async updateDefaults({ settings }: RpcRequest<typeof updateSettingsDefaults>, context: CallContext): Promise<object> {
    await this.defaults.update(requireActor(context), settings);
    return {};
  }
}
