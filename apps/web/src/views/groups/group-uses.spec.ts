import { snapshotState } from '../../store/snapshot';
import { aChannel, aGroup, anAnswer, permissionsFor } from '../../test-support/answer';
import { usesOf } from './group-uses';

const NOBODY = 2;
const DESIGN = 70;
const named = { direct_members: [20], direct_subgroups: [DESIGN] };

describe('what a group is used for', () => {
  it('is every group that it belongs to, and every permission that names it', () => {
    const state = snapshotState(
      anAnswer({
        ...permissionsFor(NOBODY),
        realm_can_invite_users_group: DESIGN,
        realm_user_groups: [
          aGroup(NOBODY),
          aGroup(DESIGN),
          aGroup(8, { direct_subgroup_ids: [DESIGN], can_join_group: DESIGN }),
          aGroup(9, { direct_subgroup_ids: [DESIGN], deactivated: true }),
        ],
        never_subscribed: [
          aChannel(15, { can_send_message_group: named, can_administer_channel_group: DESIGN }),
          aChannel(16, { can_send_message_group: DESIGN, is_archived: true }),
        ],
      }),
    );
    expect(usesOf(state, DESIGN)).toEqual([
      { kind: 'subgroup', groupIds: [8] },
      { kind: 'organization', settings: ['can_invite_users_group'] },
      {
        kind: 'channel',
        channelId: 15,
        settings: expect.arrayContaining(['can_send_message_group', 'can_administer_channel_group']),
      },
      { kind: 'group', groupId: 8, settings: ['can_join_group'] },
    ]);
    expect(usesOf(state, 99)).toEqual([]);
  });
});
