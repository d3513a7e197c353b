import { ME, aGroup, aUser, anAnswer, permissionsFor } from '../test-support/answer';
import { snapshotState } from './snapshot';
import { mayWriteTo } from './user-permissions';

const NOBODY = 2;

function stateWith(directGroup: number) {
  return snapshotState(
    anAnswer({
      realm_user_groups: [aGroup(1, { members: [ME, 20, 30] }), aGroup(NOBODY, { name: 'role:nobody' })],
      realm_non_active_users: [aUser(40)],
      ...permissionsFor(directGroup),
    }),
  );
}

describe('writing somebody a direct message', () => {
  it('is offered for people who are here', () => {
    expect(mayWriteTo(stateWith(1), 20)).toBe(true);
  });

  it('is not offered for those who were deactivated, or are not known', () => {
    expect(mayWriteTo(stateWith(1), 40)).toBe(false);
    expect(mayWriteTo(stateWith(1), 99)).toBe(false);
  });

  it('is not offered where nobody may exchange them', () => {
    expect(mayWriteTo(stateWith(NOBODY), 20)).toBe(false);
  });
});
