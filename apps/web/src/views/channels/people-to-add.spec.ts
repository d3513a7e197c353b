import { snapshotState } from '../../store/snapshot';
import { ME, aGroup, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { usersOfPills } from './people-to-add';

const state = snapshotState(
  anAnswer({
    realm_users: [aUser(ME), aUser(20), aUser(30)],
    realm_non_active_users: [aUser(40)],
    realm_user_groups: [aGroup(8, { members: [20, 40] }), aGroup(9, { direct_subgroup_ids: [8] })],
    subscriptions: [aSubscription(5, { subscribers: [20, 30] })],
  }),
);

describe('who is added', () => {
  it('are people, members of groups and subscribers of channels, each once, if they are here', () => {
    expect(usersOfPills(state, [`user ${ME}`, 'user 20', 'group 9', 'channel 5'])).toEqual([ME, 20, 30]);
    expect(usersOfPills(state, ['user 40', 'channel 99'])).toEqual([]);
  });
});
