import { snapshotState } from '../store/snapshot';
import { ME, aUser, anAnswer } from '../test-support/answer';
import { gearPlaces } from './gear-places';

const EVERYBODY = 1;
const NOBODY_HERE = 99;

function addresses(isGuest: boolean, inviters: number) {
  const groups = { realm_can_invite_users_group: inviters, realm_create_multiuse_invite_group: NOBODY_HERE };
  const people = { realm_users: [aUser(ME, { is_guest: isGuest, role: isGuest ? 600 : 400 })] };
  return gearPlaces(snapshotState(anAnswer({ ...groups, ...people }))).map(({ address }) => address);
}

describe('the gear menu', () => {
  it('leads to what is set up, to bots, and to inviting for those who may', () => {
    expect(addresses(false, EVERYBODY)).toEqual([
      ...['#settings', '#channels/subscribed', '#groups/your', '#organization', '#organization/users'],
      ...['#organization/bots', '#invite'],
    ]);
    expect(addresses(false, NOBODY_HERE)).not.toContain('#invite');
  });

  it('leads guests neither to groups nor to bots', () => {
    expect(addresses(true, EVERYBODY)).toEqual([
      ...['#settings', '#channels/subscribed', '#organization', '#organization/users'],
    ]);
  });
});
