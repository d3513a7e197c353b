import { APPLE_ISSUER, APPLE_SETTING_NAMES, AppleProviderSettings, appleProviderProblem } from './apple-provider';
import { JwtProviderSettings, jwtProviderProblem } from './jwt-provider';
import { type ClaimsProviderSettings, claimsProviderProblem } from './claims-provider';
import { SAML_SETTING_NAMES, SamlProviderSettings, samlKeyPair, samlProviderProblem } from './saml-provider';

/** Protocols and services by which people sign in elsewhere; each is a way of its own in the code. */
export const SIGN_IN_KINDS = ['oidc', 'saml', 'remoteuser', 'github', 'gitlab', 'apple', 'jwt'] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

/** What is known of certain services that speak OpenID Connect. */
export const OIDC_PRESETS = ['generic', 'entra', 'google', 'okta', 'keycloak'] as const;
export type OidcPreset = (typeof OIDC_PRESETS)[number];

/** How an organization uses a provider; names as the API has them. What is absent is off. */
export interface SignInProviderSettings
  extends SamlProviderSettings, AppleProviderSettings, JwtProviderSettings, ClaimsProviderSettings {
  preset?: OidcPreset;
  /**
   * OIDC, SAML: the issuer (entity ID), exactly as it names itself. GitHub, GitLab: the server, if it is not the public
   * one.
   */
  issuer?: string;
  /** SAML: by which entity ID the provider knows this service, if it is not the organization's address. */
  client_id?: string;
  /** Besides `openid`, `email` and `profile`. */
  scopes?: string[];
  /** Addresses count as verified although the provider does not say so. */
  trusts_email?: boolean;
  /** Names are taken as they are, without asking. SAML: unless it is off. */
  trusts_name?: boolean;
  /** Whoever has no account gets one without being asked. */
  auto_signup?: boolean;
  /** Nobody who comes by this provider needs an invitation. */
  bypass_invite?: boolean;
  /** Accounts that another provider vouched for may be opened by this one, too, if it vouches for their address. */
  links_accounts?: boolean;
  /** Names given by a proxy that are no addresses become some: `name@domain`. */
  append_domain?: string;
  /** Sessions that begin with the provider end after so many hours, used or not. */
  max_session_hours?: number;
  /** OIDC, SAML: when the provider says that somebody has signed out, his API keys end as well, so phones, too. */
  logout_ends_keys?: boolean;
  /** Google: the domain of the Workspace that accounts must belong to. */
  hosted_domain?: string;
  /** GitHub: only members of it. */
  organization?: string;
  /** GitHub: only members of this team of the organization. */
  team?: string;
}

/** Names of the methods in an organization's settings (organization.md 2.5). */
const BACKENDS: Readonly<Record<SignInKind, string>> = {
  oidc: 'OpenID Connect',
  saml: 'SAML',
  remoteuser: 'RemoteUser',
  github: 'GitHub',
  gitlab: 'GitLab',
  apple: 'Apple',
  jwt: 'JWT',
};

/** Of these an organization has one at most, which needs no name. */
const FIXED_NAMES: Partial<Record<SignInKind, string>> = {
  github: 'github',
  gitlab: 'gitlab',
  apple: 'apple',
  remoteuser: 'remoteuser',
  jwt: 'jwt',
};

const KEY = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** Issuers of Entra ID that anybody's tenant signs for: whoever runs one can put any address there. */
const SHARED_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;
const CLIENT_ID = /^[\x21-\x7e]{1,500}$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const GITHUB_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const DOMAIN = /^[a-z0-9.-]{1,255}$/i;
/** 400 days: browsers keep no cookie longer. */
const LONGEST_SESSION_HOURS = 9_600;

/** Kinds whose providers have the browser post their answer: from another site, so without cookies that are `Lax`. */
const POSTING_KINDS: ReadonlySet<string> = new Set(['saml', 'apple']);

export function answersByForm(kind: string): boolean {
  return POSTING_KINDS.has(kind);
}

