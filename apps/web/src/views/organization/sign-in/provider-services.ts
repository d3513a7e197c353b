import type { SignInProviderChange, SignInProviderObject } from '@stoa/contracts/organization';
import {
  IDP_INITIATED,
  type NamePair,
  OIDC_PRESETS,
  type OidcPreset,
  SAML_SIGNED_PARTS,
  type SignInKind,
  type SignInProviderSettings,
  namePairText,
  readNamePair,
  trustsNames,
} from '@stoa/policy';

/** A certificate as text. */
const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

type SettingName = Exclude<keyof SignInProviderSettings, 'preset'>;

interface Named {
  readonly name: SettingName;
  readonly isNeeded?: boolean;
  readonly example?: string;
}

/**
 * A setting of a provider as the form shows it: its texts are `signIn.field.NAME` and `signIn.field.NAME.hint`, or those of
 * the service, `signIn.field.SERVICE.NAME`. Words are a list, separated by spaces or commas; certificates one of PEM texts;
 * pairs of names have a line each.
 */
export type ProviderField =
  | (Named & { readonly kind: 'text' | 'number' | 'words' | 'certificates' | 'pairs' })
  | (Named & { readonly kind: 'switch'; readonly isOnUnlessSaid?: true })
  /** The first value is the one that counts unless another is set. */
  | (Named & { readonly kind: 'choice'; readonly values: readonly string[] });

/** Something with which people sign in: its name is that of the text `signIn.service.NAME`. */
export interface ProviderService {
  readonly name: OidcPreset | Exclude<SignInKind, 'oidc'>;
  readonly kind: SignInKind;
  readonly preset?: OidcPreset;
  readonly fields: readonly ProviderField[];
  /** Whether it has a secret; keys have several lines. */
  readonly secret: 'needed' | 'needed-key' | 'optional-key' | 'none';
}

const CLIENT: ProviderField = { name: 'client_id', kind: 'text', isNeeded: true };
const SCOPES: ProviderField = { name: 'scopes', kind: 'words', example: 'groups' };

/** How newcomers and accounts that there are get in; the same for every provider. */
function rulesOf(kind: SignInKind): readonly ProviderField[] {
  const isOnUnlessSaid = trustsNames(kind, {}) || undefined;
  return [
    { name: 'trusts_name', kind: 'switch', isOnUnlessSaid },
    { name: 'auto_signup', kind: 'switch' },
    { name: 'bypass_invite', kind: 'switch' },
    { name: 'links_accounts', kind: 'switch' },
    { name: 'max_session_hours', kind: 'number', example: '12' },
  ];
}

/** Of providers that say more of people than who they are. */
const CLAIMS: readonly ProviderField[] = [
  { name: 'role_claim', kind: 'text' },
  { name: 'groups', kind: 'pairs' },
  { name: 'groups_claim', kind: 'text' },
  { name: 'profile_fields', kind: 'pairs' },
  { name: 'logout_ends_keys', kind: 'switch' },
];

function issuer(example: string, isNeeded = true): ProviderField {
  return { name: 'issuer', kind: 'text', isNeeded, example };
}

function attribute(name: SettingName): ProviderField {
  return { name, kind: 'text' };
}

/** What each service of OpenID Connect is asked for first. */
const OF_PRESET: Readonly<Record<OidcPreset, ProviderField>> = {
  generic: issuer('https://login.example.com'),
  entra: issuer('https://login.microsoftonline.com/TENANT/v2.0'),
  google: { name: 'hosted_domain', kind: 'text', example: 'example.com' },
  okta: issuer('https://example.okta.com'),
  keycloak: issuer('https://login.example.com/realms/main'),
};

const SAML: readonly ProviderField[] = [
  issuer('https://login.example.com/saml'),
  { name: 'sso_url', kind: 'text', isNeeded: true, example: 'https://login.example.com/saml/sso' },
  { name: 'certificates', kind: 'certificates', isNeeded: true },
  { name: 'client_id', kind: 'text' },
  { name: 'slo_url', kind: 'text', example: 'https://login.example.com/saml/slo' },
  { name: 'logs_out_at_provider', kind: 'switch' },
  { name: 'signs', kind: 'choice', values: SAML_SIGNED_PARTS },
  { name: 'idp_initiated', kind: 'choice', values: IDP_INITIATED },
  ...(['email_attribute', 'name_attribute', 'first_name_attribute'] as const).map(attribute),
  ...(['last_name_attribute', 'subject_attribute'] as const).map(attribute),
];

