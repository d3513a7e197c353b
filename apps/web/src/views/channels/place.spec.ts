import { snapshotState } from '../../store/snapshot';
import { anAnswer } from '../../test-support/answer';
import { placeAt } from './place';

function state(canCreate = true) {
  const group = canCreate ? 1 : 99;
  return snapshotState(
    anAnswer({
      realm_can_create_public_channel_group: group,
      realm_can_create_private_channel_group: group,
      realm_can_create_web_public_channel_group: group,
      realm_enable_spectator_access: false,
      channel_folders: [
        {
          id: 3,
          name: 'F',
          description: '',
          rendered_description: '',
          order: 0,
          date_created: 0,
          creator_id: null,
          is_archived: false,
        },
      ],
    }),
  );
}
const at = (address: string, canCreate = true) => placeAt(address.split('/'), state(canCreate));

describe('addresses below #channels', () => {
  it('name lists, channels with their pages, and the form for a new one', () => {
    expect(at('available')).toEqual({ kind: 'list', list: 'available' });
    expect(at('5/channel-5/subscribers')).toEqual({ kind: 'channel', channelId: 5, tab: 'subscribers' });
    expect(at('5/permissions')).toEqual({ kind: 'channel', channelId: 5, tab: 'permissions' });
    expect(at('5')).toEqual({ kind: 'channel', channelId: 5, tab: 'general' });
    expect(at('new')).toEqual({ kind: 'new' });
    expect(at('folders/3/new')).toEqual({ kind: 'new', folderId: 3 });
  });

  it('lead to a list where there is nothing, or nothing for the user', () => {
    const list = { kind: 'list', list: 'subscribed' };
    expect(at('')).toEqual(list);
    expect(at('999/gone/general')).toEqual(list);
    expect(at('new', false)).toEqual(list);
    expect(at('folders/9/new')).toEqual(list);
  });
});
