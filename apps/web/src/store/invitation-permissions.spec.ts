import { ME, aGroup, aUser, anAnswer } from '../test-support/answer';
import { invitationRights, mayInvite } from './invitation-permissions';
import { snapshotState } from './snapshot';

const NOBODY = 2;
const EVERYBODY = 1;

function stateAs(own: object, settings: object) {
  return snapshotState(
    anAnswer({
      realm_users: [aUser(ME, own)],
      realm_user_groups: [aGroup(EVERYBODY, { members: [ME] }), aGroup(NOBODY)],
      realm_can_invite_users_group: NOBODY,
      realm_create_multiuse_invite_group: NOBODY,
      realm_can_add_subscribers_group: NOBODY,
      ...settings,
    }),
  );
}

describe('inviting', () => {
  it('is offered by mail, by link or not at all', () => {
    expect(mayInvite(stateAs({}, {}))).toBe(false);
    const byMail = stateAs({}, { realm_can_invite_users_group: EVERYBODY });
    const byLink = stateAs({}, { realm_create_multiuse_invite_group: EVERYBODY });
    expect([mayInvite(byMail), mayInvite(byLink)]).toEqual([true, true]);
    expect(invitationRights(byMail)).toMatchObject({ byMail: true, byLink: false, choosesChannels: false });
    expect(invitationRights(byLink)).toMatchObject({ byMail: false, byLink: true });
  });

  it('is never offered to guests, even where they are listed', () => {
    const guest = { role: 600, is_guest: true };
    expect(mayInvite(stateAs(guest, { realm_can_invite_users_group: EVERYBODY }))).toBe(false);
  });

  it('leads to roles up to that of administrators, for owners to all', () => {
    const roles = (role: number) => invitationRights(stateAs({ role }, {})).roles;
    expect(roles(400)).toEqual([400, 600]);
    expect(roles(200)).toEqual([200, 300, 400, 600]);
    expect(roles(100)).toEqual([100, 200, 300, 400, 600]);
  });
});
