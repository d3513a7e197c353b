import { DirectConversation, decideDirectMessage } from './direct-message-permission';
import { apiEmail, canSeeEmail, mailDomain } from './email-visibility';
import { GroupGraph, PolicyUser } from './group-membership';
import { decideTopic } from './topics-policy';
import { canMentionWildcard } from './wildcard-mention';

const group = (id: number, name: string) => ({
  id,
  name,
  isSystemGroup: true,
  isDeactivated: false,
  directMembers: [],
  directSubgroups: [],
});
const groups = new GroupGraph([
  group(1, 'role:nobody'),
  group(2, 'role:administrators'),
  group(3, 'role:members'),
  group(4, 'role:everyone'),
]);
const administrator: PolicyUser = { userId: 1, role: 200, isBot: false };
const member: PolicyUser = { userId: 2, role: 400, isBot: false };
const guest: PolicyUser = { userId: 3, role: 600, isBot: false };
const bot: PolicyUser = { userId: 4, role: 400, isBot: true };

describe('direct messages', () => {
  const open = { directMessagePermissionGroup: 4, directMessageInitiatorGroup: 4, hasEarlierMessages: false, groups };
  it.each<[string, Partial<DirectConversation> & Pick<DirectConversation, 'sender' | 'others'>, string]>([
    ['open organization', { sender: guest, others: [member] }, 'allowed'],
    ['disabled', { sender: member, others: [guest], directMessagePermissionGroup: 1 }, 'disabled'],
    ['disabled, to self', { sender: member, others: [], directMessagePermissionGroup: 1 }, 'allowed'],
    ['disabled, to a bot', { sender: member, others: [bot], directMessagePermissionGroup: 1 }, 'allowed'],
    ['disabled, from a bot', { sender: bot, others: [member], directMessagePermissionGroup: 1 }, 'allowed'],
    ['nobody authorizes', { sender: member, others: [guest], directMessagePermissionGroup: 2 }, 'nobody-authorizes'],
    [
      'the recipient authorizes',
      { sender: guest, others: [administrator], directMessagePermissionGroup: 2 },
      'allowed',
    ],
    ['may not initiate', { sender: guest, others: [member], directMessageInitiatorGroup: 3 }, 'cannot-initiate'],
    [
      'may answer',
      { sender: guest, others: [member], directMessageInitiatorGroup: 3, hasEarlierMessages: true },
      'allowed',
    ],
  ])('%s', (_name, conversation, expected) => {
    expect(decideDirectMessage({ ...open, ...conversation })).toBe(expected);
  });
});

describe('topics policy', () => {
  it.each([
    ['', 'inherit', 'allow_empty_topic', 'allowed'],
    ['', 'inherit', 'disable_empty_topic', 'empty-not-allowed'],
    ['', 'allow_empty_topic', 'disable_empty_topic', 'allowed'],
    ['x', 'empty_topic_only', 'allow_empty_topic', 'only-empty-allowed'],
    ['', 'empty_topic_only', 'disable_empty_topic', 'allowed'],
    ['x', 'disable_empty_topic', 'allow_empty_topic', 'allowed'],
  ] as const)('%j in %s under %s', (topic, channel, realm, expected) => {
    expect(decideTopic(topic, channel, realm)).toBe(expected);
  });
});

describe('wildcard mentions', () => {
  it.each([
    [member, 15, true],
    [member, 16, false],
    [administrator, 1000, true],
  ])('%j in an audience of %d', (user, size, expected) => {
    expect(canMentionWildcard(user, size, 2, groups)).toBe(expected);
  });
});

describe('email visibility', () => {
  it.each([
    [1, 600, true],
    [2, 600, false],
    [2, 400, true],
    [5, 400, false],
    [5, 300, true],
    [3, 300, false],
    [3, 200, true],
    [4, 100, false],
  ])('visibility %d, role %d', (visibility, role, expected) => {
    expect(canSeeEmail(visibility, role)).toBe(expected);
  });

  it('gives the dummy address unless everybody may see the real one', () => {
    const user = { userId: 7, deliveryEmail: 'a@b.example', visibility: 2, isBot: false };
    expect(apiEmail(user, 'chat.example.org:8080')).toBe('user7@chat.example.org');
    expect(apiEmail({ ...user, visibility: 1 }, 'chat.example.org')).toBe('a@b.example');
    expect(apiEmail({ ...user, isBot: true }, 'chat.example.org')).toBe('a@b.example');
    expect(mailDomain('127.0.0.1:9991')).toBe('noreply.stoa.invalid');
  });
});
