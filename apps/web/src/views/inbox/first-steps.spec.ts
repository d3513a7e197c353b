import { snapshotState } from '../../store/snapshot';
import { ME, aGroup, aUser, anAnswer } from '../../test-support/answer';
import { firstSteps } from './first-steps';

const EVERYBODY = 1;
const NOBODY = 2;

function stateWith(others: ReturnType<typeof aUser>[], who = EVERYBODY) {
  return snapshotState(
    anAnswer({
      realm_users: [aUser(ME), ...others],
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:members', is_system_group: true, members: [ME] }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
      ],
      realm_can_create_public_channel_group: who,
      realm_can_create_private_channel_group: NOBODY,
      realm_can_create_web_public_channel_group: NOBODY,
      realm_can_invite_users_group: who,
      realm_create_multiuse_invite_group: NOBODY,
    }),
  );
}

describe('first steps', () => {
  it('are for whoever is alone, bots and people who left apart', () => {
    expect(firstSteps(stateWith([]))).toEqual(['channel', 'invite']);
    expect(firstSteps(stateWith([aUser(20, { is_bot: true })]))).toEqual(['channel', 'invite']);
    expect(firstSteps(stateWith([aUser(20)]))).toEqual([]);
  });

  it('are what one may do', () => {
    expect(firstSteps(stateWith([], NOBODY))).toEqual([]);
  });
});
