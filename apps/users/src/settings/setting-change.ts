import { ChangeEvent, LANGUAGE_NAMES, SettingValues, UserSetting, changeEvent } from '@stoa/contracts';

type Value = SettingValues[string];

/** Whose setting changed: legacy events name the user by API email. */
export interface SettingOwner {
  id: number;
  email: string;
}

/** `user_settings`, then the legacy event for clients that need it (users.md 8, 19); to the user's own queues. */
export function settingEvents(
  owner: SettingOwner,
  { name, legacy }: Pick<UserSetting, 'name' | 'legacy'>,
  value: Value,
): ChangeEvent[] {
  const language = name === 'default_language' ? { language_name: LANGUAGE_NAMES[String(value)] ?? '' } : {};
  const events = [changeEvent({ type: 'user_settings', op: 'update', property: name, value, ...language }, [owner.id])];
  const { email: user } = owner;
  if (legacy === 'display') {
    const event = { type: 'update_display_settings', user, setting_name: name, setting: value, ...language };
    events.push(changeEvent(event, [owner.id]));
  }
  if (legacy === 'notification') {
    const event = { type: 'update_global_notifications', user, notification_name: name, setting: value };
    events.push(changeEvent(event, [owner.id]));
  }
  return events;
}

/** `realm_user_settings_defaults`: what new accounts start with. */
export function defaultEvent(property: string, value: Value, to: Iterable<number>): ChangeEvent {
  return changeEvent({ type: 'realm_user_settings_defaults', op: 'update', property, value }, to);
}
