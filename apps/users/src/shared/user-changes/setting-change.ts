import { LANGUAGE_NAMES, SettingValues, UserSetting, shownSetting } from '@stoa/contracts/users';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';

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
  stored: Value,
): ChangeEvent[] {
  const value = shownSetting(name, stored);
  const language = name === 'default_language' ? { language_name: LANGUAGE_NAMES[String(value)] ?? '' } : {};
  const events = [eventOf('user_settings', 'update', { property: name, value, ...language }, [owner.id])];
  const { email: user } = owner;
  if (legacy === 'display') {
    events.push(
      eventOf('update_display_settings', { user, setting_name: name, setting: value, ...language }, [owner.id]),
    );
  }
  if (legacy === 'notification') {
    events.push(eventOf('update_global_notifications', { user, notification_name: name, setting: value }, [owner.id]));
  }
  return events;
}

/** `realm_user_settings_defaults`: what new accounts start with. */
export function defaultEvent(property: string, value: Value, to: Iterable<number>): ChangeEvent {
  return eventOf('realm_user_settings_defaults', 'update', { property, value: shownSetting(property, value) }, to);
}
