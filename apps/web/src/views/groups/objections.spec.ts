import { RequestRefused } from '../../api/failures';
import { objectionsOf } from './objections';

describe('where a group is in use', () => {
  it('is what the refusal says, as far as this client knows the places', () => {
    const objections = [
      { type: 'subgroup', supergroup_ids: [3, 4] },
      { type: 'channel', channel_id: 7, settings: ['can_send_message_group'] },
      { type: 'user_group', group_id: 9, settings: ['can_manage_group', 'can_join_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
      { type: 'something new' },
      null,
    ];
    const refused = new RequestRefused(400, { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE', msg: 'In use.', objections });
    expect(objectionsOf(refused)).toEqual([
      { kind: 'subgroup', groupIds: [3, 4] },
      { kind: 'channel', channelId: 7, settings: ['can_send_message_group'] },
      { kind: 'group', groupId: 9, settings: ['can_manage_group', 'can_join_group'] },
      { kind: 'organization', settings: ['can_create_groups'] },
    ]);
  });

  it('is nothing for any other failure', () => {
    expect(objectionsOf(new RequestRefused(400, { code: 'BAD_REQUEST', msg: 'no', objections: [{}] }))).toEqual([]);
    expect(objectionsOf(new Error('no connection'))).toEqual([]);
  });
});
