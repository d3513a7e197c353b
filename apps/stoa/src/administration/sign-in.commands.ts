import type { Command } from 'commander';
import {
  type SignInProviderChange,
  type SignInProviderObject,
  addSignInProvider,
  changeSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  testSignInProvider,
} from '@stoa/contracts/organization';
import type { Actor } from '@stoa/contracts/rpc';
import {
  IDP_INITIATED,
  OIDC_PRESETS,
  SAML_SIGNED_PARTS,
  SIGN_IN_KINDS,
  isSignInKind,
  readNamePair,
} from '@stoa/policy';
import { ActionTools, action } from '../base/command-line/action';
import { RefusedError, UsageError } from '../base/command-line/failures';
import { OrganizationOption, namedOrganization, organizationCommand } from './named-organization';
import { readPassword, readSecretFile } from './passwords';
import { positiveNumber } from './positive-number';

/** Settings of a provider as options: texts, numbers, lists with commas, and on or off; `none` takes one away. */
interface SettingOptions {
  preset?: string;
  issuer?: string;
  clientId?: string;
  scopes?: string;
  trustsEmail?: string;
  trustsName?: string;
  autoSignup?: string;
  bypassInvite?: string;
  linksAccounts?: string;
  maxSessionHours?: string;
  hostedDomain?: string;
  githubOrganization?: string;
  githubTeam?: string;
  appendDomain?: string;
  origin?: string[];
  roleClaim?: string;
  groupsClaim?: string;
  groups?: string[];
  profileFields?: string[];
  logoutEndsKeys?: string;
  teamId?: string;
  keyId?: string;
  appId?: string;
  ssoUrl?: string;
  sloUrl?: string;
  logsOutAtProvider?: string;
  certificateFile?: string[];
  signs?: string;
  idpInitiated?: string;
  emailAttribute?: string;
  nameAttribute?: string;
  firstNameAttribute?: string;
  lastNameAttribute?: string;
  subjectAttribute?: string;
}

interface ProviderOptions extends OrganizationOption, SettingOptions {
  displayName?: string;
  displayIcon?: string;
  secretFile?: string;
}

/** Of these the service has nothing to prove itself with. */
const SECRETLESS_KINDS: ReadonlySet<string> = new Set(['saml', 'remoteuser', 'jwt']);

type Settings = NonNullable<SignInProviderChange['settings']>;

const SECRET_FILE = 'file whose first line is the secret of the client; SAML: with a private key and its certificate';

function addSettings(command: Command): Command {
  return command
    .option('--issuer <url>', 'OpenID Connect, SAML: exactly as the provider names itself; GitHub, GitLab: your server')
    .option('--client-id <id>', 'as the provider gave it; SAML: by which it knows this service')
    .option('--secret-file <file>', `${SECRET_FILE}; "-" reads standard input`)
    .option('--preset <service>', OIDC_PRESETS.join(', '))
    .option('--scopes <list>', 'with commas; besides openid, email, profile')
    .option('--trusts-email <on|off>', 'addresses count as verified although the provider does not say so')
    .option('--trusts-name <on|off>', 'names are taken as they are')
    .option('--auto-signup <on|off>', 'newcomers are not asked whether they want an account')
    .option('--bypass-invite <on|off>', 'newcomers need no invitation')
    .option('--links-accounts <on|off>', 'opens accounts of people whom another provider vouched for')
    .option('--max-session-hours <hours>', 'sessions of browsers that begin with it end so long after the sign-in')
    .option('--hosted-domain <domain>', 'Google: the domain of the Workspace')
    .option('--github-organization <name>', 'GitHub: only its members')
    .option('--github-team <name>', 'GitHub: only members of this team of the organization')
    .option('--append-domain <domain>', 'names given by a proxy become addresses of it')
    .option('--origin <origins...>', 'tokens (jwt): origins of the pages that may post them')
    .option('--role-claim <name>', 'OpenID Connect, SAML: claim or attribute with the role of a person')
    .option(
      '--groups <names...>',
      'OpenID Connect, SAML: groups that are groups here: "*", NAME, or "NAME => NAME HERE"',
    )
    .option('--groups-claim <name>', 'OpenID Connect, SAML: claim or attribute with them, if it is not "groups"')
    .option('--profile-fields <names...>', 'OpenID Connect, SAML: claims that are profile fields: "CLAIM => FIELD"')
    .option('--logout-ends-keys <on|off>', 'when the provider tells of a log-out, API keys end, too')
    .option('--team-id <id>', 'Apple: of the account')
    .option('--key-id <id>', 'Apple: of the key')
    .option('--app-id <id>', 'Apple: an app of your own')
    .option('--sso-url <url>', 'SAML: where people are sent')
    .option('--slo-url <url>', 'SAML: where log-outs are told')
    .option('--logs-out-at-provider <on|off>', 'SAML: who signs out here does so there')
    .option('--certificate-file <files...>', 'SAML: certificates of the provider, PEM')
    .option('--signs <part>', `SAML: what it signs: ${SAML_SIGNED_PARTS.join(', ')}`)
    .option('--idp-initiated <choice>', `SAML: people who come unasked: ${IDP_INITIATED.join(', ')}`)
    .option('--email-attribute <name>', 'SAML: where the address is, if not in one of the usual ones')
    .option('--name-attribute <name>', 'SAML: the whole name')
    .option('--first-name-attribute <name>', 'SAML: the first name')
    .option('--last-name-attribute <name>', 'SAML: the last name')
    .option('--subject-attribute <name>', 'SAML: what names somebody for ever, instead of the NameID')
    .option('--display-icon <url>', 'icon of the button');
}

