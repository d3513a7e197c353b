import { canModifyMessage, canOpenAttachment, canReadMessage } from './can-read-message';
import { PolicyChannel } from './channel-access';
import { GroupGraph, PolicyUser } from './group-membership';

const NOBODY = 1;
const TEAM = 20;
const group = { isSystemGroup: false, isDeactivated: false, directSubgroups: [] };
const groups = new GroupGraph([
  { ...group, id: NOBODY, name: 'role:nobody', isSystemGroup: true, directMembers: [] },
  { ...group, id: TEAM, name: 'team', directMembers: [40, 60] },
]);

const administrator: PolicyUser = { userId: 20, role: 200, isBot: false };
const member: PolicyUser = { userId: 41, role: 400, isBot: false };
const teamMember: PolicyUser = { userId: 40, role: 400, isBot: false };
const guest: PolicyUser = { userId: 61, role: 600, isBot: false };
const teamGuest: PolicyUser = { userId: 60, role: 600, isBot: false };

const publicChannel: PolicyChannel = {
  channelId: 5,
  inviteOnly: false,
  isWebPublic: false,
  historyPublicToSubscribers: true,
  isArchived: false,
  canAddSubscribersGroup: NOBODY,
  canAdministerChannelGroup: NOBODY,
  canSubscribeGroup: NOBODY,
  canSendMessageGroup: NOBODY,
  canRemoveSubscribersGroup: NOBODY,
};
const webPublic = { ...publicChannel, isWebPublic: true };
const shared = { ...publicChannel, inviteOnly: true };
const isProtected = { ...shared, historyPublicToSubscribers: false };
const teamMaySubscribe = { canSubscribeGroup: TEAM };
const teamMayAdd = { canAddSubscribersGroup: TEAM };

const SUBSCRIBED = true;
const HELD = true;

describe('access to one message (messages.md 1)', () => {
  it.each([
    ['direct message that one holds', null, member, false, HELD, true],
    ['direct message of others', null, administrator, false, false, false],
    ['web-public, guest', webPublic, guest, false, false, true],
    ['public, member', publicChannel, member, false, false, true],
    ['public, guest', publicChannel, guest, false, false, false],
    ['public, guest who left but holds it', publicChannel, guest, false, HELD, false],
    ['public, subscribed guest', publicChannel, guest, SUBSCRIBED, false, true],
    ['shared history, subscriber', shared, member, SUBSCRIBED, false, true],
    ['shared history, subscribed guest', shared, guest, SUBSCRIBED, false, true],
    ['shared history, member who left but holds it', shared, member, false, HELD, false],
    ['shared history, administrator', shared, administrator, false, false, false],
    ['shared history, can_subscribe_group', { ...shared, ...teamMaySubscribe }, teamMember, false, false, true],
    ['shared history, can_add_subscribers_group', { ...shared, ...teamMayAdd }, teamMember, false, false, true],
    ['shared history, guest in the groups', { ...shared, ...teamMaySubscribe }, teamGuest, false, HELD, false],
    ['protected, subscriber who holds it', isProtected, member, SUBSCRIBED, HELD, true],
    ['protected, subscriber who came later', isProtected, member, SUBSCRIBED, false, false],
    ['protected, subscribed guest who holds it', isProtected, guest, SUBSCRIBED, HELD, true],
    ['protected, holder who left', isProtected, member, false, HELD, false],
    ['protected, holder in the groups', { ...isProtected, ...teamMayAdd }, teamMember, false, HELD, true],
    ['protected, in the groups only', { ...isProtected, ...teamMayAdd }, teamMember, false, false, false],
    ['protected, guest in the groups who holds it', { ...isProtected, ...teamMayAdd }, teamGuest, false, HELD, false],
  ])('%s', (_name, channel, user, isSubscribed, isHeld, expected) => {
    const viewer = { realmId: 1, user, isSubscribed, groups };
    expect(canReadMessage({ realmId: 1, channel, isHeld }, viewer)).toBe(expected);
    expect(canModifyMessage({ realmId: 1, channel, isHeld }, viewer)).toBe(expected);
    expect(canReadMessage({ realmId: 2, channel, isHeld }, viewer)).toBe(false);
    expect(canOpenAttachment({ realmId: 1, channel, isHeld }, viewer)).toBe(expected || isHeld);
    expect(canOpenAttachment({ realmId: 2, channel, isHeld }, viewer)).toBe(false);
  });

  it('keeps archived channels readable but not modifiable', () => {
    const message = { realmId: 1, channel: { ...shared, isArchived: true }, isHeld: HELD };
    const viewer = { realmId: 1, user: member, isSubscribed: SUBSCRIBED, groups };
    expect(canReadMessage(message, viewer)).toBe(true);
    expect(canModifyMessage(message, viewer)).toBe(false);
  });
});
