import { Static, TBoolean, Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';

const TAG = 'Server and organization';

/** Deprecated, but read by older clients: lower-case backend name to enabled. */
const AUTHENTICATION_METHOD_KEYS = [
  'password',
  'dev',
  'email',
  'ldap',
  'remoteuser',
  'github',
  'discord',
  'azuread',
  'gitlab',
  'google',
  'apple',
  'saml',
  'openid connect',
] as const;

const ExternalAuthenticationMethodSchema = Type.Object(
  {
    name: Type.String(),
    display_name: Type.String(),
    display_icon: Type.Union([Type.String(), Type.Null()]),
    login_url: Type.String(),
    signup_url: Type.String(),
  },
  CLOSED,
);

/** `GET /server_settings` (organization.md 3). The realm's own fields are absent where there is no organization. */
export const ServerSettingsSchema = Type.Object(
  {
    authentication_methods: Type.Object(
      // Each key is there; which they are only the list's type tells.
      Object.fromEntries(AUTHENTICATION_METHOD_KEYS.map((key) => [key, Type.Boolean()])) as Record<
        (typeof AUTHENTICATION_METHOD_KEYS)[number],
        TBoolean
      >,
      { description: 'Deprecated: use external_authentication_methods.' },
    ),
    zulip_version: Type.String(),
    service_version: Type.String({ description: 'Release text; starts with a number.' }),
    zulip_merge_base: Type.String(),
    service_merge_base: Type.String(),
    zulip_feature_level: Type.Integer(),
    service_feature_level: Type.Integer({ description: 'Level N means that every feature up to N is supported.' }),
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean({ description: 'The requesting client is too old to be used.' }),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_url: Type.String({ description: 'Canonical URL without a slash at the end.' }),
    realm_uri: Type.String({ description: 'Deprecated alias of realm_url.' }),
    realm_name: Type.Optional(Type.String()),
    realm_icon: Type.Optional(Type.String()),
    realm_description: Type.Optional(Type.String({ description: 'HTML.' })),
    realm_web_public_access_enabled: Type.Optional(Type.Boolean()),
    external_authentication_methods: Type.Array(ExternalAuthenticationMethodSchema),
  },
  CLOSED,
);
export type ServerSettings = Static<typeof ServerSettingsSchema>;

export const getServerSettings = defineEndpoint({
  method: 'GET',
  path: 'server_settings',
  tag: TAG,
  summary: 'What a client must know before it logs in',
  auth: 'public',
  response: ServerSettingsSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'Invalid subdomain' },
    { code: 'BAD_REQUEST', msg: 'Subdomain required' },
  ],
});

export const checkCompatibility = defineEndpoint({
  method: 'GET',
  path: 'compatibility',
  tag: TAG,
  summary: 'Whether the requesting client may be used',
  description: 'Also at `/compatibility`, where old mobile apps ask.',
  isAtHostToo: true,
  auth: 'public',
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'User-Agent header missing from request' },
    { code: 'BAD_REQUEST', msg: 'Client is too old' },
  ],
});

export const getSubdomainAvailability = defineEndpoint({
  method: 'GET',
  path: 'realm/subdomain/{subdomain}',
  tag: TAG,
  summary: 'Whether a new organization may have a subdomain',
  description: 'The answer is the text in `msg`: `available`, or why not.',
  auth: 'public',
  params: { subdomain: text({ doc: 'The subdomain in question.' }) },
  response: EmptyResponseSchema,
});
