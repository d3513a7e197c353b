import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { MODERN_CAPABILITIES, MODERN_REGISTRATION, expectStateFolds } from '../support/folding';
import { SystemGroups, createGroup, listing, systemGroups } from '../support/groups';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

const registration = (includesDeactivated: boolean): Parameters => ({
  ...MODERN_REGISTRATION,
  client_capabilities: { ...MODERN_CAPABILITIES, include_deactivated_groups: includesDeactivated },
});

/** State plus events is state, for several kinds of viewers at once. */
describe('folding events of groups and of the organization', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let guest: Person;
  let roles: SystemGroups;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  beforeEach(async () => {
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    bob = await organization.createPerson('Bob');
    guest = await organization.createPerson('Guest', 600);
    roles = await systemGroups(owner);
  });

  async function expectFolded(act: () => Promise<unknown>): Promise<void> {
    const viewers = [
      { person: owner, registration: registration(true) },
      { person: ada, registration: registration(true) },
      { person: bob, registration: registration(false) },
      { person: guest, registration: registration(false) },
    ];
    await expectStateFolds({ viewers, markedBy: owner }, act);
  }

  const patchGroup = (id: number, parameters: Parameters) =>
    ada.client.succeed('PATCH', `/user_groups/${id}`, parameters);

  it('of groups that are made, changed and filled', () =>
    expectFolded(async () => {
      const { id: inner } = await createGroup(bob, [guest]);
      const { id } = await createGroup(ada, [bob], { subgroups: [inner] });
      await patchGroup(id, {
        name: unique('other'),
        description: 'x',
        can_join_group: { new: listing([ada, guest], [inner]) },
      });
      await patchGroup(id, { can_join_group: { new: listing([ada], [inner]) } });
      await patchGroup(id, { can_join_group: { new: roles['role:members'] } });
      await ada.client.succeed('POST', `/user_groups/${id}/members`, {
        add: [guest.userId, ada.userId],
        delete: [bob.userId],
        delete_subgroups: [inner],
      });
    }));

  it('of groups that are deactivated, renamed and active again', () =>
    expectFolded(async () => {
      const { id } = await createGroup(ada, [bob]);
      const { id: gone } = await createGroup(ada, [bob]);
      for (const group of [id, gone]) await ada.client.succeed('POST', `/user_groups/${group}/deactivate`);
      await patchGroup(id, { name: unique('asleep'), can_join_group: { new: listing([bob, ada]) } });
      await patchGroup(gone, { description: 'gone' });
      await ada.client.succeed('POST', `/user_groups/${id}/members`, { add: [guest.userId] });
      await patchGroup(id, { deactivated: false, name: unique('awake') });
    }));

  it('of private channels that groups open and close', async () => {
    const { id } = await createGroup(ada, [bob]);
    const { id: inner } = await createGroup(ada, [owner]);
    await ada.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: unique('hidden') }],
      invite_only: true,
      can_administer_channel_group: listing([ada], [id]),
    });
    const change = (group: number, parameters: Parameters) =>
      ada.client.succeed('POST', `/user_groups/${group}/members`, parameters);
    await expectFolded(() => change(id, { delete: [bob.userId] }));
    await expectFolded(() => change(id, { add_subgroups: [inner], add: [guest.userId] }));
    await expectFolded(() => change(inner, { add: [bob.userId] }));
    await expectFolded(() => change(id, { delete_subgroups: [inner] }));
  });

  it('of settings of the organization', () =>
    expectFolded(async () => {
      await owner.client.succeed('PATCH', '/realm', {
        name: unique('Name'),
        description: 'changed',
        digest_emails_enabled: true,
        topics_policy: 'disable_empty_topic',
        message_edit_history_visibility_policy: 'none',
        message_content_edit_limit_seconds: '"unlimited"',
        allow_message_editing: false,
        jitsi_server_url: '"https://meet.example"',
        waiting_period_threshold: 7,
        zulip_update_announcements_stream_id: -1,
        authentication_methods: { Email: false, Dev: true },
      });
      await owner.client.succeed('PATCH', '/realm', { waiting_period_threshold: 0, jitsi_server_url: '"default"' });
    }));

  it('of permissions of the organization', () =>
    expectFolded(async () => {
      await owner.client.succeed('PATCH', '/realm', {
        can_create_public_channel_group: { new: roles['role:moderators'] },
        can_create_private_channel_group: { new: listing([bob]) },
        can_create_web_public_channel_group: { new: roles['role:moderators'] },
        can_mention_many_users_group: { new: roles['role:nobody'] },
        can_add_subscribers_group: { new: listing([ada, guest]) },
        can_invite_users_group: { new: roles['role:fullmembers'] },
      });
      await owner.client.succeed('PATCH', '/realm', { can_invite_users_group: { new: listing([guest, owner]) } });
    }));
});
