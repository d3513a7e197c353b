import type { UpdateRealmRequest } from '@stoa/contracts/organization';
import type { GroupSettingValue } from '@stoa/contracts/users';
import { REALM_PERMISSION_SETTINGS, type RealmPermissionSetting, isSameGroupValue } from '@stoa/policy';
import type { Organization } from '../../store/organization';
import { type Field, type FieldValue, languageField } from '../settings/fields';

/** Settings with a control of their own; the two others are no plain values. */
export type SettingName = Exclude<keyof UpdateRealmRequest, 'authentication_methods' | 'string_id'>;
type PlainName = Exclude<SettingName, RealmPermissionSetting>;

/** A value as a control shows it: null is no limit. */
export type SettingValue = FieldValue | GroupSettingValue | null;

interface Common {
  /** Only owners change it. */
  readonly isOwners?: true;
  /** Otherwise the server has what it is about. */
  readonly isFor?: (organization: Organization) => boolean;
}

/** A setting of the organization; its texts follow from its name, as those of personal settings do (`setting.realm.NAME`). */
export type OrganizationSetting = Common &
  (
    | { readonly kind: 'plain'; readonly name: PlainName; readonly field: (organization: Organization) => Field }
    | { readonly kind: 'limit'; readonly name: PlainName; readonly unit: 'seconds' | 'days' }
    | { readonly kind: 'channel'; readonly name: PlainName; readonly isPrivate?: true }
    | { readonly kind: 'group'; readonly name: RealmPermissionSetting }
  );

/** Name of the setting's texts. */
export const textName = (name: string): string => `realm.${name}`;

export const BY_OWNERS: Common = { isOwners: true };

export function flag(name: PlainName, common: Common = {}): OrganizationSetting {
  return { ...common, kind: 'plain', name, field: () => ({ kind: 'switch', name: textName(name) }) };
}

export function choice(
  name: PlainName,
  values: readonly (string | number)[],
  common: Common = {},
): OrganizationSetting {
  return { ...common, kind: 'plain', name, field: () => ({ kind: 'choice', name: textName(name), values }) };
}

interface Offered {
  readonly id: number;
  readonly name: string;
}

/** Of what the server has: the organization says what that is, and how it is called. */
export function offered(
  name: PlainName,
  offers: (organization: Organization) => Readonly<Record<string, Offered>>,
): OrganizationSetting {
  const field = (organization: Organization): Field => {
    const found = Object.values(offers(organization));
    return {
      kind: 'choice',
      name: textName(name),
      values: found.map(({ id }) => id),
      optionText: (value) => found.find(({ id }) => id === value)?.name ?? String(value),
    };
  };
  return { kind: 'plain', name, field };
}

export function words(
  name: PlainName,
  { maxLength, isLong }: { maxLength: number; isLong?: true },
): OrganizationSetting {
  return { kind: 'plain', name, field: () => ({ kind: 'text', name: textName(name), maxLength, isLong }) };
}

export function number(name: PlainName, [min, max]: readonly [number, number], common: Common): OrganizationSetting {
  return { ...common, kind: 'plain', name, field: () => ({ kind: 'number', name: textName(name), min, max }) };
}

export function language(name: PlainName): OrganizationSetting {
  return { kind: 'plain', name, field: () => languageField(textName(name)) };
}

export function limit(name: PlainName): OrganizationSetting {
  return { kind: 'limit', name, unit: 'seconds' };
}

export function days(name: PlainName, common: Common): OrganizationSetting {
  return { ...common, kind: 'limit', name, unit: 'days' };
}

export function channel(name: PlainName, { isPrivate }: { isPrivate?: true } = {}): OrganizationSetting {
  return { kind: 'channel', name, isPrivate };
}

/** Who may do something; the policy knows who may change it. */
export function group(name: RealmPermissionSetting, common: Common = {}): OrganizationSetting {
  const { changedBy }: { changedBy?: string } = REALM_PERMISSION_SETTINGS[name];
  return { ...common, ...(changedBy === 'owner' ? BY_OWNERS : {}), kind: 'group', name };
}

const FOREVER = -1;
/** What the service calls the absence of a value. */
const ABSENT = { limit: 'unlimited', jitsi: 'default' } as const;

/** The value as the control shows it. */
export function shownValue({ kind, name }: OrganizationSetting, organization: Organization): SettingValue {
  const stored = (organization as Readonly<Record<string, unknown>>)[`realm_${name}`] as SettingValue | undefined;
  if (kind === 'limit' && stored === FOREVER) return null;
  return stored ?? (kind === 'limit' ? null : '');
}

/** Whether the service has the setting: one of the release before may not know it, and the server may lack what it is about. */
export function isOffered({ name, isFor }: OrganizationSetting, organization: Organization): boolean {
  return `realm_${name}` in organization && (isFor?.(organization) ?? true);
}

/** The value as it is asked for; of groups also the one that it replaces, so that nobody else's change is lost. */
export function sentValue({ kind, name }: OrganizationSetting, value: SettingValue, before: SettingValue): unknown {
  if (kind === 'group') return { new: value, old: before };
  if (kind === 'limit') return value ?? ABSENT.limit;
  return name === 'jitsi_server_url' && value === '' ? ABSENT.jitsi : value;
}

/** The value as the organization keeps it. */
export function storedValue({ kind, name }: OrganizationSetting, value: SettingValue): SettingValue {
  if (kind === 'limit' && name === 'message_retention_days') return value ?? FOREVER;
  return name === 'jitsi_server_url' && value === '' ? null : value;
}

export function isSameValue(a: SettingValue, b: SettingValue): boolean {
  const areGroups = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  return areGroups ? isSameGroupValue(a, b) : a === b;
}
