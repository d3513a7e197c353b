import {
  PolicyChannel,
  canAccessChannelContent,
  canAccessChannelMetadata,
  canAdministerChannel,
  decidePost,
} from './channel-access';
import { GroupGraph, PolicyGroup, PolicyUser } from './group-membership';

const system = (id: number, name: string, subgroups: number[] = []): PolicyGroup => ({
  id,
  name,
  isSystemGroup: true,
  isDeactivated: false,
  directMembers: [],
  directSubgroups: subgroups,
});

const NOBODY = 1;
const EVERYONE = 7;
const TEAM = 20;
const groups = new GroupGraph([
  system(NOBODY, 'role:nobody'),
  system(2, 'role:owners'),
  system(3, 'role:administrators', [2]),
  system(4, 'role:moderators', [3]),
  { ...system(5, 'role:fullmembers', [4]), directMembers: [40] },
  system(6, 'role:members', [5]),
  system(EVERYONE, 'role:everyone', [6]),
  { ...system(TEAM, 'team'), isSystemGroup: false, directMembers: [40, 60] },
]);

const owner: PolicyUser = { userId: 10, role: 100, isBot: false };
const administrator: PolicyUser = { userId: 20, role: 200, isBot: false };
const member: PolicyUser = { userId: 41, role: 400, isBot: false };
const teamMember: PolicyUser = { userId: 40, role: 400, isBot: false };
const guest: PolicyUser = { userId: 60, role: 600, isBot: false };

const base: PolicyChannel = {
  channelId: 5,
  inviteOnly: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  isArchived: false,
  canAddSubscribersGroup: NOBODY,
  canAdministerChannelGroup: NOBODY,
  canSubscribeGroup: NOBODY,
  canSendMessageGroup: EVERYONE,
  canRemoveSubscribersGroup: 3,
};
const webPublic = { ...base, isWebPublic: true };
const secret = { ...base, inviteOnly: true, historyPublicToSubscribers: false };
const sharedWithTeam = { ...base, inviteOnly: true, canSubscribeGroup: TEAM };
const administeredByTeam = { ...base, inviteOnly: true, canAdministerChannelGroup: TEAM };

describe('access to channels (channels.md 1.2, 1.3)', () => {
  it.each([
    ['web-public, guest', webPublic, guest, false, true, true],
    ['public, member', base, member, false, true, true],
    ['public, guest', base, guest, false, false, false],
    ['public, subscribed guest', base, guest, true, true, true],
    ['private, owner', secret, owner, false, true, false],
    ['private, administrator', secret, administrator, false, true, false],
    ['private, member', secret, member, false, false, false],
    ['private, subscriber', secret, member, true, true, true],
    ['private, member of can_subscribe_group', sharedWithTeam, teamMember, false, true, true],
    ['private, guest listed in can_subscribe_group', sharedWithTeam, guest, false, false, false],
    ['private, member of can_administer_channel_group', administeredByTeam, teamMember, false, true, false],
  ])('%s', (_name, channel, user, isSubscribed, metadata, content) => {
    expect(canAccessChannelMetadata(channel, { user, isSubscribed, groups })).toBe(metadata);
    expect(canAccessChannelContent(channel, { user, isSubscribed, groups })).toBe(content);
  });
});

describe('administering channels (channels.md 2.1)', () => {
  it.each([
    ['owner', secret, owner, true],
    ['administrator', base, administrator, true],
    ['member', base, member, false],
    ['member of the group', administeredByTeam, teamMember, true],
    ['guest listed in the group', administeredByTeam, guest, false],
  ])('%s', (_name, channel, user, expected) => {
    expect(canAdministerChannel(channel, { user, groups })).toBe(expected);
  });
});

describe('posting (messages.md 3, checks 2 and 3)', () => {
  const bot: PolicyUser = { userId: 70, role: 400, isBot: true };
  it.each([
    ['member to public', base, { user: member, isSubscribed: false }, 'allowed'],
    ['guest to public, not subscribed', base, { user: guest, isSubscribed: false }, 'no-access'],
    ['guest to public, subscribed', base, { user: guest, isSubscribed: true }, 'allowed'],
    ['guest to web-public', webPublic, { user: guest, isSubscribed: false }, 'allowed'],
    ['archived', { ...base, isArchived: true }, { user: owner, isSubscribed: true }, 'no-access'],
    [
      'not in the posting group',
      { ...base, canSendMessageGroup: TEAM },
      { user: owner, isSubscribed: true },
      'not-in-group',
    ],
    [
      'in the posting group',
      { ...base, canSendMessageGroup: TEAM },
      { user: teamMember, isSubscribed: false },
      'allowed',
    ],
    ['private, not subscribed', secret, { user: owner, isSubscribed: false }, 'no-access'],
    ['private shared, content access by group', sharedWithTeam, { user: teamMember, isSubscribed: false }, 'allowed'],
    [
      'protected, content access by group',
      { ...sharedWithTeam, historyPublicToSubscribers: false },
      { user: teamMember, isSubscribed: false },
      'no-access',
    ],
    [
      'bot of a subscriber',
      secret,
      { user: bot, isSubscribed: false, botOwner: { user: member, isSubscribed: true } },
      'allowed',
    ],
    [
      'bot whose owner may post',
      { ...base, canSendMessageGroup: TEAM },
      { user: bot, isSubscribed: false, botOwner: { user: teamMember, isSubscribed: false } },
      'allowed',
    ],
    ['forging sender', secret, { user: bot, isSubscribed: false, canForgeSender: true }, 'allowed'],
  ])('%s', (_name, channel, sender, expected) => {
    expect(decidePost(channel, { canForgeSender: false, groups, ...sender })).toBe(expected);
  });
});
