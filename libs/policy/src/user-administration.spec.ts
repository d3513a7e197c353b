import {
  administersUser,
  botCallsSeen,
  mayRepeatForBot,
  maySwitchBotLog,
  isForOwnersOnly,
  isFullMember,
  mayChangeEmails,
  mayCreateBots,
  refuseRole,
} from './user-administration';

const human = (userId: number, role: number) => ({
  userId,
  role,
  isBot: false,
  botOwnerId: null,
  canCreateUsers: false,
});
const bot = (userId: number, botOwnerId: number, canCreateUsers = false) => ({
  ...human(userId, 400),
  isBot: true,
  botOwnerId,
  canCreateUsers,
});
const OWNER = human(1, 100);
const ADMINISTRATOR = human(2, 200);
const MODERATOR = human(3, 300);
const MEMBER = human(4, 400);

describe('administration of users', () => {
  it.each([
    [OWNER, MEMBER, true],
    [ADMINISTRATOR, OWNER, true],
    [MODERATOR, MEMBER, false],
    [MEMBER, MEMBER, false],
    [MEMBER, bot(9, 4), true],
    [MEMBER, bot(9, 3), false],
    [ADMINISTRATOR, bot(9, 3), true],
  ])('of %j by %j: %s', (actor, target, expected) => {
    expect(administersUser(actor, target)).toBe(expected);
  });

  it.each([
    [MEMBER, bot(9, 4), 'everything'],
    [MEMBER, bot(9, 3), 'nothing'],
    [MODERATOR, bot(9, 4), 'nothing'],
    [ADMINISTRATOR, bot(9, 4), 'outcomes'],
    [ADMINISTRATOR, bot(9, 2), 'everything'],
    [OWNER, bot(9, 4, true), 'outcomes'],
    [ADMINISTRATOR, bot(9, 4, true), 'nothing'],
    [MEMBER, bot(9, 4, true), 'nothing'],
  ])('shows %j of the calls of %j: %s', (actor, target, expected) => {
    expect(botCallsSeen(actor, target)).toBe(expected);
  });

  it.each([
    [MEMBER, bot(9, 4), true, true],
    [MEMBER, bot(9, 3), false, false],
    [MODERATOR, bot(9, 4), false, false],
    [ADMINISTRATOR, bot(9, 4), false, true],
    [ADMINISTRATOR, bot(9, 2), true, true],
    [OWNER, bot(9, 4), false, true],
    [OWNER, bot(9, 4, true), false, true],
    [ADMINISTRATOR, bot(9, 4, true), false, false],
    [MEMBER, bot(9, 4, true), false, false],
  ])('lets %j repeat for %j: %s, switch its log: %s', (actor, target, repeats, switches) => {
    expect([mayRepeatForBot(actor, target), maySwitchBotLog(actor, target)]).toEqual([repeats, switches]);
  });

  it('of bots that create accounts is for owners', () => {
    expect(isForOwnersOnly(bot(9, 2, true))).toBe(true);
    expect(isForOwnersOnly(bot(9, 2))).toBe(false);
    expect(isForOwnersOnly(OWNER)).toBe(false);
  });

  it.each([
    [MEMBER, bot(9, 4), 300, false, 'needs-administrator'],
    [ADMINISTRATOR, MEMBER, 100, false, 'needs-owner'],
    [ADMINISTRATOR, OWNER, 400, false, 'needs-owner'],
    [ADMINISTRATOR, bot(9, 2, true), 300, false, 'needs-owner'],
    [ADMINISTRATOR, MEMBER, 200, false, null],
    [OWNER, MEMBER, 100, false, null],
    [OWNER, OWNER, 200, true, 'last-owner'],
  ])('gives %j the role of %j, %d (last owner: %s): %s', (actor, target, role, isLastOwner, expected) => {
    expect(refuseRole(actor, target, role, isLastOwner)).toBe(expected);
  });

  it.each([
    [OWNER, true, true],
    [ADMINISTRATOR, true, true],
    [OWNER, false, false],
    [MODERATOR, true, false],
    [MEMBER, true, false],
  ])('lets %j, allowed by the operator: %s, change addresses: %s', (actor, isLet, expected) => {
    expect(mayChangeEmails(actor, isLet)).toBe(expected);
  });

  it('makes members full ones after whole days', () => {
    const day = 86_400;
    const joined = (role: number) => ({ role, joinedAtSeconds: 0 });
    expect(isFullMember(joined(400), 3, 3 * day - 1)).toBe(false);
    expect(isFullMember(joined(400), 3, 3 * day)).toBe(true);
    expect(isFullMember(joined(400), 0, 0)).toBe(true);
    expect(isFullMember(joined(300), 3, 0)).toBe(true);
    expect(isFullMember(joined(600), 0, 9 * day)).toBe(false);
  });

  it.each([
    [[7], 1, true],
    [[8], 1, false],
    [[8], 2, true],
    [[], 2, false],
  ])('lets members of %j create bots of type %d: %s', (memberOf, botType, expected) => {
    const groups = { isMember: (groupId: number) => memberOf.some((id) => id === groupId) };
    const settings = { canCreateBotsGroup: 7, canCreateWriteOnlyBotsGroup: 8 };
    expect(mayCreateBots(MEMBER, botType, settings, groups)).toBe(expected);
    expect(mayCreateBots(human(5, 600), botType, settings, groups)).toBe(false);
  });
});
