import { updateSettings, updateSettingsDefaults } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { RateLimits } from '../rate-limits/rate-limits';
import { settingValues } from './setting-params';
import { UpdateSettingsDefaultsParams, UpdateSettingsParams } from './settings.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const VALUE_ERRORS = [
  bad("Invalid notification sound 'gong'"),
  bad('Invalid email batching period: 0 seconds'),
  bad('Invalid emojiset: Value error, Not in the list of possible values'),
];
const SETTINGS_ERRORS = [
  ...VALUE_ERRORS,
  bad('This endpoint does not accept bot requests.'),
  bad('Invalid default_language'),
  bad('Invalid timezone: Value error, Not a recognized time zone'),
  bad('Name must not be empty!'),
  bad('Wrong password!'),
  bad('New password is too weak!'),
  bad("You're making too many attempts! Try again in 30 seconds."),
  bad('Email address changes are disabled in this organization.'),
  bad('Invalid address.'),
  bad('Outside your domain.'),
  bad('Please use your real email address.'),
  bad('Email addresses containing + are not allowed.'),
  bad('Already has an account.'),
  bad('Account has been deactivated.'),
  bad('Reserved for system bots.'),
  { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
];
const OWN_SETTINGS = {
  method: 'PATCH',
  tag: 'Settings',
  auth: 'user',
  guard: 'human',
  params: UpdateSettingsParams,
  response: updateSettings.response,
  errors: SETTINGS_ERRORS,
} as const;

/** Personal settings and the organization's defaults for them (users.md 8, 9). */
@EndpointController()
export class SettingsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
  ) {}

  @Endpoint({ ...OWN_SETTINGS, path: 'settings', summary: 'Change your settings' })
  async update(ctx: UserContext, params: UpdateSettingsParams): Promise<Buffer> {
    const { fullName, email, oldPassword, newPassword, timezone } = params;
    const { realmId, deliveryEmail } = ctx.actor;
    const changesPassword = newPassword !== undefined && newPassword !== '';
    if (changesPassword) await this.limits.countPasswordChange(realmId, deliveryEmail);
    const settings = settingValues(params);
    const request = { settings, fullName, email, oldPassword, newPassword, timezone };
    const answer = await this.rpc.callRaw(updateSettings, ctx, request);
    if (changesPassword) await this.limits.clearLogins(realmId, deliveryEmail);
    return answer;
  }

  @Endpoint({
    ...OWN_SETTINGS,
    path: 'settings/display',
    summary: 'Change your settings (older path)',
    description: 'The same as `PATCH /settings`.',
  })
  updateDisplay(ctx: UserContext, params: UpdateSettingsParams): Promise<Buffer> {
    return this.update(ctx, params);
  }

  @Endpoint({
    ...OWN_SETTINGS,
    path: 'settings/notifications',
    summary: 'Change your settings (another older path)',
    description: 'The same as `PATCH /settings`.',
  })
  updateNotifications(ctx: UserContext, params: UpdateSettingsParams): Promise<Buffer> {
    return this.update(ctx, params);
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/user_settings_defaults',
    summary: 'Change the settings that new users start with',
    description: 'Administrators only. Users who exist keep their settings.',
    tag: 'Settings',
    auth: 'user',
    guard: 'administrator',
    params: UpdateSettingsDefaultsParams,
    response: updateSettingsDefaults.response,
    errors: [
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
      ...VALUE_ERRORS,
      bad('Invalid web_home_view'),
    ],
  })
  updateDefaults(ctx: UserContext, params: UpdateSettingsDefaultsParams): Promise<Buffer> {
    return this.rpc.callRaw(updateSettingsDefaults, ctx, { settings: settingValues(params) });
  }
}
