import { GroupGraph, PolicyGroup } from './group-membership';
import {
  MessageModerator,
  ModerationSettings,
  PolicyModeratedChannel,
  canDeleteAnyMessage,
  canMoveBetweenTopics,
  canMoveOutOfChannel,
  canResolveTopics,
  decideContentEdit,
  decideDeletion,
  isExemptFromMoveLimits,
  isResolveToggle,
  isWithinLimit,
  strictestMoveLimit,
} from './message-moderation';

const NOBODY = 1;
const REALM = 2;
const CHANNEL = 3;
const ADMINISTERS = 4;
const group = (id: number, members: number[]): PolicyGroup => ({
  id,
  name: null,
  isSystemGroup: false,
  isDeactivated: false,
  directMembers: members,
  directSubgroups: [],
});
const groups = new GroupGraph([group(NOBODY, []), group(REALM, [20]), group(CHANNEL, [30]), group(ADMINISTERS, [40])]);

const settings: ModerationSettings = {
  allowMessageEditing: true,
  contentEditLimitSeconds: 600,
  contentDeleteLimitSeconds: 600,
  moveWithinChannelLimitSeconds: 100,
  moveBetweenChannelsLimitSeconds: 200,
  canDeleteAnyMessageGroup: REALM,
  canDeleteOwnMessageGroup: REALM,
  canMoveMessagesBetweenChannelsGroup: REALM,
  canMoveMessagesBetweenTopicsGroup: REALM,
  canResolveTopicsGroup: REALM,
};
const channel: PolicyModeratedChannel = {
  channelId: 7,
  inviteOnly: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  isArchived: false,
  canAddSubscribersGroup: NOBODY,
  canAdministerChannelGroup: ADMINISTERS,
  canSubscribeGroup: NOBODY,
  canSendMessageGroup: NOBODY,
  canRemoveSubscribersGroup: NOBODY,
  canDeleteAnyMessageGroup: CHANNEL,
  canDeleteOwnMessageGroup: CHANNEL,
  canMoveMessagesOutOfChannelGroup: CHANNEL,
  canMoveMessagesWithinChannelGroup: CHANNEL,
  canResolveTopicsGroup: CHANNEL,
};
const moderator = (userId: number, role = 400): MessageModerator => ({
  user: { userId, role, isBot: false },
  groups,
  settings,
});

describe('moving and resolving', () => {
  it.each([
    ['in the realm group', 20, 400, true],
    ['in the channel group', 30, 400, true],
    ['administers the channel', 40, 400, true],
    ['administrator', 50, 200, true],
    ['moderator', 50, 300, false],
    ['member', 50, 400, false],
  ])('%s', (_name, userId, role, expected) => {
    const who = moderator(userId, role);
    expect(canMoveBetweenTopics(channel, who)).toBe(expected);
    expect(canMoveOutOfChannel(channel, who)).toBe(expected);
    expect(canResolveTopics(channel, who)).toBe(expected);
  });

  it.each([
    ['plans', '✔ plans', true],
    ['✔ plans', 'plans', true],
    ['plans', '✔ plan', false],
    ['plans', '✔plans', false],
    ['✔ plans', '✔ ✔ plans', true],
    ['plans', 'plans', false],
  ])('%s to %s is a toggle: %s', (before, after, expected) => {
    expect(isResolveToggle(before, after)).toBe(expected);
  });

  it.each([
    [{ changesTopic: true, changesChannel: false }, 100],
    [{ changesTopic: false, changesChannel: true }, 200],
    [{ changesTopic: true, changesChannel: true }, 100],
    [{ changesTopic: false, changesChannel: false }, null],
  ])('the strictest limit of %j is %s', (move, expected) => {
    expect(strictestMoveLimit(move, settings)).toBe(expected);
    expect(strictestMoveLimit(move, { ...settings, moveWithinChannelLimitSeconds: null })).toBe(
      move.changesChannel ? 200 : null,
    );
  });

  it('binds members to limits, and nobody above', () => {
    expect([100, 200, 300, 400, 600].map((role) => isExemptFromMoveLimits(moderator(1, role).user))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([119, 120, 121].map((age) => isWithinLimit(age, 100, 20))).toEqual([true, true, false]);
    expect(isWithinLimit(1e9, null, 0)).toBe(true);
  });
});

describe('editing content', () => {
  it.each([
    ['own and young', 5, 620, true, 'allowed'],
    ['too old', 5, 621, true, 'too-late'],
    ['of somebody else', 6, 0, true, 'not-sender'],
    ['turned off', 6, 0, false, 'editing-disabled'],
  ])('%s', (_name, senderId, ageSeconds, allowMessageEditing, expected) => {
    const who = { ...moderator(5, 100), settings: { ...settings, allowMessageEditing } };
    expect(decideContentEdit({ senderId, ageSeconds }, who)).toBe(expected);
  });
});

describe('deleting', () => {
  it.each([
    ['anything, by the realm group', 20, false, 1e6, 'allowed'],
    ['anything, by the channel group', 30, false, 1e6, 'allowed'],
    ['of others, without permission', 50, false, 0, 'no-permission'],
    ['own, without permission', 50, true, 0, 'no-permission'],
  ])('%s', (_name, userId, isOwn, ageSeconds, expected) => {
    expect(decideDeletion({ channel, isOwn, ageSeconds }, moderator(userId))).toBe(expected);
  });

  it('of own messages has no grace', () => {
    const own = { ...settings, canDeleteAnyMessageGroup: NOBODY };
    const who = { ...moderator(20), settings: own };
    const decide = (ageSeconds: number) => decideDeletion({ channel: null, isOwn: true, ageSeconds }, who);
    expect([600, 601].map(decide)).toEqual(['allowed', 'too-late']);
    expect(canDeleteAnyMessage(null, moderator(30))).toBe(false);
  });
});
