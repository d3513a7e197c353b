import { Parameters, ResponseBody, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { settled } from '../support/events';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

describe('channel folders (channels.md 12)', () => {
  let org: Organization;
  let owner: Person;
  let ada: Person;
  let guest: Person;

  beforeEach(async () => {
    org = await createOrganization(await sharedCluster());
    owner = org.owner;
    ada = await org.createPerson('Ada');
    guest = await org.createPerson('Gus', 600);
  });

  const create = async (name = unique('folder'), description = ''): Promise<number> =>
    (await owner.client.succeed('POST', '/channel_folders/create', { name, description })).channel_folder_id;
  const patch = (id: number, parameters: Parameters) => owner.client.patch(`/channel_folders/${id}`, parameters);
  const list = async (parameters: Parameters = {}): Promise<ResponseBody[]> =>
    (await guest.client.succeed('GET', '/channel_folders', parameters)).channel_folders;

  it('are made, changed and put in order, and everybody hears of it', async () => {
    const queue = await TestQueue.register(guest, { event_types: ['channel_folder', 'message'] });
    const first = await create('First', 'for *all*');
    const second = await create('Second');
    await patch(first, { name: 'FIRST', description: 'for some' });
    await patch(first, { name: 'FIRST', description: 'for some' });
    await owner.client.succeed('PATCH', '/channel_folders', { order: [second, first, 999_999] });
    await patch(second, { is_archived: true });
    const [events] = await settled(owner, [{ queue, person: guest }]);
    expect(events?.map(({ op, data, order }) => ({ op, data, order }))).toEqual([
      { op: 'add', data: undefined, order: undefined },
      { op: 'add', data: undefined, order: undefined },
      { op: 'update', data: { name: 'FIRST' }, order: undefined },
      { op: 'update', data: { description: 'for some', rendered_description: '<p>for some</p>' }, order: undefined },
      { op: 'reorder', data: undefined, order: [second, first, 999_999] },
      { op: 'update', data: { is_archived: true }, order: undefined },
    ]);
    expect(events?.[0].channel_folder).toMatchObject({
      id: first,
      name: 'First',
      rendered_description: '<p>for <em>all</em></p>',
      order: first,
      creator_id: owner.userId,
      is_archived: false,
    });
    expect((await list()).map(({ id }) => id)).toEqual([first]);
    expect((await list({ include_archived: true })).map(({ id, order }) => [id, order])).toEqual([
      [second, 0],
      [first, 1],
    ]);
    const { channel_folders: folders } = await guest.client.succeed('POST', '/register', {
      fetch_event_types: ['channel_folders'],
    });
    expect(folders).toEqual(await list({ include_archived: true }));
  });

  it('hold channels, and are not archived while they do', async () => {
    const folder = await create();
    const channel = await createChannel(ada, [], { folder_id: folder });
    expectError(
      await patch(folder, { is_archived: true }),
      'You need to remove all the channels from this folder to archive it.',
    );
    await ada.client.succeed('PATCH', `/streams/${channel.id}`, { folder_id: null });
    expect((await patch(folder, { is_archived: true })).status).toBe(200);
    expect((await ada.client.succeed('GET', `/streams/${channel.id}`)).stream.folder_id).toBeNull();
  });

  it('have names of their own while they are not archived', async () => {
    const taken = await create('Taken');
    const other = await create('Other');
    const named = (name: string) => owner.client.post('/channel_folders/create', { name, description: '' });
    expectError(await named('taken'), 'Channel folder name already in use');
    expectError(await patch(other, { name: 'TAKEN' }), 'Channel folder name already in use');
    expectError(await named(' '), "Channel folder name can't be empty.");
    expectError(await named('a\u0001'), 'Invalid character in channel folder name, at position 2.');
    expectError(await named('n'.repeat(61)), 'name is too long (limit: 60 characters)');
    await patch(taken, { is_archived: true });
    expect((await named('taken')).status).toBe(200);
    expectError(await patch(taken, { is_archived: false }), 'Channel folder name already in use');
  });

  it('are a matter of administrators', async () => {
    const refused = { code: 'UNAUTHORIZED_PRINCIPAL' };
    const msg = 'Must be an organization administrator';
    expectError(await ada.client.post('/channel_folders/create', { name: 'x', description: '' }), msg, refused);
    expectError(await ada.client.patch('/channel_folders', { order: [] }), msg, refused);
    expectError(await ada.client.patch('/channel_folders/1', { name: 'x' }), msg, refused);
    expectError(await patch(999_999, { name: 'x' }), 'Invalid channel folder ID');
    await create();
    expectError(await owner.client.patch('/channel_folders', { order: [] }), 'Invalid order mapping.');
  });
});
