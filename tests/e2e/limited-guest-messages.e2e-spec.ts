import { ClientState, ResponseBody, applyEvents, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { kindOf } from '../support/events';
import { expectError } from '../support/expectations';
import { systemGroups } from '../support/groups';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** What limited guests see of messages (users.md 3). */
describe('limited guests and messages', () => {
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let guest: Person;
  let other: Person;

  beforeAll(async () => {
    organization = await createOrganization(await sharedCluster());
    owner = organization.owner;
    const roles = await systemGroups(owner);
    await owner.client.succeed('PATCH', '/realm', { can_access_all_users_group: { new: roles['role:members'] } });
  });

  beforeEach(async () => {
    ada = await organization.createPerson('Ada');
    [guest, other] = [await organization.createPerson('Gus', 600), await organization.createPerson('Gil', 600)];
    await Promise.all([ada, guest, other].map(leaveEverything));
  });

  async function leaveEverything(person: Person): Promise<void> {
    const { subscriptions } = await person.client.succeed('GET', '/users/me/subscriptions');
    const names = subscriptions.map((subscription: ResponseBody) => subscription.name);
    await person.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: names });
  }

  const register = (person: Person) =>
    TestQueue.register(person, {
      fetch_event_types: ['realm_user'],
      event_types: ['realm_user', 'message'],
      client_gravatar: false,
      client_capabilities: { user_list_incomplete: true },
    });
  const usersOf = ({ realm_users: active, realm_non_active_users: others }: ClientState) =>
    [...(active ?? []), ...(others ?? [])].sort((first, second) => first.user_id - second.user_id);

  it('learn with the first direct message who writes to them, and not again', async () => {
    expectError(await guest.client.get(`/users/${ada.userId}`), 'Insufficient permission');
    expectError(
      await guest.client.post('/messages', { type: 'direct', to: [ada.userId], content: 'hi' }),
      'You do not have permission to access some of the recipients.',
    );
    const queue = await register(guest);
    await sendDirect(ada, [guest]);
    await sendDirect(guest, [ada]);
    const events = await queue.untilMessage(await sendDirect(ada, [guest]));
    expect(events.map((event) => [kindOf(event), event.person?.user_id])).toEqual([
      ['realm_user/add', ada.userId],
      ...Array.from({ length: 3 }, () => ['message', undefined]),
    ]);
    expect(events[1].message).toMatchObject({ sender_full_name: ada.fullName });
    const state = applyEvents(queue.state as ClientState, events as never);
    expect(usersOf(state)).toEqual(usersOf((await register(guest)).state as ClientState));
    expect((await guest.client.get(`/users/${ada.userId}`)).status).toBe(200);
  });

  it('of a group learn of each other', async () => {
    const queues = [await register(guest), await register(other)];
    const id = await sendDirect(ada, [guest, other]);
    const heard = await Promise.all(queues.map((queue) => queue.untilMessage(id)));
    const added = heard.map((events) =>
      events
        .slice(0, -1)
        .map((event) => event.person.user_id)
        .sort(),
    );
    expect(added).toEqual([[ada.userId, other.userId].sort(), [ada.userId, guest.userId].sort()]);
  });

  it('hear nothing of a message that is refused', async () => {
    const queue = await register(guest);
    const refused = { type: 'direct', to: [guest.userId], content: 'x', widget_content: 'no JSON' };
    expect((await ada.client.post('/messages', refused)).status).toBe(400);
    const typing = await ada.client.post('/typing', { type: 'direct', op: 'start', to: [guest.userId] });
    expect(typing.status).toBe(200);
    expectError(await guest.client.get(`/users/${ada.userId}`), 'Insufficient permission');
    await sendDirect(owner, [guest]);
    const { person } = await queue.next(isEvent('realm_user', 'add'));
    expect(person.user_id).toBe(owner.userId);
  });

  it('see a placeholder for senders whom they cannot access', async () => {
    const channel = await createChannel(owner, [guest, other]);
    await sendDirect(ada, [other]);
    const [blind, seeing] = [await register(guest), await register(other)];
    const id = await sendToChannel(ada, channel);
    const hidden = {
      sender_id: ada.userId,
      sender_full_name: 'Unknown user',
      sender_email: expect.stringMatching(new RegExp(`^user${ada.userId}@`)),
      avatar_url: expect.stringContaining('/static/images/unknown-user-avatar.png'),
    };
    const shown = { sender_id: ada.userId, sender_full_name: ada.fullName };
    const last = async (queue: TestQueue) => (await queue.untilMessage(id)).at(-1)?.message;
    expect(await last(blind)).toMatchObject(hidden);
    expect(await last(seeing)).toMatchObject(shown);
    const fetched = async (person: Person) => {
      const { message } = await person.client.succeed('GET', `/messages/${id}`);
      const { messages } = await person.client.succeed('GET', '/messages', {
        anchor: id,
        num_before: 0,
        num_after: 0,
        client_gravatar: true,
      });
      return [message, messages[0]];
    };
    for (const message of await fetched(guest)) expect(message).toMatchObject(hidden);
    for (const message of await fetched(other)) expect(message).toMatchObject(shown);
  });

  it('learn no name from the reactions of whom they cannot access', async () => {
    const channel = await createChannel(owner, [guest, other]);
    await sendDirect(ada, [other]);
    const id = await sendToChannel(owner, channel);
    const listen = (person: Person) => TestQueue.register(person, { event_types: ['reaction'] });
    const [blind, seeing] = [await listen(guest), await listen(other)];
    await ada.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await ada.client.succeed('DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    // Level 484: the event names its user by id alone.
    for (const op of ['add', 'remove']) {
      for (const queue of [blind, seeing]) {
        const event = await queue.next(isEvent('reaction', op));
        expect(event).toMatchObject({ user_id: ada.userId, message_id: id });
        expect(JSON.stringify(event)).not.toContain(ada.fullName);
      }
    }
  });
});
