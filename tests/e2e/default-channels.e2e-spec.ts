import { Parameters, ResponseBody, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { settled } from '../support/events';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

describe('default channels and their groups (channels.md 10)', () => {
  let org: Organization;
  let owner: Person;
  let ada: Person;
  let guest: Person;

  beforeAll(async () => {
    org = await createOrganization(await sharedCluster());
    owner = org.owner;
    ada = await org.createPerson('Ada');
    guest = await org.createPerson('Gus', 600);
  });

  const NOT_ALLOWED = ['Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }] as const;
  const state = async (): Promise<ResponseBody> =>
    ada.client.succeed('POST', '/register', { fetch_event_types: ['default_streams', 'default_stream_groups'] });

  async function heard(person: Person, act: () => Promise<unknown>): Promise<ResponseBody[]> {
    const queue = await TestQueue.register(person, {
      event_types: ['default_streams', 'default_stream_groups', 'message'],
    });
    await act();
    const [events] = await settled(owner, [{ queue, person }]);
    return events ?? [];
  }

  it('are added and removed', async () => {
    const channel = await createChannel(owner, [ada]);
    const add = () => owner.client.succeed('POST', '/default_streams', { stream_id: channel.id });
    const added = await heard(ada, async () => {
      await add();
      await add();
    });
    expect(added).toEqual([expect.objectContaining({ default_streams: expect.arrayContaining([channel.id]) })]);
    expect((await state()).realm_default_streams).toContain(channel.id);
    const removed = await heard(ada, async () => {
      await owner.client.succeed('DELETE', '/default_streams', { stream_id: channel.id });
      await owner.client.succeed('DELETE', '/default_streams', { stream_id: channel.id });
    });
    expect(removed).toHaveLength(2);
    expect(removed[1].default_streams).not.toContain(channel.id);
    expect(await heard(guest, add)).toEqual([]);
  });

  it('are a matter of administrators, and public', async () => {
    const channel = await createChannel(ada);
    const hidden = await createChannel(owner, [], { invite_only: true });
    expectError(await ada.client.post('/default_streams', { stream_id: channel.id }), ...NOT_ALLOWED);
    expectError(await ada.client.delete('/default_streams', { stream_id: channel.id }), ...NOT_ALLOWED);
    expectError(await owner.client.post('/default_streams', { stream_id: 999_999 }), 'Invalid channel ID');
    expectError(await owner.client.delete('/default_streams', { stream_id: 999_999 }), 'Invalid channel ID');
    expectError(
      await owner.client.post('/default_streams', { stream_id: hidden.id }),
      'Private channels cannot be made default.',
    );
  });

  describe('groups', () => {
    const create = (parameters: Parameters = {}) =>
      owner.client.post('/default_stream_groups/create', {
        group_name: unique('group'),
        description: 'What for',
        stream_names: [],
        ...parameters,
      });
    const groupNamed = async (name: string): Promise<ResponseBody> =>
      (await state()).realm_default_stream_groups.find((group: ResponseBody) => group.name === name);
    let channel: Channel;

    beforeAll(async () => {
      channel = await createChannel(owner, [ada]);
    });

    it('are made, changed and deleted, each with the whole list', async () => {
      const [name, renamed] = [unique('Backend'), unique('Frontend')];
      const events = await heard(ada, () => create({ group_name: name, stream_names: [channel.name, channel.name] }));
      const group = await groupNamed(name);
      expect(events).toEqual([expect.objectContaining({ default_stream_groups: expect.arrayContaining([group]) })]);
      expect(group).toMatchObject({ name, description: 'What for', streams: [channel.id] });
      const path = `/default_stream_groups/${group.id}`;
      const patch = (parameters: Parameters) => owner.client.succeed('PATCH', path, parameters);
      await patch({ new_group_name: renamed, new_description: '' });
      expect(await groupNamed(renamed)).toEqual({ ...group, name: renamed, description: '' });
      const other = await createChannel(owner);
      const streams = (op: string, names: string[]) =>
        owner.client.patch(`${path}/streams`, { op, stream_names: names });
      expect((await streams('add', [other.name])).status).toBe(200);
      expect((await groupNamed(renamed)).streams).toEqual(expect.arrayContaining([channel.id, other.id]));
      expectError(
        await streams('add', [other.name]),
        `Channel '${other.name}' is already present in default channel group '${renamed}'`,
      );
      expect((await streams('remove', [other.name])).status).toBe(200);
      expectError(
        await streams('remove', [other.name]),
        `Channel '${other.name}' is not present in default channel group '${renamed}'`,
      );
      expectError(await streams('swap', []), 'Invalid value for "op". Specify one of "add" or "remove".');
      expectError(await streams('add', ['nonexistent']), "Invalid channel name 'nonexistent'");
      expectError(
        await owner.client.patch(path, { new_group_name: renamed }),
        `This default channel group is already named '${renamed}'`,
      );
      expectError(await owner.client.patch(path, {}), 'You must pass "new_description" or "new_group_name".');
      await owner.client.succeed('DELETE', path);
      expect(await groupNamed(renamed)).toBeUndefined();
      expectError(await owner.client.delete(path), `Default channel group with id '${group.id}' does not exist.`);
      expectError(
        await owner.client.patch(path, { new_description: 'x' }),
        `Default channel group with id '${group.id}' does not exist.`,
      );
      expectError(await streams('add', []), `Default channel group with id '${group.id}' does not exist.`);
    });

    it('have names of their own', async () => {
      const name = unique('taken');
      await create({ group_name: name });
      expectError(await create({ group_name: name }), `Default channel group '${name}' already exists`);
      expectError(await create({ group_name: ' ' }), "Invalid default channel group name ' '");
      expectError(
        await create({ group_name: 'n'.repeat(61) }),
        'Default channel group name too long (limit: 60 characters)',
      );
      expectError(
        await create({ group_name: 'a\0b' }),
        "Default channel group name 'a\0b' contains NULL (0x00) characters.",
      );
    });

    it('hold no default channels, and are a matter of administrators', async () => {
      const taken = await createChannel(owner, [], { is_default_stream: true });
      const name = unique('group');
      expectError(
        await create({ group_name: name, stream_names: [taken.name] }),
        `'${taken.name}' is a default channel and cannot be added to '${name}'`,
      );
      const parameters = { group_name: name, description: '', stream_names: [] };
      expectError(await ada.client.post('/default_stream_groups/create', parameters), ...NOT_ALLOWED);
      expectError(await ada.client.patch('/default_stream_groups/1', { new_description: 'x' }), ...NOT_ALLOWED);
      expectError(await ada.client.delete('/default_stream_groups/1'), ...NOT_ALLOWED);
      expectError(
        await ada.client.patch('/default_stream_groups/1/streams', { op: 'add', stream_names: [] }),
        ...NOT_ALLOWED,
      );
    });
  });
});
