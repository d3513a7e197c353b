import { isAboveDailyLimit } from './daily-invitations';

describe('invitations of a day', () => {
  const administrator = { perDay: 100, isAdministrator: true };
  const member = { perDay: 100, isAdministrator: false };

  it.each([
    ['all of an administrator', { byOrganization: 0, byInviter: 0 }, 100, administrator, false],
    ['one more', { byOrganization: 0, byInviter: 0 }, 101, administrator, true],
    ['what others have left', { byOrganization: 60, byInviter: 0 }, 40, administrator, false],
    ['more than that', { byOrganization: 60, byInviter: 0 }, 41, administrator, true],
    ["a member's share", { byOrganization: 0, byInviter: 0 }, 10, member, false],
    ['more than that', { byOrganization: 0, byInviter: 0 }, 11, member, true],
    ["the rest of a member's share", { byOrganization: 9, byInviter: 9 }, 1, member, false],
    ['more than the rest', { byOrganization: 9, byInviter: 9 }, 2, member, true],
    ['one of a small limit', { byOrganization: 0, byInviter: 0 }, 1, { ...member, perDay: 3 }, false],
  ])('%s', (_name, sent, more, limits, isAbove) => {
    expect(isAboveDailyLimit(sent, more, limits)).toBe(isAbove);
  });
});
