import { REALM_PERMISSION_SETTINGS } from './permission-settings';

/** Simple settings of an organization that only owners change (organization.md 4.2). */
const OWNED_SETTINGS: ReadonlySet<string> = new Set([
  'message_retention_days',
  'invite_required',
  'emails_restricted_to_domains',
  'disallow_disposable_email_addresses',
  'waiting_period_threshold',
  'authentication_methods',
  'require_second_factor',
  'string_id',
]);

/** Simple settings whose event is `realm/update_dict` instead of `realm/update` (organization.md 4.2). */
const DICT_SETTINGS: ReadonlySet<string> = new Set([
  'allow_message_editing',
  'description',
  'message_content_edit_limit_seconds',
  'topics_policy',
]);

/** Codes by which the answer of `PATCH /realm` names settings that are enumerations (organization.md 4.1). */
const ENUMERATION_CODES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  message_edit_history_visibility_policy: { all: 1, moves: 2, none: 3 },
  topics_policy: { allow_empty_topic: 2, disable_empty_topic: 3 },
};

/** Whether a setting, simple or a permission group, is reserved to owners. */
export function needsOwnerToChange(settingName: string): boolean {
  if (OWNED_SETTINGS.has(settingName)) return true;
  const permission = Object.entries(REALM_PERMISSION_SETTINGS).find(([name]) => name === settingName)?.[1];
  return permission !== undefined && 'changedBy' in permission && permission.changedBy === 'owner';
}

export function isDictSetting(settingName: string): boolean {
  return DICT_SETTINGS.has(settingName);
}

/** @returns undefined for settings that are no enumeration by name */
export function enumerationCode(settingName: string, value: unknown): number | undefined {
  return typeof value === 'string' ? ENUMERATION_CODES[settingName]?.[value] : undefined;
}
