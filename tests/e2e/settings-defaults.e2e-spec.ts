import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('defaults of settings', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    member = await organization.createPerson('Member');
  });

  const path = '/realm/user_settings_defaults';
  const change = (parameters: Parameters) => organization.owner.client.succeed('PATCH', path, parameters);
  const settingsOf = async (person: Person, field: string) => {
    const { state } = await TestQueue.register(person, {
      event_types: ['heartbeat'],
      fetch_event_types: ['user_settings', 'realm_user_settings_defaults'],
      client_capabilities: { user_settings_object: true },
    });
    return state[field];
  };

  it('are told to everybody, one by one, and concern new accounts only', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_user_settings_defaults'] });
    await change({
      emojiset: 'twitter',
      web_line_height_percent: 120,
      email_address_visibility: 1,
      enter_sends: false,
    });
    await change({ notification_sound: 'none' });
    const events = await queue.until((event) => event.property === 'notification_sound');
    const told = events.map(({ property, value }) => [property, value]);
    expect(told).toEqual([
      ['emojiset', 'twitter'],
      ['web_line_height_percent', 120],
      ['email_address_visibility', 1],
      ['notification_sound', 'none'],
    ]);
    expect(events[0]).toEqual({
      id: expect.any(Number),
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: 'emojiset',
      value: 'twitter',
    });
    expect(await settingsOf(member, 'realm_user_settings_defaults')).toMatchObject({
      emojiset: 'twitter',
      web_line_height_percent: 120,
    });
    expect(await settingsOf(member, 'user_settings')).toMatchObject({
      emojiset: 'google',
      notification_sound: 'zulip',
    });
    const created = await organization.createPerson('Newcomer');
    expect(await settingsOf(created, 'user_settings')).toMatchObject({
      emojiset: 'twitter',
      web_line_height_percent: 120,
      email_address_visibility: 1,
      notification_sound: 'none',
    });
  });

  it('do not exist for everything', async () => {
    const sent = {
      default_language: 'de',
      timezone: 'UTC',
      enable_login_emails: false,
      enable_marketing_emails: false,
    };
    const { ignored_parameters_unsupported: ignored } = await change({ ...sent, allow_private_data_export: true });
    expect(ignored).toEqual([
      'allow_private_data_export',
      'default_language',
      'enable_login_emails',
      'enable_marketing_emails',
      'timezone',
    ]);
  });

  it.each<[Parameters, string]>([
    [{ color_scheme: 9 }, 'Invalid color_scheme: Value error, Not in the list of possible values'],
    [{ web_home_view: 'x' }, 'Invalid web_home_view'],
    [{ web_animate_image_previews: 'x' }, 'Invalid web_animate_image_previews'],
    [{ resolved_topic_notice_auto_read_policy: 'x' }, 'Invalid resolved_topic_notice_auto_read_policy'],
    [{ emojiset: 'x' }, 'Invalid emojiset: Value error, Not in the list of possible values'],
    [{ notification_sound: 'gong' }, "Invalid notification sound 'gong'"],
    [{ email_notifications_batching_period_seconds: -1 }, 'Invalid email batching period: -1 seconds'],
    [{ presence_enabled: 'yes' }, 'presence_enabled is not valid JSON'],
  ])('%j is refused', async (parameters, msg) => {
    expectError(await organization.owner.client.patch(path, parameters), msg);
  });

  it('are for administrators', async () => {
    expectError(await member.client.patch(path, { enter_sends: true }), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  });

  it('that are the same already are not told', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_user_settings_defaults'] });
    await change({ high_contrast_mode: true });
    await change({ high_contrast_mode: true, starred_message_counts: false });
    await queue.next(isEvent('realm_user_settings_defaults'));
    expect((await queue.next(isEvent('realm_user_settings_defaults'))).property).toBe('starred_message_counts');
  });
});