/** Whether the names that a provider says of people are theirs without a question (identity.md 3.9). */
export function trustsNames(kind: SignInKind, { trusts_name: isTrusted }: SignInProviderSettings): boolean {
  return isTrusted ?? (kind === 'saml' || kind === 'apple');
}

export function isSignInKind(text: string): text is SignInKind {
  return SIGN_IN_KINDS.some((kind) => kind === text);
}

/** The method of the organization's settings that a provider belongs to. */
export function signInBackend(kind: SignInKind): string {
  return BACKENDS[kind];
}

/**
 * Methods that an organization can switch on and off, sorted: those of the service, those of its providers, and `LDAP`
 * if it has a directory.
 * @param kinds of the organization's providers; `ldap` stands for its directory
 */
export function offeredBackends(isDevelopment: boolean, kinds: readonly string[]): string[] {
  const own = isDevelopment ? ['Dev', 'Email'] : ['Email'];
  if (kinds.includes('ldap')) own.push('LDAP');
  return [...new Set([...own, ...kinds.filter(isSignInKind).map(signInBackend)])].sort();
}

/**
 * The name of a provider on the wire (identity.md 2): `oidc:KEY`, or the kind where there is one at most.
 * @returns undefined for a key that is none
 */
export function signInProviderName(kind: SignInKind, key: string | undefined): string | undefined {
  const fixed = FIXED_NAMES[kind];
  if (fixed !== undefined) return key === undefined || key === fixed ? fixed : undefined;
  return key !== undefined && KEY.test(key) ? `${kind}:${key}` : undefined;
}

/** The part of an address that starts a sign-in: `oidc/KEY` (identity.md 1.3). */
export function signInPath(name: string): string {
  return name.replace(':', '/');
}

/** What clients may know of a provider before anybody signs in. */
export interface ShownProvider {
  kind: string;
  name: string;
  display_name: string;
  /** Address of an icon. */
  display_icon: string | null;
}

