import { SERVER_SUPPORTED_PERMISSION_SETTINGS } from './permission-settings';

describe('server_supported_permission_settings (organization.md 4.8)', () => {
  it('has every setting', () => {
    expect(Object.keys(SERVER_SUPPORTED_PERMISSION_SETTINGS.realm)).toHaveLength(25);
    expect(Object.keys(SERVER_SUPPORTED_PERMISSION_SETTINGS.stream)).toHaveLength(11);
    expect(Object.keys(SERVER_SUPPORTED_PERMISSION_SETTINGS.group)).toHaveLength(6);
  });

  it.each([
    ['realm', 'can_access_all_users_group', true, false, true, 'role:everyone'],
    ['realm', 'can_create_web_public_channel_group', true, true, false, 'role:owners'],
    ['realm', 'can_manage_all_groups', false, false, false, 'role:owners'],
    ['realm', 'direct_message_permission_group', false, true, true, 'role:everyone'],
    ['realm', 'workplace_users_group', false, false, false, 'role:members'],
    ['stream', 'can_administer_channel_group', false, true, false, 'channel_creator'],
    ['stream', 'can_remove_subscribers_group', false, true, true, 'role:administrators'],
    ['group', 'can_manage_group', false, true, false, 'group_creator'],
    ['group', 'can_leave_group', false, true, true, 'role:everyone'],
  ] as const)('%s %s', (area, name, requireSystem, nobody, everyone, defaultGroup) => {
    expect(SERVER_SUPPORTED_PERMISSION_SETTINGS[area][name]).toMatchObject({
      require_system_group: requireSystem,
      allow_internet_group: false,
      allow_nobody_group: nobody,
      allow_everyone_group: everyone,
      default_group_name: defaultGroup,
    });
  });
});
