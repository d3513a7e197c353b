import { ClientState, ResponseBody, applyEvents, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { kindOf, settled } from '../support/events';
import { expectError } from '../support/expectations';
import { systemGroups } from '../support/groups';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** Guests who see only whom they share something with (users.md 3; channels.md 14.1 step 5, 14.2 step 4). */
describe('limited guests and subscriptions', () => {
  let org: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let guest: Person;

  beforeEach(async () => {
    org = await createOrganization(await sharedCluster());
    owner = org.owner;
    [ada, bob, guest] = [
      await org.createPerson('Ada'),
      await org.createPerson('Bob'),
      await org.createPerson('Gus', 600),
    ];
    // Everybody is in the default channels.
    const { subscriptions } = await guest.client.succeed('GET', '/users/me/subscriptions');
    const names = subscriptions.map((subscription: ResponseBody) => subscription.name);
    await guest.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: names });
    const { realm_user_groups: groups } = await owner.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    const members = groups.find((group: ResponseBody) => group.name === 'role:members').id;
    await owner.client.succeed('PATCH', '/realm', { can_access_all_users_group: { new: members } });
  });

  const subscribe = (name: string, ...who: Person[]) =>
    ada.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: who.map(({ userId }) => userId),
      send_new_subscription_messages: false,
    });

  it('get to know whom they come to share a channel with, and forget whom they do not any more', async () => {
    const first = await createChannel(ada);
    const second = await createChannel(ada);
    expectError(await guest.client.get(`/users/${ada.userId}/subscriptions/${first.id}`), 'Insufficient permission');
    const queue = await TestQueue.register(guest, {
      event_types: ['realm_user', 'stream', 'subscription', 'message'],
      client_capabilities: { user_list_incomplete: true },
    });
    await subscribe(first.name, guest);
    await subscribe(second.name, guest);
    await subscribe(first.name, bob);
    await bob.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [first.name] });
    await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [first.name] });
    await guest.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [second.name] });
    const [events] = await settled(owner, [{ queue, person: guest }]);
    // Of the owner they hear by the message that ends the test.
    const known = events?.filter((event) => event.type !== 'message' && event.person?.user_id !== owner.userId) ?? [];
    expect(known.map((event) => [kindOf(event), event.person?.user_id])).toEqual([
      ['stream/create', undefined],
      ['subscription/add', undefined],
      ['realm_user/add', ada.userId],
      ['stream/create', undefined],
      ['subscription/add', undefined],
      ['realm_user/add', bob.userId],
      ['subscription/peer_add', undefined],
      ['subscription/peer_remove', undefined],
      ['realm_user/remove', bob.userId],
      ['subscription/peer_remove', undefined],
      ['subscription/remove', undefined],
      ['stream/delete', undefined],
      ['realm_user/remove', ada.userId],
    ]);
  });

  it('forget strangers when the organization begins to limit guests, and learn of them when it ceases to', async () => {
    const channel = await createChannel(ada);
    await subscribe(channel.name, guest);
    const roles = await systemGroups(owner);
    const set = (group: number | undefined) =>
      owner.client.succeed('PATCH', '/realm', { can_access_all_users_group: { new: group } });
    const register = () =>
      TestQueue.register(guest, {
        fetch_event_types: ['realm_user'],
        event_types: ['realm_user', 'message'],
        client_gravatar: false,
        client_capabilities: { user_list_incomplete: true },
      });
    const expectFolded = async (queue: TestQueue, act: () => Promise<unknown>) => {
      await act();
      const events = await queue.untilMessage(await sendDirect(ada, [guest]));
      const state = applyEvents(queue.state as ClientState, events.slice(0, -1) as never);
      const { state: fresh } = await register();
      expect(usersOf(state)).toEqual(usersOf(fresh as ClientState));
      return events.slice(0, -1);
    };
    const usersOf = ({ realm_users: active, realm_non_active_users: others }: ClientState) =>
      [...(active ?? []), ...(others ?? [])].sort((a, b) => a.user_id - b.user_id);
    await sendDirect(ada, [guest]);
    const gained = await expectFolded(await register(), () => set(roles['role:everyone']));
    expect(gained.map((event) => [event.op, event.person.user_id]).sort()).toEqual(
      [owner, bob].map(({ userId }) => ['add', userId]).sort(),
    );
    const lost = await expectFolded(await register(), () => set(roles['role:members']));
    expect(lost.map((event) => [event.op, event.person.user_id]).sort()).toEqual(
      [owner, bob].map(({ userId }) => ['remove', userId]).sort(),
    );
  });
});
