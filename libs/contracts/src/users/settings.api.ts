import { Type } from '@sinclair/typebox';
import { IS_DICT, json, text } from '@stoa/http-params';
import { canonicalTimeZone } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { settingParams } from './setting-params';
import { STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';
import { USER_SETTINGS } from './user-settings';

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const VALUE_ERRORS = [
  bad("Invalid notification sound 'gong'"),
  bad('Invalid email batching period: 0 seconds'),
  bad('Invalid emojiset: Value error, Not in the list of possible values'),
];
const SETTINGS_ERRORS: DocumentedError[] = [
  ...VALUE_ERRORS,
  bad('This endpoint does not accept bot requests.'),
  bad('Invalid default_language'),
  bad('Invalid timezone: Value error, Not a recognized time zone'),
  bad('Name must not be empty!'),
  bad('Wrong password!'),
  WRONG_OWN_PASSWORD,
  STALE_SIGN_IN,
  bad('Your Zulip password is managed in LDAP'),
  bad('New password is too weak!'),
  bad("You're making too many attempts! Try again in 30 seconds."),
  bad('Email address changes are disabled in this organization.'),
  bad("'full_name' is managed by SCIM and cannot be changed here."),
  bad('Invalid address.'),
  bad('Outside your domain.'),
  bad('Please use your real email address.'),
  bad('Email addresses containing + are not allowed.'),
  bad('Already has an account.'),
  bad('Account has been deactivated.'),
  bad('Reserved for system bots.'),
  bad('Either user_ids or group_ids must be provided.'),
  bad('Cannot change this setting for other users.'),
  bad('Invalid user ID: 99'),
  bad('Invalid user group ID: 99'),
  { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
  { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
];

/** The user's own account and settings (users.md 8). */
const ownSettings = {
  full_name: text({ doc: 'New name.', optional: true, allowNul: true }),
  email: text({ doc: 'New address: a link is sent there, and nothing changes before it is opened.', optional: true }),
  password: text({ doc: 'Current password: browsers that are signed in need it for a new address.', optional: true }),
  old_password: text({ doc: 'Current password; needed for a new one.', optional: true }),
  new_password: text({ doc: 'New password.', optional: true }),
  timezone: text({
    doc: 'IANA name of a time zone.',
    optional: true,
    check: (name: string) => (canonicalTimeZone(name) === null ? 'Not a recognized time zone' : undefined),
  }),
  ...settingParams(USER_SETTINGS, new Set(['resolved_topic_notice_auto_read_policy'])),
};
const target_users = json(
  Type.Object(
    {
      user_ids: Type.Optional(Type.Array(Type.Integer())),
      group_ids: Type.Optional(Type.Array(Type.Integer())),
      skip_if_already_edited: Type.Optional(
        Type.Boolean({ description: 'Leave alone who ever changed the setting themselves.' }),
      ),
    },
    { [IS_DICT]: true },
  ),
  { optional: true, doc: 'Whose settings are changed instead of the own ones. Administrators only.' },
);
const OWN_SETTINGS = {
  method: 'PATCH',
  tag: 'Settings',
  auth: 'user',
  guard: 'human',
  params: { ...ownSettings, target_users },
  response: EmptyResponseSchema,
  errors: SETTINGS_ERRORS,
} as const;

export const updateSettings = defineEndpoint({ ...OWN_SETTINGS, path: 'settings', summary: 'Change your settings' });

export const updateDisplaySettings = defineEndpoint({
  ...OWN_SETTINGS,
  path: 'settings/display',
  summary: 'Change your settings (older path)',
  description: 'The same as `PATCH /settings`.',
});

export const updateNotificationSettings = defineEndpoint({
  ...OWN_SETTINGS,
  path: 'settings/notifications',
  summary: 'Change your settings (another older path)',
  description: 'The same as `PATCH /settings`.',
});

/** What all three do. The caller counts the attempts at a password. */
export const applySettings = defineRpc({
  subject: 'rpc.users.v1.settings.update',
  // The session that asks, if one does: it goes on when a new password ends the others.
  request: requestWith(ownSettings, { kept_session_id: Type.Optional(Type.Integer()) }),
  response: EmptyResponseSchema,
  auth: 'user',
  timeoutMs: 15_000,
  idempotent: false,
});

/** What they do for other people. */
export const applySettingsToOthers = defineRpc({
  subject: 'rpc.users.v1.settings.update-others',
  request: requestWith({ ...ownSettings, target_users: { ...target_users, options: { doc: 'Who.' } } }, {}),
  response: EmptyResponseSchema,
  auth: 'user',
  timeoutMs: 30_000,
  idempotent: true,
});

/** Dark and light, narrow and wide (organization.md 17). */
export const runZcommand = defineEndpoint({
  method: 'POST',
  path: 'zcommand',
  tag: 'Users',
  summary: 'Run a slash command',
  auth: 'user',
  params: { command: text({ doc: '`/ping`, `/dark`, `/light`, `/fluid-width` or `/fixed-width`.' }) },
  response: EmptyResponseSchema,
  errors: [bad('There should be a leading slash in the zcommand.'), bad('No such command: foo')],
});

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
  auth: 'public',
  idempotent: false,
});

/** What new accounts start with (users.md 9): the settings that have such a default. */
export const updateSettingsDefaults = defineEndpoint({
  method: 'PATCH',
  path: 'realm/user_settings_defaults',
  tag: 'Settings',
  summary: 'Change the settings that new users start with',
  description: 'Administrators only. Users who exist keep their settings.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.settings-defaults.update',
  idempotent: true,
  params: settingParams(
    USER_SETTINGS.filter(({ inRealmDefaults }) => inRealmDefaults),
    new Set(['resolved_topic_notice_auto_read_policy', 'web_home_view', 'web_animate_image_previews']),
  ),
  response: EmptyResponseSchema,
  errors: [
    { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    ...VALUE_ERRORS,
    bad('Invalid web_home_view'),
  ],
});
