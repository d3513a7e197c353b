import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchFlags, sendDirect, sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, createBot, createPerson } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent, isMessage } from '../support/test-queue';

let cluster: TestCluster;
let ada: Person;
let bob: Person;

beforeEach(async () => {
  cluster = await sharedCluster();
  [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
});

const register = async (person: Person, type: string) =>
  (await TestQueue.register(person, { event_types: [], fetch_event_types: [type] })).state[type];

describe('muted users', () => {
  const path = (userId: number) => `/users/me/muted_users/${userId}`;

  it('are told to the own queues in full, and registered', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['muted_users'] });
    const { userId: bot } = await createBot(bob);
    await ada.client.succeed('POST', path(bob.userId));
    await ada.client.succeed('POST', path(bot));
    const bobMuted = { id: bob.userId, timestamp: expect.any(Number) };
    expect((await queue.next(isEvent('muted_users'))).muted_users).toEqual([bobMuted]);
    expect((await queue.next(isEvent('muted_users'))).muted_users).toHaveLength(2);
    await ada.client.succeed('DELETE', path(bot));
    expect((await queue.next(isEvent('muted_users'))).muted_users).toEqual([bobMuted]);
    expect(await register(ada, 'muted_users')).toEqual([bobMuted]);
  });

  it('have what they sent marked as read, and what they will send', async () => {
    const channel = await createChannel(bob, [ada]);
    const before = [await sendToChannel(bob, channel), await sendDirect(bob, [ada])];
    const own = await sendToChannel(ada, channel, { read_by_sender: true });
    const queue = await TestQueue.register(ada, { event_types: ['message', 'update_message_flags'] });
    await ada.client.succeed('POST', path(bob.userId));
    const event = await queue.next(isEvent('update_message_flags'));
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: before, all: false });
    const after = await sendToChannel(bob, channel);
    expect((await queue.next(isMessage(after))).flags).toEqual(['read']);
    await ada.client.succeed('DELETE', path(bob.userId));
    const last = await sendToChannel(bob, channel);
    const flags = await fetchFlags(ada, [...before, own, after, last]);
    const expected = new Map<number, string[]>([...before, own, after].map((id) => [id, ['read']]));
    expect(flags).toEqual(expected.set(last, []));
  });

  it('cannot be oneself, nobody, muted twice or unmuted twice', async () => {
    expectError(await ada.client.post(path(ada.userId)), 'Cannot mute self');
    for (const unknown of [0, 99_999_999_999]) {
      expectError(await ada.client.post(path(unknown)), 'No such user');
      expectError(await ada.client.delete(path(unknown)), 'No such user');
    }
    expectError(await ada.client.delete(path(bob.userId)), 'User is not muted');
    await ada.client.succeed('POST', path(bob.userId));
    expectError(await ada.client.post(path(bob.userId)), 'User already muted');
  });

  it('may be system bots, but nobody of another organization', async () => {
    const { state } = await TestQueue.register(ada, { event_types: [], fetch_event_types: ['realm_user'] });
    await ada.client.succeed('POST', path(state.cross_realm_bots[0].user_id));
    const { owner } = await createOrganization(cluster);
    expectError(await ada.client.post(path(owner.userId)), 'No such user');
  });
});

describe('alert words', () => {
  const path = '/users/me/alert_words';
  const change = async (method: 'POST' | 'DELETE', alert_words: string[]): Promise<string[]> =>
    (await ada.client.succeed(method, path, { alert_words })).alert_words.sort();

  it('are added, kept as written, and removed, whatever their case', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['alert_words'] });
    const told = async () => (await queue.next(isEvent('alert_words'))).alert_words.sort();
    expect(await change('POST', [' Tea ', '', 'coffee break', 'TEA'])).toEqual(['Tea', 'coffee break']);
    expect(await told()).toEqual(['Tea', 'coffee break']);
    expect(await change('POST', ['tea'])).toEqual(['Tea', 'coffee break']);
    expect(await told()).toEqual(['Tea', 'coffee break']);
    expect(await change('DELETE', ['tEA', 'unknown', ' coffee break'])).toEqual(['coffee break']);
    expect(await told()).toEqual(['coffee break']);
    expect((await ada.client.succeed('GET', path)).alert_words).toEqual(['coffee break']);
    expect(await register(ada, 'alert_words')).toEqual(['coffee break']);
  });

  it('flag messages from the next one on', async () => {
    const channel = await createChannel(bob, [ada]);
    await change('POST', ['lemur']);
    const id = await sendToChannel(bob, channel, { content: 'a Lemur!' });
    expect((await fetchFlags(ada, [id])).get(id)).toEqual(['has_alert_word']);
    await change('DELETE', ['lemur']);
    const later = await sendToChannel(bob, channel, { content: 'a lemur' });
    expect((await fetchFlags(ada, [later])).get(later)).toEqual([]);
  });

  it('are refused where they are too long or no list', async () => {
    const post = (alert_words: unknown[]) => ada.client.post(path, { alert_words });
    expectError(await post(['x'.repeat(101)]), 'alert_words[0] is too long (limit: 100 characters)');
    expectError(await post([1]), 'alert_words[0] is not a string');
    expectError(await ada.client.delete(path, { alert_words: '"x"' }), 'alert_words is not a list');
    const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name: 'alert_words' };
    expectError(await ada.client.post(path), "Missing 'alert_words' argument", missing);
    expectError(await ada.client.delete(path), "Missing 'alert_words' argument", missing);
  });

  it('are listed at a fixed cost', async () => {
    const list = () => ada.client.succeed('GET', path);
    await change('POST', ['one']);
    const few = await statementsOf(cluster, list);
    await change('POST', ['two', 'three', 'four', 'five']);
    expect(await statementsOf(cluster, list)).toBe(few);
  });
});

describe('onboarding steps', () => {
  const mark = (onboarding_step: string) => ada.client.post('/users/me/onboarding_steps', { onboarding_step });

  it('are marked once, and told as those that are left', async () => {
    const left = await register(ada, 'onboarding_steps');
    const queue = await TestQueue.register(ada, { event_types: ['onboarding_steps'] });
    const step = left[1].name;
    const rest = left.filter(({ name }: { name: string }) => name !== step);
    for (let times = 0; times < 2; times++) {
      expect((await mark(step)).status).toBe(200);
      expect((await queue.next(isEvent('onboarding_steps'))).onboarding_steps).toEqual(rest);
    }
    expect(await register(ada, 'onboarding_steps')).toEqual(rest);
  });

  it('take the delay of a reminder of the tour video', async () => {
    const answer = await ada.client.succeed('POST', '/users/me/onboarding_steps', {
      onboarding_step: 'navigation_tour_video',
      schedule_navigation_tour_video_reminder_delay: 3600,
    });
    expect(answer).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('must be known, and are not for bots', async () => {
    expectError(await mark('nonsense'), 'Unknown onboarding_step: nonsense');
    const response = await (await createBot(ada)).client.post('/users/me/onboarding_steps', { onboarding_step: 'x' });
    expectError(response, 'This endpoint does not accept bot requests.');
    expect((await ada.client.post('/users/me/tutorial_status', {}, { unchecked: true })).status).toBe(404);
  });
});
