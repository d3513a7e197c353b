/** Protocols and services by which people sign in elsewhere; each is a way of its own in the code. */
export const SIGN_IN_KINDS = ['oidc', 'github', 'gitlab'] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

/** What is known of certain services that speak OpenID Connect. */
export const OIDC_PRESETS = ['generic', 'entra', 'google', 'okta', 'keycloak'] as const;
export type OidcPreset = (typeof OIDC_PRESETS)[number];

/** How an organization uses a provider; names as the API has them. What is absent is off. */
export interface SignInProviderSettings {
  preset?: OidcPreset;
  /** OIDC: the issuer, exactly as it names itself. GitHub, GitLab: the server, if it is not the public one. */
  issuer?: string;
  client_id?: string;
  /** Besides `openid`, `email` and `profile`. */
  scopes?: string[];
  /** Addresses count as verified although the provider does not say so. */
  trusts_email?: boolean;
  /** Names are taken as they are, without asking. */
  trusts_name?: boolean;
  /** Whoever has no account gets one without being asked. */
  auto_signup?: boolean;
  /** Nobody who comes by this provider needs an invitation. */
  bypass_invite?: boolean;
  /** Accounts that another provider vouched for may be opened by this one, too, if it vouches for their address. */
  links_accounts?: boolean;
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
  github: 'GitHub',
  gitlab: 'GitLab',
};

/** Of these an organization has one at most, which needs no name. */
const FIXED_NAMES: Partial<Record<SignInKind, string>> = { github: 'github', gitlab: 'gitlab' };

const KEY = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** Issuers of Entra ID that anybody's tenant signs for: whoever runs one can put any address there. */
const SHARED_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;
const CLIENT_ID = /^[\x21-\x7e]{1,500}$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const GITHUB_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const DOMAIN = /^[a-z0-9.-]{1,255}$/i;

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

/** Which come first, where clients show few (organization.md 3); others of a kind in the order of their making. */
const RANKS: Readonly<Record<SignInKind, number>> = { github: 0, oidc: 0, gitlab: 1 };

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
    return isSignInKind(kind) && (switches[signInBackend(kind)] ?? true) ? [{ ...provider, rank: RANKS[kind] }] : [];
  });
  return known
    .sort((a, b) => a.rank - b.rank)
    .map(({ name, display_name, display_icon }) => ({
      ...{ name, display_name, display_icon },
      login_url: `/accounts/login/social/${signInPath(name)}`,
      signup_url: `/accounts/register/social/${signInPath(name)}`,
    }));
}

/**
 * What is wrong with the settings of a provider, in words for whoever sets it up.
 * @param isDevelopment providers without TLS are for tests on one's own machine
 * @returns null if nothing is
 */
export function signInProviderProblem(
  kind: SignInKind,
  settings: SignInProviderSettings,
  hasSecret: boolean,
  isDevelopment: boolean,
): string | null {
  const { client_id: clientId, scopes = [] } = settings;
  if (clientId === undefined || !CLIENT_ID.test(clientId)) return 'The provider needs its client_id.';
  if (!hasSecret) return 'The provider needs its secret.';
  if (!scopes.every((scope) => SCOPE.test(scope))) return 'A scope has characters that scopes cannot have.';
  return issuerProblem(kind, settings, isDevelopment) ?? limitsProblem(kind, settings);
}

function issuerProblem(kind: SignInKind, settings: SignInProviderSettings, isDevelopment: boolean): string | null {
  const issuer = settings.issuer ?? (kind === 'oidc' ? defaultIssuer(settings.preset) : undefined);
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
export function defaultIssuer(preset: OidcPreset | undefined): string | undefined {
  return preset === 'google' ? 'https://accounts.google.com' : undefined;
}
