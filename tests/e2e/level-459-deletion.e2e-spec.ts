import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { picture } from '../support/files';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot } from '../support/people';
import { TestQueue } from '../support/test-queue';

describe('levels 457, 459 and 490: what goes with a deactivated account', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster, { send_channel_events_messages: false });
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const idsIn = async (reader: Person, narrow: readonly unknown[]) =>
    (await fetchNewest(reader, narrow)).map(({ id }) => id);
  const deactivate = (by: Person, target: Person, actions?: Record<string, boolean>) =>
    by.client.delete(`/users/${target.userId}`, actions ? { actions } : {});

  it('level 459: is nothing unless it is said', async () => {
    const gone = await organization.createPerson('Gone');
    const channel = await createChannel(owner, [gone, member]);
    const id = await sendToChannel(gone, channel);
    expect((await deactivate(owner, gone, {})).status).toBe(200);
    const { user } = await member.client.succeed('GET', `/users/${gone.userId}`);
    expect(user).toMatchObject({ full_name: gone.fullName, is_active: false });
    expect(user).not.toHaveProperty('is_deleted');
    expect(await idsIn(member, [['channel', channel.name]])).toContain(id);
  });

  it('level 490: is the profile, with the name and the picture, of the bots too', async () => {
    const gone = await organization.createPerson('Gone');
    const bot = await createBot(gone);
    const files = { file: { name: 'a.png', content: await picture(), type: 'image/png' } };
    const { avatar_url: url } = (await gone.client.post('/users/me/avatar', {}, { multipart: true, files })).body;
    const queue = await TestQueue.register(member, { event_types: ['realm_user'] });
    expect((await deactivate(owner, gone, { delete_profile: true })).status).toBe(200);
    const inactive = ({ person }: { person?: unknown }) =>
      'is_active' in (person as object) && (person as { user_id: number }).user_id === gone.userId;
    const people = (await queue.until(inactive)).map(({ person }) => person);
    for (const { userId } of [bot, gone]) {
      expect(people).toContainEqual({ user_id: userId, full_name: 'Deleted user' });
      expect(people).toContainEqual({ user_id: userId, is_deleted: true });
      const { user } = await member.client.succeed('GET', `/users/${userId}`);
      expect(user).toMatchObject({ full_name: 'Deleted user', is_active: false, is_deleted: true });
    }
    expect(people).toContainEqual(expect.objectContaining({ user_id: gone.userId, avatar_source: 'G' }));
    await eventually(async () => (await fetch(member.client.baseUrl + url)).status === 404);
    const state = await member.client.succeed('POST', '/register', { fetch_event_types: ['realm_user'] });
    const deleted = state.realm_non_active_users.filter((user: { is_deleted?: boolean }) => user.is_deleted);
    expect(deleted.map(({ user_id: id }: { user_id: number }) => id).sort()).toEqual([gone.userId, bot.userId].sort());
    expectError(
      await owner.client.post(`/users/${gone.userId}/reactivate`),
      'A deleted account cannot be reactivated.',
    );
  });

  it('level 459: are messages of the chosen kinds, with the events of a deletion, to those who see them', async () => {
    const gone = await organization.createPerson('Gone');
    const bot = await createBot(gone);
    const open = await createChannel(gone, [member, bot]);
    const closed = await createChannel(gone, [member], { invite_only: true });
    const first = await sendToChannel(gone, open, { topic: 'first' });
    const kept = await sendToChannel(member, open, { topic: 'first' });
    const others = [await sendToChannel(gone, open, { topic: 'second' }), await sendToChannel(bot, open)];
    const hidden = await sendToChannel(gone, closed);
    const direct = await sendDirect(gone, [member]);
    const [queue, watcher] = [
      await TestQueue.register(member, {
        event_types: ['delete_message', 'stream'],
        client_capabilities: { bulk_message_deletion: true },
      }),
      await TestQueue.register(owner, {
        event_types: ['delete_message', 'realm_user'],
        client_capabilities: { bulk_message_deletion: true },
      }),
    ];
    const actions = { delete_public_channel_messages: true, delete_direct_messages: true };
    expect((await deactivate(owner, gone, actions)).body).toEqual({ result: 'success', msg: '' });
    const told: number[] = [];
    const wanted = [first, ...others, direct];
    let newFirst: unknown;
    while (newFirst === undefined || wanted.some((id) => !told.includes(id))) {
      const event = await queue.next(({ type }) => type !== 'heartbeat');
      if (event.type === 'delete_message') told.push(...(event.message_ids as number[]));
      else newFirst = event.value;
    }
    expect(told.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
    expect(newFirst).toBe(kept);
    expect(await idsIn(member, [['channel', open.name]])).toContain(kept);
    expect(await idsIn(member, [['channel', closed.name]])).toContain(hidden);
    expect(await idsIn(member, [{ operator: 'dm', operand: [gone.userId] }])).toEqual([]);
    // The owner reads the open channel, and nobody else's direct messages.
    await owner.client.succeed('PATCH', '/settings', { full_name: 'Watcher' });
    const seen = await watcher.until(({ person }) => (person as { full_name?: string })?.full_name === 'Watcher');
    const ids = seen.flatMap(({ message_ids: some }) => (some as number[] | undefined) ?? []);
    expect(ids.sort((a, b) => a - b)).toEqual([first, ...others].sort((a, b) => a - b));
  });

  it('level 459: is said with true and false, by who may deactivate', async () => {
    const gone = await organization.createPerson('Gone');
    expectError(await deactivate(member, gone, { delete_profile: true }), 'Insufficient permission');
    const wrong = await owner.client.delete(`/users/${gone.userId}`, { actions: { delete_profile: 'yes' } });
    expectError(wrong, 'actions["delete_profile"] is not a boolean');
    expect((await member.client.succeed('GET', `/users/${gone.userId}`)).user.is_active).toBe(true);
  });
});
