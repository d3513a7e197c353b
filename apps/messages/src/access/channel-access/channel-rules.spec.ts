import { textsIn } from '@stoa/texts';
import type { NewChannelParams } from '@stoa/contracts/channels';
import { GroupGraph } from '@stoa/policy';
import {
  channelCreation,
  checkCreation,
  checkedChannelName,
  pickColors,
  privacyName,
  storedDescription,
} from './channel-rules';

const settings: NewChannelParams = {
  invite_only: false,
  is_web_public: false,
  is_default_stream: false,
  message_retention_days: 'realm_default',
  topics_policy: 'inherit',
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
    [{ is_web_public: true }, 'Web-public'],
    [{ invite_only: true }, 'Private, protected history'],
    [{ invite_only: true, history_public_to_subscribers: true }, 'Private, shared history'],
    [{ history_public_to_subscribers: false }, 'Public'],
  ])('%j is called %s', (change, name) => {
    expect(privacyName(channelCreation({ ...settings, ...change }), textsIn('en'))).toBe(name);
  });

  it.each([
    ['realm_default', null],
    ['unlimited', -1],
    [30, 30],
  ])('a retention of %s is stored as %s', (messageRetentionDays, stored) => {
    expect(
      channelCreation({ ...settings, message_retention_days: String(messageRetentionDays) }).messageRetentionDays,
    ).toBe(stored);
  });

  it.each([0, -1, 'forever'])('a retention of %s is refused', (messageRetentionDays) => {
    expect(() => channelCreation({ ...settings, message_retention_days: String(messageRetentionDays) })).toThrow(
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
    ['a member, default', 400, { is_default_stream: true }, {}, 'Insufficient permission'],
    [
      'a private default',
      200,
      { is_default_stream: true, invite_only: true },
      {},
      'A default channel cannot be private.',
    ],
    [
      'web-public switched off',
      100,
      { is_web_public: true },
      { enableSpectatorAccess: false },
      'Web-public channels are not enabled.',
    ],
    ['web-public by a member', 400, { is_web_public: true }, {}, 'Insufficient permission'],
    ['web-public by an owner', 100, { is_web_public: true }, {}, null],
    ['retention by an administrator', 200, { message_retention_days: '30' }, {}, 'Must be an organization owner'],
    ['private and web-public', 100, { is_web_public: true, invite_only: true }, {}, 'Invalid parameters'],
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
