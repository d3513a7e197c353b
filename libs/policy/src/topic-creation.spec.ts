import { GroupGraph, PolicyGroup } from './group-membership';
import { canCreateTopic, isOpenToNewTopics } from './topic-creation';

const group = (id: number, name: string | null, members: number[] = [], subgroups: number[] = []): PolicyGroup => ({
  id,
  name,
  isSystemGroup: name?.startsWith('role:') ?? false,
  isDeactivated: false,
  directMembers: members,
  directSubgroups: subgroups,
});
const [NOBODY, MEMBERS, EVERYONE, TEAM, LISTED] = [1, 6, 7, 20, 30];
const groups = new GroupGraph([
  group(NOBODY, 'role:nobody'),
  group(MEMBERS, 'role:members'),
  group(EVERYONE, 'role:everyone', [], [MEMBERS]),
  group(TEAM, 'team', [40, 60]),
  group(LISTED, null, [], [EVERYONE]),
]);
const owner = { userId: 10, role: 100, isBot: false };
const member = { userId: 41, role: 400, isBot: false };
const teamMember = { userId: 40, role: 400, isBot: false };
const guest = { userId: 61, role: 600, isBot: false };
const teamGuest = { userId: 60, role: 600, isBot: false };
const bot = { userId: 70, role: 400, isBot: true };

describe('beginning topics (channels.md 2.1)', () => {
  it.each([
    ['no value', null, guest, undefined, true],
    ['everyone', EVERYONE, guest, undefined, true],
    ['members, a member', MEMBERS, member, undefined, true],
    ['members, a guest', MEMBERS, guest, undefined, false],
    ['a group, its member', TEAM, teamMember, undefined, true],
    ['a group, a guest in it', TEAM, teamGuest, undefined, true],
    ['a group, somebody else', TEAM, member, undefined, false],
    ['a group, the owner of the organization', TEAM, owner, undefined, false],
    ['a group, a bot', TEAM, bot, undefined, false],
    ['a group, a bot of a member', TEAM, bot, teamMember, true],
    ['a group, a bot of somebody else', TEAM, bot, member, false],
    ['nobody', NOBODY, owner, undefined, false],
    ['a list with everyone in it', LISTED, guest, undefined, true],
  ])('%s', (_, canCreateTopicGroup, user, botOwner, expected) => {
    expect(canCreateTopic({ canCreateTopicGroup }, { user, groups, botOwner })).toBe(expected);
  });

  it.each([
    [null, true],
    [EVERYONE, true],
    [LISTED, false],
    [MEMBERS, false],
  ])('needs no look at topics for %s: %s', (canCreateTopicGroup, expected) => {
    expect(isOpenToNewTopics({ canCreateTopicGroup }, groups)).toBe(expected);
  });
});
