import { Parameters, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectStateFolds } from '../support/folding';
import { sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { makeDue, orderSoon } from '../support/scheduled-messages';

const REGISTRATION: Parameters = {
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: { user_settings_object: true, empty_topic_name: true, bulk_message_deletion: true },
};
const later = (seconds = 3600) => Math.ceil(Date.now() / 1000) + seconds;

/** State plus events is state, for what hangs on messages and what is prepared for later (realtime.md 9.1). */
describe('folding events of message items', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, parameters: Parameters = {}) =>
    ada.client.succeed(method, path, parameters);
  const scheduled = async (changes: Parameters = {}): Promise<number> => {
    const message = { type: 'channel', to: channel.id, topic: 'plans', content: 'hi', ...changes };
    const at = { scheduled_delivery_timestamp: later(), ...changes };
    return (await call('POST', '/scheduled_messages', { ...message, ...at })).scheduled_message_id;
  };

  /** @param until what shows that everything has happened; a message to the viewer unless given */
  const expectFolded = (act: () => Promise<unknown>, until?: [type: string, op?: string]) =>
    expectStateFolds({ viewers: [{ person: ada, registration: REGISTRATION }], markedBy: bob, until }, act);

  it('of drafts', () =>
    expectFolded(async () => {
      const draft = (content: string, timestamp: number) => ({ type: '', to: [], topic: '', content, timestamp });
      const drafts = [draft('a', 100), draft('b', 300), draft('c', 200), draft('d', 200)];
      const { ids } = await call('POST', '/drafts', { drafts });
      await call('PATCH', `/drafts/${ids[0]}`, { draft: draft('first', 400) });
      await call('DELETE', `/drafts/${ids[1]}`);
    }));

  it('of saved snippets', () =>
    expectFolded(async () => {
      const save = async (title: string) =>
        (await call('POST', '/saved_snippets', { title, content: 'x' })).saved_snippet_id;
      const [first, second] = [await save('one'), await save('two')];
      await save('three');
      await call('PATCH', `/saved_snippets/${first}`, { title: 'uno' });
      await call('DELETE', `/saved_snippets/${second}`);
    }));

  it('of scheduled messages', () =>
    expectFolded(async () => {
      const [first, second] = [await scheduled(), await scheduled({ scheduled_delivery_timestamp: later(60) })];
      await scheduled({ type: 'direct', to: [bob.userId] });
      await call('PATCH', `/scheduled_messages/${first}`, { scheduled_delivery_timestamp: later(30) });
      await call('DELETE', `/scheduled_messages/${second}`);
    }));

  it('of scheduled messages that are sent', () =>
    expectFolded(async () => makeDue(cluster, bob, [await scheduled()]), ['scheduled_messages', 'remove']));

  it('of scheduled messages that cannot be sent', () =>
    expectFolded(async () => makeDue(cluster, bob, [await scheduled()], 3_600), ['scheduled_messages', 'update']));

  it('of reminders, deleted and sent', () =>
    expectFolded(async () => {
      const order = async (at: number) => {
        const message_id = await sendToChannel(bob, channel);
        return ada.client.post('/reminders', { message_id, scheduled_delivery_timestamp: at });
      };
      const { body: first } = await order(later());
      await order(later(60));
      await call('DELETE', `/reminders/${first.reminder_id}`);
      const { reminder_id: due } = await orderSoon(order);
      await eventually(async () => {
        const { reminders } = await ada.client.succeed('GET', '/reminders');
        return reminders.every((left: { reminder_id: number }) => left.reminder_id !== due);
      });
    }));

  it('of reactions and submessages', () =>
    expectFolded(async () => {
      const id = await sendToChannel(ada, channel, { content: '/poll x' });
      await bob.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' });
      await bob.client.succeed('DELETE', `/messages/${id}/reactions`, { emoji_name: 'heart' });
      const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
      await bob.client.succeed('POST', '/submessage', { message_id: id, msg_type: 'widget', content });
    }));
});
