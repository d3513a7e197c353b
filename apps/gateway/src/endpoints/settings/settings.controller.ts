import type { RequestOf } from '@stoa/contracts/rpc';
import {
  applySettings,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
} from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { RateLimits } from '../../access/rate-limits/rate-limits';

/** One's own settings (users.md 8): attempts at a password are counted. */
@EndpointController()
export class SettingsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
  ) {}

  @Endpoint(updateSettings)
  async update(ctx: UserContext, params: RequestOf<typeof updateSettings>): Promise<Buffer> {
    const { realmId, deliveryEmail } = ctx.actor;
    const changesPassword = params.new_password !== undefined && params.new_password !== '';
    if (changesPassword) await this.limits.countPasswordChange(realmId, deliveryEmail);
    const answer = await this.rpc.callRaw(applySettings, ctx, params);
    if (changesPassword) await this.limits.clearLogins(realmId, deliveryEmail);
    return answer;
  }

  @Endpoint(updateDisplaySettings)
  updateDisplay(ctx: UserContext, params: RequestOf<typeof updateDisplaySettings>): Promise<Buffer> {
    return this.update(ctx, params);
  }

  @Endpoint(updateNotificationSettings)
  updateNotifications(ctx: UserContext, params: RequestOf<typeof updateNotificationSettings>): Promise<Buffer> {
    return this.update(ctx, params);
  }
}
