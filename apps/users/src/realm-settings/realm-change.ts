import { Audience, ChangeEvent, GroupSettingValue, changeEvent } from '@stoa/contracts';
import { isDictSetting } from '@stoa/policy';
import type { SettingColumn } from './realm-settings.repository';

/** Digests are not sent by any server of this release: the setting reads as off. */
const SENDS_DIGESTS = false;

/** The event of one changed simple setting, in the form that organization.md 4.2 names. */
export function settingChanged(name: string, value: SettingColumn, to: Audience): ChangeEvent {
  if (name === 'digest_emails_enabled') return updated(name, value === true && SENDS_DIGESTS, to);
  if (!isDictSetting(name)) return updated(name, value, to);
  const legacy = name === 'topics_policy' ? { mandatory_topics: value === 'disable_empty_topic' } : {};
  return dictUpdated({ [name]: value, ...legacy }, to);
}

export function permissionChanged(name: string, value: GroupSettingValue, to: Audience): ChangeEvent {
  return dictUpdated({ [name]: value }, to);
}

/** `realm` update_dict of settings. */
export function dictUpdated(data: Readonly<Record<string, unknown>>, to: Audience): ChangeEvent {
  return changeEvent({ type: 'realm', op: 'update_dict', property: 'default', data }, to);
}

function updated(property: string, value: SettingColumn, to: Audience): ChangeEvent {
  return changeEvent({ type: 'realm', op: 'update', property, value }, to);
}
