import { Parameters, TestCluster, applyEvents, comparableState, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, addPerson, createPerson, ownerOf, unique } from '../support/people';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';
import { unreadIds } from '../support/unread';

const REGISTRATION: Parameters = {
  client_gravatar: false,
  include_subscribers: 'true',
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    user_settings_object: true,
    archived_channels: true,
    empty_topic_name: true,
    include_deactivated_groups: true,
  },
};
const REGISTRATIONS_EACH = 12;

/** Design I4: state plus events is exact for a client that registers at any moment, without gap and without repeat. */
describe('registering while others write', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let owner: Person;
  let viewers: Person[];
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    owner = await ownerOf(cluster);
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    viewers = await Promise.all(['Vera', 'Vito', 'Viola'].map((name) => createPerson(cluster, name)));
    channel = await createChannel(ada, [bob, ...viewers]);
  });

  /** Repeats work until stopped. */
  function keepDoing(work: ((round: number) => Promise<unknown>)[]): () => Promise<void> {
    let isStopped = false;
    const loops = work.map(async (each) => {
      for (let round = 0; !isStopped; round += 1) await each(round);
    });
    return async () => {
      isStopped = true;
      await Promise.all(loops);
    };
  }

  function writers(): ((round: number) => Promise<unknown>)[] {
    const everyone = viewers.map(({ userId }) => userId);
    const subscribe = (person: Person, name: string, principals: number[], settings: Parameters = {}) =>
      person.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals, ...settings });
    const leave = (person: Person, name: string, principals: number[]) =>
      person.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals });
    return [
      (round) => sendToChannel(ada, channel, { topic: `topic ${round % 3}` }),
      (round) => sendToChannel(bob, channel, { content: `@**${viewers[round % viewers.length]!.fullName}** ${round}` }),
      (round) => sendDirect(bob, [viewers[round % viewers.length]!]),
      async (round) => {
        const name = unique('storm');
        await subscribe(ada, name, [ada.userId, ...everyone], { invite_only: round % 2 === 1 });
        await sendToChannel(ada, { id: 0, name }, { to: name });
        // One by one: people who leave in one request do not hear of each other (channels.md 13.2).
        for (const userId of everyone.slice(1)) await leave(ada, name, [userId]);
      },
      async (round) => {
        if (round < 5) await addPerson(owner, 'Newcomer');
        else await sendDirect(ada, [bob, viewers[round % viewers.length]!]);
      },
    ];
  }

  const messageIds = (events: readonly ClientEvent[]): number[] =>
    events.filter(isEvent('message')).map(({ message }) => message.id);

  it('gives every client a state and events that together are the final state', async () => {
    const stop = keepDoing(writers());
    const registrations: { viewer: Person; queue: TestQueue }[] = [];
    await Promise.all(
      viewers.map(async (viewer) => {
        for (let count = 0; count < REGISTRATIONS_EACH; count += 1) {
          registrations.push({ viewer, queue: await TestQueue.register(viewer, REGISTRATION) });
        }
      }),
    );
    await stop();

    for (const viewer of viewers) {
      const marker = await sendDirect(owner, [viewer]);
      const fresh = await viewer.client.succeed('POST', '/register', REGISTRATION);
      const received = (await fetchNewest(viewer)).map(({ id }) => id);
      for (const { queue } of registrations.filter((registration) => registration.viewer === viewer)) {
        const events = await queue.untilMessage(marker);
        expect(comparableState(applyEvents(queue.state, events))).toEqual(comparableState(fresh));
        // Folding would hide a message that is in the state and comes again, or twice.
        const [before, after] = [new Set(unreadIds(queue.state)), messageIds(events)];
        expect(after.filter((id) => before.has(id))).toEqual([]);
        expect(new Set(after).size).toBe(after.length);
        const highest = queue.state.max_message_id;
        const missing = received.filter((id) => id > highest && !after.includes(id));
        expect(missing).toEqual([]);
      }
    }
    // The storm reached into the time of the registrations.
    const eventful = registrations.filter(({ queue }) => messageIds(queue.received).length > 1);
    expect(eventful.length).toBeGreaterThan(0);
  });
});