/** @throws UsageError */
function settingsOf(options: SettingOptions): Settings {
  const given: Settings = {
    preset: textOr(options.preset, oneOf('preset', OIDC_PRESETS)),
    issuer: textOr(options.issuer),
    client_id: textOr(options.clientId),
    scopes: textOr(options.scopes, (list) => list.split(',').map((scope) => scope.trim())),
    trusts_email: textOr(options.trustsEmail, isOn),
    trusts_name: textOr(options.trustsName, isOn),
    auto_signup: textOr(options.autoSignup, isOn),
    bypass_invite: textOr(options.bypassInvite, isOn),
    links_accounts: textOr(options.linksAccounts, isOn),
    max_session_hours: textOr(options.maxSessionHours, (text) => positiveNumber(text, 'the number of hours')),
    hosted_domain: textOr(options.hostedDomain),
    organization: textOr(options.githubOrganization),
    team: textOr(options.githubTeam),
    append_domain: textOr(options.appendDomain),
    origins: options.origin,
    role_claim: textOr(options.roleClaim),
    groups_claim: textOr(options.groupsClaim),
    groups: pairsOf(options.groups),
    profile_fields: pairsOf(options.profileFields),
    logout_ends_keys: textOr(options.logoutEndsKeys, isOn),
    team_id: textOr(options.teamId),
    key_id: textOr(options.keyId),
    app_id: textOr(options.appId),
    sso_url: textOr(options.ssoUrl),
    slo_url: textOr(options.sloUrl),
    logs_out_at_provider: textOr(options.logsOutAtProvider, isOn),
    certificates: options.certificateFile?.map(readSecretFile),
    signs: textOr(options.signs, oneOf('signed part', SAML_SIGNED_PARTS)),
    idp_initiated: textOr(options.idpInitiated, oneOf('choice', IDP_INITIATED)),
    email_attribute: textOr(options.emailAttribute),
    name_attribute: textOr(options.nameAttribute),
    first_name_attribute: textOr(options.firstNameAttribute),
    last_name_attribute: textOr(options.lastNameAttribute),
    subject_attribute: textOr(options.subjectAttribute),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function pairsOf(names: string[] | undefined): Settings['groups'] {
  return names?.join() === 'none' ? null : names?.map(readNamePair);
}

function textOr(text: string | undefined): string | null | undefined;
function textOr<T>(text: string | undefined, read: (text: string) => T): T | null | undefined;
function textOr<T>(text: string | undefined, read?: (text: string) => T): T | string | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  return read ? read(text) : text;
}

function isOn(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`"${text}" must be on or off`);
  return text === 'on';
}

/** Reads one of some texts. */
function oneOf<T extends string>(what: string, values: readonly T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new UsageError(`the ${what} must be one of ${values.join(', ')}`);
    return found;
  };
}

/** Secrets that are keys have several lines. @throws UsageError */
function secretOf(kind: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return kind === 'saml' || kind === 'apple' ? readSecretFile(file) : readPassword(file);
}

