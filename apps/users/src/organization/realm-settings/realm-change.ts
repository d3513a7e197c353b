import { Audience } from '@stoa/contracts/changes';
import { GroupSettingValue } from '@stoa/contracts/users';
import { ChangeEvent, FieldsOf, eventOf, field } from '@stoa/contracts/events';
import { type RealmPermissionSetting, isDictSetting } from '@stoa/policy';
import type { SettingColumn } from './realm-settings.repository';

/**
 * The event of one changed simple setting, in the form that organization.md 4.2 names.
 * @param html of a description
 */
export function settingChanged(name: string, value: SettingColumn, to: Audience, html?: string): ChangeEvent {
  if (!isDictSetting(name)) return updated(name, value, to);
  const legacy = name === 'topics_policy' ? { mandatory_topics: value === 'disable_empty_topic' } : {};
  const rendered = html === undefined ? {} : { rendered_description: html };
  return dictUpdated({ [name]: value, ...legacy, ...rendered }, to);
}

export function permissionChanged(name: RealmPermissionSetting, value: GroupSettingValue, to: Audience): ChangeEvent {
  return dictUpdated(field(name, value), to);
}

/** `realm` update_dict of settings. */
export function dictUpdated(data: FieldsOf<'realm', 'update_dict'>['data'], to: Audience): ChangeEvent {
  return eventOf('realm', 'update_dict', { property: 'default', data }, to);
}

function updated(property: string, value: SettingColumn, to: Audience): ChangeEvent {
  return eventOf('realm', 'update', { property, value }, to);
}
