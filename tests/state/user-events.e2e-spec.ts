import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { MODERN_CAPABILITIES, MODERN_REGISTRATION, expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

const REGISTRATION: Parameters = {
  ...MODERN_REGISTRATION,
  client_capabilities: { ...MODERN_CAPABILITIES, user_list_incomplete: true },
};

/** What happens to users reaches every kind of viewer: state plus events is a fresh state (realtime.md 9.1). */
describe('folding events of users and bots', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let viewers: Person[];
  let target: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    const administrator = await organization.createPerson('Admin', 200);
    const member = await organization.createPerson('Member');
    const guest = await organization.createPerson('Guest', 600);
    viewers = [owner, administrator, member, guest];
    target = await organization.createPerson('Target');
    await createChannel(target, [member, guest]);
    await createChannel(target, [member], { invite_only: true });
    const setting = { direct_members: [target.userId], direct_subgroups: [] };
    await owner.client.succeed('POST', '/user_groups/create', {
      name: unique('group'),
      description: '',
      members: [target.userId, member.userId],
      can_add_members_group: setting,
    });
  });

  const expectFolded = (act: () => Promise<unknown>, whose: readonly Person[] = viewers) => {
    const registered = whose.map((person) => ({ person, registration: REGISTRATION }));
    return expectStateFolds({ viewers: registered, markedBy: owner }, act);
  };

  const patch = (whom: Person, parameters: Parameters) =>
    owner.client.succeed('PATCH', `/users/${whom.userId}`, parameters);

  it('renames', () => expectFolded(() => patch(target, { full_name: unique('Renamed') })));

  it('roles of others', async () => {
    await expectFolded(() => patch(target, { role: 200 }));
    await expectFolded(() => patch(target, { role: 600 }));
    await expectFolded(() => patch(target, { role: 400 }));
  });

  it('deactivation and reactivation', async () => {
    await expectFolded(() => owner.client.succeed('DELETE', `/users/${target.userId}`));
    await expectFolded(() => owner.client.succeed('POST', `/users/${target.userId}/reactivate`));
  });

  it('bots, from their creation to their end', async () => {
    const bot = { id: 0 };
    await expectFolded(async () => {
      const created = await target.client.succeed('POST', '/bots', {
        full_name: unique('Bot'),
        short_name: unique('b').replace(' ', ''),
        bot_type: 3,
        payload_url: '"https://hook.example/"',
      });
      bot.id = created.user_id;
    }, [...viewers, target]);
    const all = [...viewers, target];
    await expectFolded(
      () =>
        target.client.succeed('PATCH', `/bots/${bot.id}`, {
          full_name: unique('Bot'),
          default_all_public_streams: true,
        }),
      all,
    );
    await expectFolded(
      () => owner.client.succeed('PATCH', `/bots/${bot.id}`, { bot_owner_id: viewers[2]?.userId }),
      all,
    );
    await expectFolded(() => owner.client.succeed('DELETE', `/bots/${bot.id}`), all);
    await expectFolded(() => owner.client.succeed('POST', `/users/${bot.id}/reactivate`), all);
  });

  it('the own role', async () => {
    const person = await organization.createPerson('Rising');
    await expectFolded(() => patch(person, { role: 300 }), [person]);
    await expectFolded(() => patch(person, { role: 400 }), [person]);
  });
});
