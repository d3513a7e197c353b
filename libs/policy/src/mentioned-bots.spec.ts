import { PolicyChannel } from './channel-access';
import { GroupGraph } from './group-membership';
import { BotType, hearsMentionsUnsubscribed, isAnsweredFor, isCalledByMention } from './mentioned-bots';

const NOBODY = 1;
const TEAM = 20;
const group = { isSystemGroup: false, isDeactivated: false, directSubgroups: [] };
const groups = new GroupGraph([
  { ...group, id: NOBODY, name: 'role:nobody', isSystemGroup: true, directMembers: [] },
  { ...group, id: TEAM, name: 'team', directMembers: [7] },
]);
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
const shared = { ...publicChannel, inviteOnly: true };
const isProtected = { ...shared, historyPublicToSubscribers: false };
const generic = { role: 400, isActive: true, botType: BotType.Generic };

describe('who hears of a mention in a channel without being subscribed (markdown.md 7.2)', () => {
  it.each<[string, PolicyChannel, { role: number; isActive: boolean; botType: number | null }, boolean]>([
    ['a generic bot, public', publicChannel, generic, true],
    ['a generic bot, web-public', { ...publicChannel, isWebPublic: true }, generic, true],
    ['a person', publicChannel, { ...generic, botType: null }, false],
    ['an incoming webhook', publicChannel, { ...generic, botType: BotType.IncomingWebhook }, false],
    ['an outgoing webhook', publicChannel, { ...generic, botType: BotType.OutgoingWebhook }, false],
    ['an embedded bot', publicChannel, { ...generic, botType: BotType.Embedded }, false],
    ['a deactivated bot', publicChannel, { ...generic, isActive: false }, false],
    ['a guest bot, public', publicChannel, { ...generic, role: 600 }, false],
    ['a guest bot, web-public', { ...publicChannel, isWebPublic: true }, { ...generic, role: 600 }, false],
    ['private', shared, generic, false],
    ['private, owner of the organization', shared, { ...generic, role: 100 }, false],
    ['private, one that may subscribe itself', { ...shared, canSubscribeGroup: TEAM }, generic, true],
    ['protected, one that may subscribe itself', { ...isProtected, canSubscribeGroup: TEAM }, generic, false],
  ])('%s', (_case, channel, { role, isActive, botType }, expected) => {
    const user = { userId: 7, role, isBot: botType !== null };
    expect(hearsMentionsUnsubscribed(channel, { user, groups, isActive, botType })).toBe(expected);
  });
});

describe('isCalledByMention', () => {
  const named = (botType: number | null, isActive = true) => ({
    user: { userId: 7, role: 400, isBot: botType !== null },
    groups,
    isActive,
    botType,
  });
  const secret = { ...publicChannel, inviteOnly: true };

  it.each([
    ['a public channel', publicChannel, named(BotType.OutgoingWebhook), false, true],
    ['a private channel of others', secret, named(BotType.OutgoingWebhook), false, false],
    ['a private channel of its own', secret, named(BotType.OutgoingWebhook), true, true],
    ['an embedded bot', publicChannel, named(BotType.Embedded), false, true],
    ['an embedded bot, a private channel of others', secret, named(BotType.Embedded), false, false],
    ['an incoming webhook', publicChannel, named(BotType.IncomingWebhook), true, false],
    ['a generic bot', publicChannel, named(BotType.Generic), true, false],
    ['a person', publicChannel, named(null), true, false],
    ['a bot that is no more', publicChannel, named(BotType.OutgoingWebhook, false), true, false],
  ])('%s', (_case, channel, account, isSubscribed, expected) => {
    expect(isCalledByMention(channel, account, isSubscribed)).toBe(expected);
  });
});

describe('isAnsweredFor', () => {
  it.each([
    [null, false],
    [BotType.Generic, false],
    [BotType.IncomingWebhook, false],
    [BotType.OutgoingWebhook, true],
    [BotType.Embedded, true],
  ])('%s', (botType, expected) => {
    expect(isAnsweredFor(botType)).toBe(expected);
  });
});
