import { enumerationCode, isDictSetting, needsOwnerToChange } from './realm-settings';

describe('settings of organizations (organization.md 4)', () => {
  it.each([
    ['name', false, false],
    ['message_retention_days', true, false],
    ['invite_required', true, false],
    ['waiting_period_threshold', true, false],
    ['authentication_methods', true, false],
    ['require_second_factor', true, false],
    ['allow_message_editing', false, true],
    ['topics_policy', false, true],
    ['can_create_groups', true, false],
    ['can_manage_billing_group', true, false],
    ['create_multiuse_invite_group', true, false],
    ['can_add_subscribers_group', false, false],
    ['can_access_all_users_group', false, false],
  ])('%s: owner %s, dict %s', (name, needsOwner, isDict) => {
    expect(needsOwnerToChange(name)).toBe(needsOwner);
    expect(isDictSetting(name)).toBe(isDict);
  });

  it.each([
    ['message_edit_history_visibility_policy', 'moves', 2],
    ['topics_policy', 'disable_empty_topic', 3],
    ['name', 'all', undefined],
  ])('%s %s is reported as %s', (name, value, code) => expect(enumerationCode(name, value)).toBe(code));
});
