import { NewChannelSettings } from '@stoa/contracts';
import { GroupGraph } from '@stoa/policy';
import {
  channelCreation,
  checkCreation,
  checkedChannelName,
  pickColors,
  privacyName,
  storedDescription,
} from './channel-rules';

const settings: NewChannelSettings = {
  inviteOnly: false,
  isWebPublic: false,
  isDefaultChannel: false,
  historyPublicToSubscribers: null,
  messageRetentionDays: 'realm_default',
  topicsPolicy: 'inherit',
  folderId: null,
  groupSettings: {},
};

describe('channel names (channels.md 0)', () => {
  it('are stripped', () => expect(checkedChannelName('  design ')).toBe('design'));

  it.each([
    ['   ', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['ab\u0000c', 'Invalid character in channel name, at position 3.'],
    ['a\uFFFF', 'Invalid character in channel name, at position 2.'],
  ])('%j is refused', (name, message) => expect(() => checkedChannelName(name)).toThrow(message));

  it('counts code points', () => expect(checkedChannelName('😀'.repeat(60))).toBe('😀'.repeat(60)));
});

describe('the settings of a new channel (channels.md 6)', () => {
  it.each([
    [{}, 'Public'],
    [{ isWebPublic: true }, 'Web-public'],
    [{ inviteOnly: true }, 'Private, protected history'],
    [{ inviteOnly: true, historyPublicToSubscribers: true }, 'Private, shared history'],
    [{ historyPublicToSubscribers: false }, 'Public'],
  ])('%j is called %s', (change, name) => {
    expect(privacyName(channelCreation({ ...settings, ...change }))).toBe(name);
  });

  it.each([
    ['realm_default', null],
    ['unlimited', -1],
    [30, 30],
  ])('a retention of %s is stored as %s', (messageRetentionDays, stored) => {
    expect(channelCreation({ ...settings, messageRetentionDays }).messageRetentionDays).toBe(stored);
  });

  it.each([0, -1, 'forever'])('a retention of %s is refused', (messageRetentionDays) => {
    expect(() => channelCreation({ ...settings, messageRetentionDays })).toThrow(
      `Bad value for 'message_retention_days': ${messageRetentionDays}`,
    );
  });

  it('replaces newlines in descriptions', () => expect(storedDescription('a\nb', 'description')).toBe('a b'));
});

describe('who may create a channel', () => {
  const group = (id: number, name: string) => ({
    id,
    name,
    isSystemGroup: true,
    isDeactivated: false,
    directMembers: [],
    directSubgroups: [],
  });
  const graph = new GroupGraph([group(1, 'role:nobody'), group(2, 'role:owners'), group(3, 'role:members')]);
  const context = (role: number, change: object = {}) =>
    ({
      user: { userId: 1, role, isBot: false },
      settings: {
        canCreatePublicChannelGroup: 3,
        canCreatePrivateChannelGroup: 3,
        canCreateWebPublicChannelGroup: 2,
        canSetTopicsPolicyGroup: 3,
        enableSpectatorAccess: true,
        ...change,
      },
      groups: { graph },
    }) as never;

  it.each([
    ['a member, public', 400, {}, {}, null],
    ['a guest', 600, {}, {}, 'Insufficient permission'],
    ['nobody may', 400, {}, { canCreatePublicChannelGroup: 1 }, 'Insufficient permission'],
    ['a member, default', 400, { isDefaultChannel: true }, {}, 'Insufficient permission'],
    [
      'a private default',
      200,
      { isDefaultChannel: true, inviteOnly: true },
      {},
      'A default channel cannot be private.',
    ],
    [
      'web-public switched off',
      100,
      { isWebPublic: true },
      { enableSpectatorAccess: false },
      'Web-public channels are not enabled.',
    ],
    ['web-public by a member', 400, { isWebPublic: true }, {}, 'Insufficient permission'],
    ['web-public by an owner', 100, { isWebPublic: true }, {}, null],
    ['retention by an administrator', 200, { messageRetentionDays: 30 }, {}, 'Must be an organization owner'],
    ['private and web-public', 100, { isWebPublic: true, inviteOnly: true }, {}, 'Invalid parameters'],
  ])('%s', (_name, role, change, realm, refusal) => {
    const check = () => checkCreation(channelCreation({ ...settings, ...change }), context(role, realm));
    if (refusal === null) expect(check).not.toThrow();
    else expect(check).toThrow(refusal);
  });
});

describe('colours of new subscriptions', () => {
  it('are the first free ones, in order', () => {
    expect(pickColors(['#76ce90'], [1, 2])).toEqual(['#fae589', '#a6c7e5']);
  });

  it('repeat by the channel when none is free', () => {
    const all = pickColors(
      [],
      Array.from({ length: 24 }, (_, index) => index),
    );
    expect(new Set(all).size).toBe(24);
    expect(pickColors(all, [25])).toEqual([all[1]]);
  });
});