/** What there is to fill in for each kind of provider: a kind that is new has to be added here. */
const OF_KIND: Readonly<Record<SignInKind, readonly ProviderService[]>> = {
  oidc: OIDC_PRESETS.map((preset) => ({
    ...{ name: preset, kind: 'oidc', preset, secret: 'needed' },
    fields: [
      ...[OF_PRESET[preset], CLIENT, SCOPES],
      { name: 'trusts_email', kind: 'switch' },
      ...rulesOf('oidc'),
      ...CLAIMS,
    ],
  })),
  saml: [
    { ...{ name: 'saml', kind: 'saml', secret: 'optional-key' }, fields: [...SAML, ...rulesOf('saml'), ...CLAIMS] },
  ],
  github: [
    {
      ...{ name: 'github', kind: 'github', secret: 'needed' },
      fields: [
        CLIENT,
        { name: 'organization', kind: 'text' },
        { name: 'team', kind: 'text' },
        issuer('https://github.example.com', false),
        ...rulesOf('github'),
      ],
    },
  ],
  gitlab: [
    {
      ...{ name: 'gitlab', kind: 'gitlab', secret: 'needed' },
      fields: [CLIENT, issuer('https://gitlab.example.com', false), ...rulesOf('gitlab')],
    },
  ],
  apple: [
    {
      ...{ name: 'apple', kind: 'apple', secret: 'needed-key' },
      fields: [
        CLIENT,
        { name: 'team_id', kind: 'text', isNeeded: true },
        { name: 'key_id', kind: 'text', isNeeded: true },
        { name: 'app_id', kind: 'text' },
        ...rulesOf('apple'),
      ],
    },
  ],
  remoteuser: [
    {
      ...{ name: 'remoteuser', kind: 'remoteuser', secret: 'none' },
      fields: [{ name: 'append_domain', kind: 'text', example: 'example.com' }, ...rulesOf('remoteuser')],
    },
  ],
  jwt: [
    {
      ...{ name: 'jwt', kind: 'jwt', secret: 'none' },
      fields: [
        { name: 'origins', kind: 'words', isNeeded: true, example: 'https://portal.example.com' },
        ...rulesOf('jwt'),
      ],
    },
  ],
};

/** Everything with which people can be let in, in the order in which it is offered. */
export const SERVICES: readonly ProviderService[] = Object.values(OF_KIND).flat();

/** What a provider is; undefined for kinds that only a newer client knows. */
export function serviceOf({
  kind,
  settings,
}: Pick<SignInProviderObject, 'kind' | 'settings'>): ProviderService | undefined {
  const ofKind = SERVICES.filter((service) => service.kind === kind);
  return ofKind.find(({ preset }) => preset === (settings.preset ?? 'generic')) ?? ofKind[0];
}

/** What stands in the form, by the names of its fields. */
export type ProviderValues = Readonly<Partial<Record<SettingName, string | boolean>>>;

/** What the form shows of settings. */
export function valuesOf({ fields }: ProviderService, settings: SignInProviderSettings): ProviderValues {
  const shown = fields.map((field) => {
    const value = settings[field.name];
    const list = Array.isArray(value) ? listText(value, field.kind === 'words' ? ' ' : '\n') : shownValue(value);
    return [field.name, field.kind === 'switch' ? (list ?? field.isOnUnlessSaid) : list] as const;
  });
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

function shownValue(value: string | number | boolean | undefined): string | boolean | undefined {
  return typeof value === 'number' ? String(value) : value;
}

function listText(list: readonly (string | NamePair)[], separator: string): string {
  return list.map((item) => (typeof item === 'string' ? item : namePairText(item))).join(separator);
}

/** Whether nothing is missing that the service asks for. */
export function isComplete({ fields }: ProviderService, values: ProviderValues): boolean {
  return fields.every(({ name, isNeeded }) => !isNeeded || textOf(values[name]) !== '');
}

/** The settings of a new provider: what is empty or off is left out. */
export function settingsOf({ fields, preset }: ProviderService, values: ProviderValues): SignInProviderSettings {
  const settings = fields.map((field) => [field.name, settingOf(field, values)] as const);
  const given = settings.filter(([, value]) => value !== null);
  return Object.fromEntries(preset === undefined ? given : [['preset', preset], ...given]);
}

/** How the settings of a provider change: what was emptied or switched off is null, what stayed as it was is left out. */
export function changesOf(
  service: ProviderService,
  before: SignInProviderSettings,
  values: ProviderValues,
): NonNullable<SignInProviderChange['settings']> {
  const shown = valuesOf(service, before);
  const isSame = ({ name }: ProviderField): boolean => textOf(values[name]) === textOf(shown[name]);
  const changed = service.fields.filter((field) => !isSame(field));
  return Object.fromEntries(changed.map((field) => [field.name, settingOf(field, values)]));
}

type Setting = string | number | boolean | string[] | NamePair[] | null;

function settingOf(field: ProviderField, values: ProviderValues): Setting {
  const value = values[field.name];
  if (field.kind === 'switch') {
    const isOn = value === true;
    return isOn === (field.isOnUnlessSaid ?? false) ? null : isOn;
  }
  const text = textOf(value);
  if (text === '') return null;
  if (field.kind === 'number') return Number(text);
  if (field.kind === 'choice') return text === field.values[0] ? null : text;
  if (field.kind === 'certificates') return text.match(PEM) ?? text.split(/\n\s*\n/);
  if (field.kind === 'pairs') return linesOf(text).map(readNamePair);
  return field.kind === 'words' ? text.split(/[\s,]+/) : text;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** An empty field and a switch that is off are one. */
function textOf(value: string | boolean | undefined): string {
  if (typeof value === 'string') return value.trim();
  return value === true ? 'on' : '';
}
