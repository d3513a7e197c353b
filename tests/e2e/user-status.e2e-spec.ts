import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Person, createBot, createPerson, ownerOf } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('user status', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let owner: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    owner = await ownerOf(cluster);
  });

  const set = (who: Person, parameters: Parameters) => who.client.post('/users/me/status', parameters);
  const read = async (who: Person) => (await bob.client.succeed('GET', `/users/${who.userId}/status`)).status;
  const state = async () =>
    (await bob.client.succeed('POST', '/register', { event_types: [], fetch_event_types: ['user_status'] }))
      .user_status;

  it('is set in parts, told with what was set, and read by others', async () => {
    const queue = await TestQueue.register(bob, { event_types: ['user_status'] });
    expect((await set(ada, { status_text: ' on a train ', emoji_name: 'car' })).status).toBe(200);
    const event = await queue.next(isEvent('user_status'));
    const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
    expect(event).toEqual({
      id: event.id,
      type: 'user_status',
      user_id: ada.userId,
      status_text: 'on a train',
      ...emoji,
    });
    expect(await read(ada)).toEqual({ status_text: 'on a train', ...emoji });
    expect((await state())[ada.userId]).toEqual({ status_text: 'on a train', ...emoji });
    await set(ada, { status_text: '' });
    expect(await queue.next(isEvent('user_status'))).toMatchObject({ status_text: '' });
    expect(await read(ada)).toEqual(emoji);
    await set(ada, { emoji_name: '' });
    expect(await queue.next(isEvent('user_status'))).toMatchObject({
      emoji_name: '',
      emoji_code: '',
      reaction_type: 'unicode_emoji',
    });
    expect(await read(ada)).toEqual({});
    expect(await state()).not.toHaveProperty(String(ada.userId));
  });

  it('takes away for the setting, and tells both', async () => {
    const cy = await createPerson(cluster, 'Cy');
    const own = await TestQueue.register(cy, {
      event_types: ['user_settings', 'user_status'],
      client_capabilities: { user_settings_object: true },
    });
    await set(cy, { away: true });
    expect(await own.next(isEvent('user_settings'))).toMatchObject({ property: 'presence_enabled', value: false });
    expect(await read(cy)).toEqual({ away: true });
    await set(cy, { away: false });
    expect(await read(cy)).toEqual({});
  });

  it.each([
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '1f697', reaction_type: 'unicode_emoji' }, 'Client did not pass any new values.'],
    [
      { status_text: 'x', emoji_code: '1f697' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [
      { away: false, reaction_type: 'unicode_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [{ emoji_name: 'nonexistent' }, "Emoji 'nonexistent' does not exist"],
    [{ emoji_name: 'car', emoji_code: '1f692', reaction_type: 'unicode_emoji' }, 'Invalid emoji name.'],
    [{ emoji_name: 'car', emoji_code: '77', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ emoji_name: 'car', emoji_code: '1f697', reaction_type: 'sticker' }, 'Invalid emoji type.'],
  ])('refuses %j', async (parameters, text) => {
    expectError(await set(ada, parameters), text);
  });

  it('of others is set by administrators only', async () => {
    expectError(await bob.client.post(`/users/${ada.userId}/status`, { status_text: 'x' }), 'Insufficient permission');
    await owner.client.succeed('POST', `/users/${ada.userId}/status`, { status_text: 'off sick' });
    expect(await read(ada)).toEqual({ status_text: 'off sick' });
    expectError(await owner.client.post('/users/999999999/status', { status_text: 'x' }), 'No such user');
    const bot = await createBot(bob);
    expectError(await bob.client.get(`/users/${bot.userId}/status`), 'No such user');
    expectError(
      await bot.client.post('/users/me/status', { status_text: 'x' }),
      'This endpoint does not accept bot requests.',
    );
  });
});