/** A way to sign in elsewhere, as `external_authentication_methods` has it (identity.md 2). */
export interface SignInButton {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

/** Where people start who are known to a proxy (identity.md 1.3). */
export const PROXY_START = '/accounts/login/start/sso/';

/** Which come first, where clients show few (organization.md 3); others of a kind in the order of their making. */
const RANKS: Readonly<Record<SignInKind, number>> = {
  saml: 0,
  remoteuser: 1,
  github: 2,
  oidc: 2,
  gitlab: 3,
  apple: 4,
  jwt: 5,
};

/** People who come with a token of a program begin there: nobody can be sent to it. */
const WITHOUT_BUTTON: ReadonlySet<string> = new Set<SignInKind>(['jwt']);

/**
 * The ways to sign in elsewhere that an organization has not switched off. Kinds of a later release are left out.
 * @param switches the organization's setting `authentication_methods`
 */
export function signInButtons(
  providers: readonly ShownProvider[],
  switches: Readonly<Record<string, boolean>>,
): SignInButton[] {
  const known = providers.flatMap((provider) => {
    const { kind } = provider;
    if (WITHOUT_BUTTON.has(kind)) return [];
    return isSignInKind(kind) && (switches[signInBackend(kind)] ?? true) ? [{ ...provider, rank: RANKS[kind] }] : [];
  });
  return known
    .sort((a, b) => a.rank - b.rank)
    .map(({ name, display_name, display_icon }) => ({ ...{ name, display_name, display_icon }, ...startsOf(name) }));
}

/** Where a sign-in starts. A proxy signs people in at one address, whether they have an account or not. */
function startsOf(name: string): Pick<SignInButton, 'login_url' | 'signup_url'> {
  if (name === 'remoteuser') return { login_url: PROXY_START, signup_url: PROXY_START };
  const path = signInPath(name);
  return { login_url: `/accounts/login/social/${path}`, signup_url: `/accounts/register/social/${path}` };
}

/**
 * What is wrong with the settings of a provider, in words for whoever sets it up.
 * @param secret undefined where it stays as it is
 * @param isDevelopment providers without TLS are for tests on one's own machine
 * @returns null if nothing is
 */
export function signInProviderProblem(
  kind: SignInKind,
  settings: SignInProviderSettings,
  secret: string | undefined,
  isDevelopment: boolean,
): string | null {
  const ofAll = claimsProviderProblem(kind, settings) ?? sessionProblem(settings);
  if (ofAll !== null) return ofAll;
  if (kind === 'saml') {
    const isKeyWrong = secret !== undefined && secret !== '' && !samlKeyPair(secret);
    const problem = isKeyWrong ? 'The secret must be an RSA key and its certificate, both as PEM.' : null;
    return problem ?? samlProviderProblem(settings, isDevelopment) ?? limitsProblem(kind, settings);
  }
  if (kind === 'remoteuser') return proxyProblem(settings, secret);
  if (kind === 'jwt') return jwtProviderProblem(settings, secret, isDevelopment);
  if (settings.origins !== undefined) return 'Only tokens have origins.';
  if (settings.append_domain !== undefined) return 'Only names given by a proxy have a domain appended.';
  if (SAML_SETTING_NAMES.some((name) => settings[name] !== undefined)) {
    return 'Only SAML has certificates, attributes and a sso_url.';
  }
  if (kind !== 'apple' && APPLE_SETTING_NAMES.some((name) => settings[name] !== undefined)) {
    return 'Only Apple has a team_id, key_id and app_id.';
  }
  const { client_id: clientId, scopes = [] } = settings;
  if (clientId === undefined || !CLIENT_ID.test(clientId)) return 'The provider needs its client_id.';
  if (secret === '') return 'The provider needs its secret.';
  if (!scopes.every((scope) => SCOPE.test(scope))) return 'A scope has characters that scopes cannot have.';
  const ofApple = kind === 'apple' ? appleProviderProblem(settings, secret) : null;
  return ofApple ?? issuerProblem(kind, settings, isDevelopment) ?? limitsProblem(kind, settings);
}

function sessionProblem({ max_session_hours: hours = 1 }: SignInProviderSettings): string | null {
  return hours >= 1 && hours <= LONGEST_SESSION_HOURS ? null : 'Sessions last from one hour to 9600 hours.';
}

function proxyProblem({ append_domain: domain, issuer, client_id: client }: SignInProviderSettings, secret = '') {
  if (issuer !== undefined || client !== undefined || secret !== '') {
    return 'A proxy has no issuer, client and secret here: the service’s settings say which is believed.';
  }
  return domain === undefined || DOMAIN.test(domain) ? null : 'The appended domain must be a domain.';
}

function issuerProblem(kind: SignInKind, settings: SignInProviderSettings, isDevelopment: boolean): string | null {
  const issuer = settings.issuer ?? defaultIssuer(kind, settings.preset);
  if (issuer === undefined) return kind === 'oidc' ? 'The provider needs its issuer.' : null;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isSafe = url?.protocol === 'https:' || (isDevelopment && url?.protocol === 'http:');
  if (!url || !isSafe) return 'The issuer must be an address that begins with https://.';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return 'The issuer must be an address without user, query and fragment.';
  }
  if (SHARED_TENANTS.test(issuer)) {
    return 'The issuer must be that of one tenant: any tenant can claim any address at the shared ones.';
  }
  return null;
}

function limitsProblem(kind: SignInKind, { organization, team, hosted_domain, preset }: SignInProviderSettings) {
  if (organization !== undefined || team !== undefined) {
    if (kind !== 'github') return 'Only GitHub has organizations and teams.';
    if (organization === undefined) return 'A team needs its organization.';
    if (![organization, team ?? 'a'].every((name) => GITHUB_NAME.test(name))) {
      return 'Organizations and teams are named as they are in addresses of GitHub.';
    }
  }
  if (hosted_domain !== undefined) {
    if (preset !== 'google') return 'Only Google has hosted domains.';
    if (!DOMAIN.test(hosted_domain)) return 'The hosted domain must be a domain.';
  }
  return null;
}

/** The issuer of a service that has one only. */
export function defaultIssuer(kind: SignInKind, preset: OidcPreset | undefined): string | undefined {
  if (kind === 'apple') return APPLE_ISSUER;
  return preset === 'google' ? 'https://accounts.google.com' : undefined;
}