/** The organization's providers, and its owner, in whose name they are changed. */
async function providersOf(tools: ActionTools, options: OrganizationOption) {
  const { directory, organization } = await namedOrganization(tools, options);
  const owner = await directory.ownerOf(organization);
  const { sign_in_providers: providers } = await tools.session.call(listSignInProviders, {}, owner);
  return { owner, providers };
}

/** @throws RefusedError */
async function namedProvider(
  tools: ActionTools,
  options: OrganizationOption,
  name: string,
): Promise<{ owner: Actor; provider: SignInProviderObject }> {
  const { owner, providers } = await providersOf(tools, options);
  const provider = providers.find((one) => one.name === name);
  if (!provider) throw new RefusedError(`there is no provider "${name}"; "stoa sign-in list" shows them`);
  return { owner, provider };
}

function addList(parent: Command): void {
  organizationCommand(parent, 'list', 'list the identity providers of an organization').action(
    action(async (tools, options: OrganizationOption) => {
      const { providers } = await providersOf(tools, options);
      tools.output.list(
        providers.map(({ settings, ...provider }) => ({ ...provider, settings: JSON.stringify(settings) })),
        'there are no identity providers',
      );
    }),
  );
}

function addAdd(parent: Command): void {
  const command = organizationCommand(parent, 'add <kind>', `let people sign in with ${SIGN_IN_KINDS.join(', ')}`)
    .option('--key <text>', 'for kinds of which there may be several: names the provider')
    .requiredOption('--display-name <text>', 'name on its button');
  addSettings(command).action(
    action(async (tools, kind: string, options: ProviderOptions & { key?: string; displayName: string }) => {
      if (!isSignInKind(kind)) throw new UsageError(`the kind must be one of ${SIGN_IN_KINDS.join(', ')}`);
      const secret = secretOf(kind, options.secretFile);
      if (secret === undefined && !SECRETLESS_KINDS.has(kind))
        throw new UsageError('name the file of the secret: --secret-file');
      const settings = Object.fromEntries(Object.entries(settingsOf(options)).filter(([, value]) => value !== null));
      const { owner } = await providersOf(tools, options);
      const { displayName: display_name, displayIcon: display_icon, key } = options;
      const request = { kind, key, display_name, display_icon, settings, secret };
      const { sign_in_provider: made } = await tools.session.call(addSignInProvider, request, owner);
      const known = made.metadata_url ?? made.callback_url;
      tools.output.result(made, `people can sign in with ${made.name}; it must know the address ${known}`);
    }),
  );
}

function addChange(parent: Command): void {
  const command = organizationCommand(
    parent,
    'change <name>',
    'change an identity provider; "none" takes a setting away',
  );
  addSettings(command)
    .option('--display-name <text>', 'name on its button')
    .action(
      action(async (tools, name: string, options: ProviderOptions) => {
        const settings = settingsOf(options);
        const { owner, provider } = await namedProvider(tools, options, name);
        const secret = secretOf(provider.kind, options.secretFile);
        const { displayName: display_name, displayIcon: display_icon } = options;
        const request = { provider_id: provider.id, display_name, display_icon, settings, secret };
        const { sign_in_provider: changed } = await tools.session.call(changeSignInProvider, request, owner);
        tools.output.result(changed, `${changed.name} is changed`);
      }),
    );
}

function addEnds(parent: Command): void {
  organizationCommand(parent, 'remove <name>', 'remove an identity provider; accounts and sessions stay').action(
    action(async (tools, name: string, options: OrganizationOption) => {
      const { owner, provider } = await namedProvider(tools, options, name);
      await tools.session.call(removeSignInProvider, { provider_id: provider.id }, owner);
      tools.output.result({ name, removed: true }, `${name} is removed`);
    }),
  );
  organizationCommand(parent, 'test <name>', 'ask an identity provider for its addresses and keys').action(
    action(async (tools, name: string, options: OrganizationOption) => {
      const { owner, provider } = await namedProvider(tools, options, name);
      await tools.session.call(testSignInProvider, { provider_id: provider.id }, owner);
      tools.output.result(
        { name, usable: true },
        `${name} can be asked; only a sign-in tells whether the secret is right`,
      );
    }),
  );
}

export function addSignInCommands(program: Command): void {
  const parent = program.command('sign-in').description('identity providers with which people sign in');
  addList(parent);
  addAdd(parent);
  addChange(parent);
  addEnds(parent);
}
