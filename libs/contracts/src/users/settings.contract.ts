import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';

const SettingValueSchema = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

/** Settings that were sent, by name; the caller has checked types and closed sets of values. */
const SettingValuesSchema = Type.Record(Type.String(), SettingValueSchema);
export type SettingValues = Static<typeof SettingValuesSchema>;

/** `PATCH /settings` (users.md 8). */
export const updateSettings = defineRpc({
  subject: 'rpc.users.v1.settings.update',
  request: Type.Object({
    settings: SettingValuesSchema,
    timezone: Type.Optional(Type.String()),
    fullName: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    oldPassword: Type.Optional(Type.String()),
    newPassword: Type.Optional(Type.String()),
  }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: false,
});
export type UpdateSettingsRequest = Static<(typeof updateSettings)['request']>;

/** The link in the mail to a new address was opened. */
export const confirmEmailChange = defineRpc({
  subject: 'rpc.users.v1.settings.confirm-email',
  request: Type.Object({
    realmId: Type.Integer(),
    partition: Type.Integer(),
    realmHost: Type.String(),
    key: Type.String(),
  }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `PATCH /realm/user_settings_defaults` (users.md 9). */
export const updateSettingsDefaults = defineRpc({
  subject: 'rpc.users.v1.settings-defaults.update',
  request: Type.Object({ settings: SettingValuesSchema }),
  response: EmptyResponseSchema,
  idempotent: true,
});
