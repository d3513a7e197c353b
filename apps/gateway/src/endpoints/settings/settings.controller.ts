import type { RequestOf } from '@stoa/contracts/rpc';
import {
  applySettings,
  applySettingsToOthers,
  renewSessionToken,
  requireProof,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
} from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { sessionCookie } from '../../access/sessions/session-cookie';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { RateLimits } from '../../access/rate-limits/rate-limits';

/** One's own settings (users.md 8): attempts at a password are counted. */
@EndpointController()
export class SettingsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(updateSettings)
  async update(ctx: UserContext, params: RequestOf<typeof updateSettings>): Promise<Buffer | Answer<Buffer>> {
    const { target_users: targets, ...settings } = params;
    if (targets) return this.rpc.callRaw(applySettingsToOthers, ctx, { ...settings, target_users: targets });
    const { realmId, deliveryEmail } = ctx.actor;
    const { sessionId } = ctx.http;
    const changesPassword = settings.new_password !== undefined && settings.new_password !== '';
    if (changesPassword) await this.limits.countPasswordChange(realmId, deliveryEmail);
    // A session asks for a new address with the password, which could be guessed there. The own one needs none.
    const isNewAddress = settings.email !== undefined && settings.email.trim() !== deliveryEmail;
    if (isNewAddress && sessionId !== undefined) {
      await this.passwords.counted(ctx, settings.password ?? '', (proof) => this.rpc.call(requireProof, ctx, proof));
    }
    const answer = await this.rpc.callRaw(applySettings, ctx, { ...settings, kept_session_id: sessionId });
    if (!changesPassword) return answer;
    await this.limits.clearLogins(realmId, deliveryEmail);
    return sessionId === undefined ? answer : this.withNewToken(ctx, sessionId, answer);
  }

  /** Whoever knows the token as well as the old password must not go on with it (identity.md 1.4). */
  private async withNewToken(ctx: UserContext, sessionId: number, answer: Buffer): Promise<Answer<Buffer>> {
    const renewed = await this.rpc.call(renewSessionToken, ctx, { current_session_id: sessionId });
    const cookie = sessionCookie(renewed.token, renewed.max_age_seconds, ctx.http.isSecure);
    return new Answer(answer, '', { 'set-cookie': cookie });
  }

  @Endpoint(updateDisplaySettings)
  updateDisplay(ctx: UserContext, params: RequestOf<typeof updateDisplaySettings>): Promise<Buffer | Answer<Buffer>> {
    return this.update(ctx, params);
  }

  @Endpoint(updateNotificationSettings)
  updateNotifications(
    ctx: UserContext,
    params: RequestOf<typeof updateNotificationSettings>,
  ): Promise<Buffer | Answer<Buffer>> {
    return this.update(ctx, params);
  }
}
