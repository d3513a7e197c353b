import { ME, aGroup, aUser, anAnswer } from '../test-support/answer';
import { groupRights, mayCreateGroups } from './group-rights';
import { snapshotState } from './snapshot';

const NOBODY = 2;
const MINE = 3;
const ALL_NOBODY = {
  ...{ can_add_members_group: NOBODY, can_join_group: NOBODY, can_leave_group: NOBODY },
  ...{ can_manage_group: NOBODY, can_mention_group: NOBODY, can_remove_members_group: NOBODY },
};

function rights(settings: object, { members = [] as number[], own = {}, managesAll = NOBODY } = {}) {
  const group = aGroup(7, { ...ALL_NOBODY, members, ...settings });
  const state = snapshotState(
    anAnswer({
      realm_users: [aUser(ME, own), aUser(20)],
      realm_user_groups: [aGroup(NOBODY), aGroup(MINE, { members: [ME] }), group],
      realm_can_manage_all_groups: managesAll,
      realm_can_create_groups: MINE,
    }),
  );
  return { ...groupRights(state, group), mayCreate: mayCreateGroups(state) };
}

const NONE = {
  ...{ canManage: false, canAdd: false, canRemove: false, canAddSubgroups: false, canJoin: false, canLeave: false },
};

describe('what one may do with a group', () => {
  it('is nothing unless a setting says so', () => {
    expect(rights({})).toEqual({ ...NONE, mayCreate: true });
  });

  it('is everything for who manages it, or all groups', () => {
    const all = { canManage: true, canAdd: true, canRemove: true, canAddSubgroups: true };
    expect(rights({ can_manage_group: { direct_members: [ME], direct_subgroups: [] } })).toMatchObject(all);
    expect(rights({}, { managesAll: MINE })).toMatchObject(all);
    expect(rights({ is_system_group: true }, { managesAll: MINE })).toMatchObject(NONE);
  });

  it('is to come and go where that is open', () => {
    expect(rights({ can_join_group: MINE })).toMatchObject({ canJoin: true, canAdd: false, canLeave: false });
    const inside = { members: [ME] };
    expect(rights({ can_join_group: MINE }, inside)).toMatchObject({ canJoin: false });
    expect(rights({ can_leave_group: MINE }, inside)).toMatchObject({ canLeave: true, canRemove: false });
  });

  it('is nothing for guests, even where they are listed', () => {
    const guest = { own: { role: 600, is_guest: true } };
    expect(rights({ can_add_members_group: MINE }, guest)).toEqual({ ...NONE, mayCreate: false });
  });
});
