import { VERSION_FIELDS } from '@stoa/contracts/server';
import type { ServerSettings } from '@stoa/contracts/server';
import { offeredBackends, realmIconUrl, signInButtons } from '@stoa/policy';
import type { RealmFacts } from '../../access/realms/realm-store';

const DEFAULT_DESCRIPTION = '<p>The coolest place in the universe.</p>';

/** For apps that know passwords only, where these are not enough (identity.md 9). */
const BROWSER_SIGN_IN = {
  name: 'browser',
  display_name: 'browser',
  display_icon: null,
  login_url: '/login/',
  signup_url: '/register/',
};

export interface ServerSettingsInput {
  /** Absent at a root host without an organization. */
  realm: RealmFacts | undefined;
  /** Canonical URL of the organization, or of the installation. */
  url: string;
  isDevelopment: boolean;
  isPushEnabled: boolean;
  isIncompatible: boolean;
}

/** The answer of `GET /server_settings`. */
export function buildServerSettings(input: ServerSettingsInput): ServerSettings {
  const { realm, url } = input;
  const { signInButtons: providers = [], authenticationMethods: switches = {} } = realm ?? {};
  const kinds = providers.map(({ kind }) => kind);
  const offered = offeredBackends(input.isDevelopment, realm?.hasDirectory ? [...kinds, 'ldap'] : kinds);
  const enabled = new Set(offered.filter((name) => switches[name] ?? true).map((name) => name.toLowerCase()));
  if (enabled.has('email') || enabled.has('ldap')) enabled.add('password');
  return {
    authentication_methods: authenticationMethods(enabled),
    ...VERSION_FIELDS,
    push_notifications_enabled: input.isPushEnabled,
    is_incompatible: input.isIncompatible,
    email_auth_enabled: enabled.has('email'),
    require_email_format_usernames: !enabled.has('ldap'),
    realm_url: url,
    realm_uri: url,
    ...(realm && realmFields(realm)),
    external_authentication_methods: [
      ...signInButtons(providers, switches),
      ...(realm?.needsBrowserSignIn && enabled.has('password') ? [BROWSER_SIGN_IN] : []),
    ],
  };
}

function authenticationMethods(enabled: ReadonlySet<string>): ServerSettings['authentication_methods'] {
  return {
    password: enabled.has('password'),
    dev: enabled.has('dev'),
    email: enabled.has('email'),
    ldap: enabled.has('ldap'),
    remoteuser: enabled.has('remoteuser'),
    github: enabled.has('github'),
    azuread: enabled.has('azuread'),
    gitlab: enabled.has('gitlab'),
    google: enabled.has('google'),
    apple: enabled.has('apple'),
    discord: enabled.has('discord'),
    saml: enabled.has('saml'),
    'openid connect': enabled.has('openid connect'),
  };
}

function realmFields(realm: RealmFacts): Partial<ServerSettings> {
  return {
    realm_name: realm.name,
    realm_icon: realmIconUrl({
      realmId: realm.id,
      stringId: realm.stringId,
      iconSource: realm.iconSource,
      iconVersion: realm.iconVersion,
    }),
    realm_description: realm.renderedDescription === '' ? DEFAULT_DESCRIPTION : realm.renderedDescription,
    realm_web_public_access_enabled: realm.isSpectatorAccessEnabled,
  };
}
