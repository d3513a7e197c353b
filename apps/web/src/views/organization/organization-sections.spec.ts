import { REALM_SETTING_NAMES } from '@stoa/contracts/organization';
import { settingsTexts } from '../../strings/settings-strings';
import { anAnswer } from '../../test-support/answer';
import { snapshotState } from '../../store/snapshot';
import {
  type OrganizationSetting,
  isOffered,
  isSameValue,
  sentValue,
  shownValue,
  storedValue,
} from './organization-fields';
import { PERMISSIONS, PROFILE, SETTINGS } from './organization-sections';

const SECTIONS = [...PROFILE, ...SETTINGS, ...PERMISSIONS];
const SHOWN = SECTIONS.flatMap(({ settings }) => settings);

const organization = {
  ...snapshotState(anAnswer()).organization,
  gif_rating_policy_options: {},
  realm_available_video_chat_providers: {},
};

function textsOf(setting: OrganizationSetting): string[] {
  const key = `setting.realm.${setting.name}`;
  const field = setting.kind === 'plain' ? setting.field(organization) : undefined;
  const values = field?.kind === 'choice' && !field.optionText ? field.values : [];
  return [key, ...values.map((value) => `${key}.is.${value}`)];
}

describe('settings of the organization', () => {
  it('have every setting of the service once', () => {
    expect(SHOWN.map(({ name }) => name).sort()).toEqual([...REALM_SETTING_NAMES].sort());
  });

  it('have a text for every setting, heading and value', () => {
    const keys = [...SHOWN.flatMap(textsOf), ...SECTIONS.map(({ title }) => `organization.section.${title}`)];
    expect(keys.filter((key) => !settingsTexts.has(key))).toEqual([]);
  });

  it('are there where the service knows them and the server has what they are about', () => {
    const [name, digests] = ['name', 'digest_weekday'].map((wanted) =>
      SHOWN.find((setting) => setting.name === wanted),
    );
    if (!name || !digests) throw new Error('both are settings');
    const without = { ...organization, realm_digest_weekday: 1 as const, settings_send_digest_emails: false };
    expect(isOffered(name, organization)).toBe(true);
    expect(isOffered(digests, without)).toBe(false);
    expect(isOffered(digests, { ...without, settings_send_digest_emails: true })).toBe(true);
    // As a service of the release before answers.
    expect(isOffered(digests, { ...organization, settings_send_digest_emails: true })).toBe(false);
    const older = snapshotState(anAnswer({ realm_available_video_chat_providers: {} })).organization;
    expect(() => SHOWN.map((setting) => setting.kind === 'plain' && setting.field(older))).not.toThrow();
  });

  it('are owners’ where the service says so', () => {
    const owners = SHOWN.filter(({ isOwners }) => isOwners).map(({ name }) => name);
    expect(owners.sort()).toEqual([
      ...['can_create_groups', 'can_invite_users_group', 'can_manage_all_groups', 'can_manage_billing_group'],
      ...['create_multiuse_invite_group', 'disallow_disposable_email_addresses', 'emails_restricted_to_domains'],
      ...['invite_required', 'message_retention_days', 'waiting_period_threshold'],
    ]);
  });
});

describe('values', () => {
  const settingOf = (name: string): OrganizationSetting => {
    const found = SHOWN.find((setting) => setting.name === name);
    if (!found) throw new Error(name);
    return found;
  };

  it('of limits are null where there is none, however the service writes that', () => {
    const retention = settingOf('message_retention_days');
    const edits = settingOf('message_content_edit_limit_seconds');
    const unlimited = {
      ...organization,
      realm_message_retention_days: -1,
      realm_message_content_edit_limit_seconds: null,
    };
    expect([retention, edits].map((setting) => shownValue(setting, unlimited))).toEqual([null, null]);
    expect([retention, edits].map((setting) => sentValue(setting, null, 600))).toEqual(['unlimited', 'unlimited']);
    expect([retention, edits].map((setting) => storedValue(setting, null))).toEqual([-1, null]);
    expect(sentValue(edits, 600, null)).toBe(600);
  });

  it('of groups name the one that they replace', () => {
    expect(sentValue(settingOf('can_create_groups'), 12, 13)).toEqual({ new: 12, old: 13 });
  });

  it('of the address for calls are the server’s own when empty', () => {
    const calls = settingOf('jitsi_server_url');
    expect(shownValue(calls, { ...organization, realm_jitsi_server_url: null })).toBe('');
    expect(sentValue(calls, '', 'https://calls.example')).toBe('default');
    expect(storedValue(calls, '')).toBeNull();
  });

  it('of groups are the same in any order', () => {
    const value = { direct_members: [1, 2], direct_subgroups: [3] };
    expect(isSameValue(value, { direct_members: [2, 1], direct_subgroups: [3] })).toBe(true);
    expect(isSameValue(value, { direct_members: [1], direct_subgroups: [3] })).toBe(false);
    expect(isSameValue(value, 3)).toBe(false);
    expect(isSameValue(null, null)).toBe(true);
  });
});
