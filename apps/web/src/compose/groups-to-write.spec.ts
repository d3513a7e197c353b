import { snapshotState } from '../store/snapshot';
import { ME, aGroup, aUser, anAnswer } from '../test-support/answer';
import { peopleOfGroup } from './groups-to-write';

describe('groups that are written to', () => {
  it('stand for their active members without the user, through subgroups too', () => {
    const many = Array.from({ length: 21 }, (_one, index) => aUser(100 + index));
    const state = snapshotState(
      anAnswer({
        realm_users: [aUser(ME), aUser(20), aUser(30), ...many],
        realm_non_active_users: [aUser(40)],
        realm_user_groups: [
          aGroup(1, { name: 'role:members', is_system_group: true, members: [20] }),
          aGroup(2, { name: 'design', members: [ME, 20, 40], direct_subgroup_ids: [3] }),
          aGroup(3, { name: 'icons', members: [30] }),
          aGroup(4, { name: 'old', members: [20], deactivated: true }),
          aGroup(5, { name: 'me', members: [ME] }),
          aGroup(6, { name: 'large', members: many.map(({ user_id }) => user_id) }),
        ],
      }),
    );
    const people = [...state.groups.values()].map((group) => [group.name, peopleOfGroup(state, group)]);
    expect(Object.fromEntries(people)).toEqual({
      'role:members': [],
      design: [20, 30],
      icons: [30],
      old: [],
      me: [],
      large: [],
    });
  });
});
