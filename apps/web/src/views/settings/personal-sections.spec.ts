import { USER_SETTINGS } from '@stoa/contracts/users';
import { settingsTexts } from '../../strings/settings-strings';
import { personalField } from './fields';
import { NOTIFICATIONS, PREFERENCES, PRIVACY } from './personal-sections';

const SECTIONS = [...PREFERENCES, ...PRIVACY, ...NOTIFICATIONS];
const SHOWN = SECTIONS.flatMap(({ settings }) => settings);

/** Settings that this client has no use for, and those of the table of notifications. */
const ELSEWHERE = new Set([
  ...['left_side_userlist', 'web_suggest_update_timezone', 'wildcard_mentions_notify'],
  ...['enable_desktop_notifications', 'enable_sounds'],
  ...['enable_offline_email_notifications', 'enable_offline_push_notifications'],
  ...['desktop', 'email', 'push', 'audible'].flatMap((way) => [
    `enable_stream_${way}_notifications`,
    `enable_followed_topic_${way}_notifications`,
  ]),
  'enable_followed_topic_wildcard_mentions_notify',
]);

describe('personal settings', () => {
  it('have every setting of the service once', () => {
    const names = USER_SETTINGS.map(({ name }) => name).filter((name) => !ELSEWHERE.has(name));
    expect([...SHOWN].sort()).toEqual(names.sort());
  });

  it('have a text for every setting, heading and value', () => {
    const lacking = SHOWN.flatMap((name) => {
      const field = personalField(name);
      const values = field.kind === 'choice' && !field.optionText ? field.values : [];
      return [`setting.${name}`, ...values.map((value) => `setting.${name}.is.${value}`)];
    });
    const keys = [...lacking, ...SECTIONS.map(({ title }) => `section.${title}`)];
    expect(keys.filter((key) => !settingsTexts.has(key))).toEqual([]);
  });
});
