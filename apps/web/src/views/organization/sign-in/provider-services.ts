import type { SignInProviderChange, SignInProviderObject } from '@stoa/contracts/organization';
import { OIDC_PRESETS, type OidcPreset, type SignInKind, type SignInProviderSettings } from '@stoa/policy';

type SettingName = Exclude<keyof SignInProviderSettings, 'preset'>;

/**
 * A setting of a provider as the form shows it: its texts are `signIn.field.NAME` and `signIn.field.NAME.hint`. Words are a
 * list, separated by spaces or commas.
 */
export interface ProviderField {
  readonly name: SettingName;
  readonly kind: 'text' | 'words' | 'switch';
  readonly isNeeded?: boolean;
  readonly example?: string;
}

/** Something with which people sign in: its name is that of the text `signIn.service.NAME`. */
export interface ProviderService {
  readonly name: OidcPreset | Exclude<SignInKind, 'oidc'>;
  readonly kind: SignInKind;
  readonly preset?: OidcPreset;
  readonly fields: readonly ProviderField[];
}

const CLIENT: ProviderField = { name: 'client_id', kind: 'text', isNeeded: true };
const SCOPES: ProviderField = { name: 'scopes', kind: 'words', example: 'groups' };

/** How newcomers and accounts that there are get in; the same for every provider. */
const RULES: readonly ProviderField[] = [
  { name: 'trusts_name', kind: 'switch' },
  { name: 'auto_signup', kind: 'switch' },
  { name: 'bypass_invite', kind: 'switch' },
  { name: 'links_accounts', kind: 'switch' },
];

function issuer(example: string, isNeeded = true): ProviderField {
  return { name: 'issuer', kind: 'text', isNeeded, example };
}

/** What each service of OpenID Connect is asked for first. */
const OF_PRESET: Readonly<Record<OidcPreset, ProviderField>> = {
  generic: issuer('https://login.example.com'),
  entra: issuer('https://login.microsoftonline.com/TENANT/v2.0'),
  google: { name: 'hosted_domain', kind: 'text', example: 'example.com' },
  okta: issuer('https://example.okta.com'),
  keycloak: issuer('https://login.example.com/realms/main'),
};

/** What there is to fill in for each kind of provider. Those of a kind that is not here are shown, but not edited. */
const OF_KIND: Readonly<Partial<Record<SignInKind, readonly ProviderService[]>>> = {
  oidc: OIDC_PRESETS.map((preset) => ({
    ...{ name: preset, kind: 'oidc', preset },
    fields: [OF_PRESET[preset], CLIENT, SCOPES, { name: 'trusts_email', kind: 'switch' }, ...RULES],
  })),
  github: [
    {
      ...{ name: 'github', kind: 'github' },
      fields: [
        CLIENT,
        { name: 'organization', kind: 'text' },
        { name: 'team', kind: 'text' },
        issuer('https://github.example.com', false),
        ...RULES,
      ],
    },
  ],
  gitlab: [
    { ...{ name: 'gitlab', kind: 'gitlab' }, fields: [CLIENT, issuer('https://gitlab.example.com', false), ...RULES] },
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
  const shown = fields.map(({ name }) => {
    const value = settings[name];
    return [name, Array.isArray(value) ? value.join(' ') : value] as const;
  });
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
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

function settingOf({ name, kind }: ProviderField, values: ProviderValues): string | boolean | string[] | null {
  if (kind === 'switch') return values[name] === true ? true : null;
  const text = textOf(values[name]);
  if (text === '') return null;
  return kind === 'words' ? text.split(/[\s,]+/) : text;
}

/** An empty field and a switch that is off are one. */
function textOf(value: string | boolean | undefined): string {
  if (typeof value === 'string') return value.trim();
  return value === true ? 'on' : '';
}
