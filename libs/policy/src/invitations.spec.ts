import { isTooNewToInvite, refuseInvitationChange, refuseInvitedRole } from './invitations';

const user = (role: number) => ({ userId: 7, role, isBot: false });

describe('invitations', () => {
  it.each([
    [100, 100, null],
    [200, 100, 'needs-owner'],
    [400, 100, 'needs-owner'],
    [200, 200, null],
    [300, 200, 'needs-administrator'],
    [200, 300, null],
    [300, 300, 'needs-administrator'],
    [400, 400, null],
    [400, 600, null],
  ])('role %i invites to role %i: %s', (role, invitedAs, refusal) => {
    expect(refuseInvitedRole(user(role), invitedAs)).toBe(refusal);
  });

  it.each([
    [400, { invitedByUserId: 7, invitedAs: 100 }, null],
    [400, { invitedByUserId: 8, invitedAs: 400 }, 'needs-administrator'],
    [200, { invitedByUserId: 8, invitedAs: 400 }, null],
    [200, { invitedByUserId: 8, invitedAs: 100 }, 'needs-owner'],
    [400, { invitedByUserId: 8, invitedAs: 100 }, 'needs-owner'],
    [100, { invitedByUserId: 8, invitedAs: 100 }, null],
  ])('role %i changes %j: %s', (role, invitation, refusal) => {
    expect(refuseInvitationChange(user(role), invitation)).toBe(refusal);
  });

  it.each([
    [400, false, 2, true],
    [400, false, 3, false],
    [400, true, 0, false],
    [200, false, 0, false],
  ])('role %i, invitation required %s, %i days old: too new %s', (role, isRequired, days, isTooNew) => {
    expect(isTooNewToInvite({ ...user(role), joinedAtSeconds: 0 }, isRequired, days * 86_400)).toBe(isTooNew);
  });
});
