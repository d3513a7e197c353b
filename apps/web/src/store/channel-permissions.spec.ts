import { ME, aGroup, aSubscription, aUser, anAnswer, permissionsFor } from '../test-support/answer';
import {
  type Privacy,
  canSubscribeTo,
  channelPermissions,
  isNarrower,
  privaciesToMake,
  privacyFields,
  privacyOf,
} from './channel-permissions';
import { snapshotState } from './snapshot';

const EVERYONE = 1;
const NOBODY = 2;
const GUEST = 600;
const ADMINISTRATOR = 200;

const RULES = {
  ...permissionsFor(NOBODY),
  realm_can_add_subscribers_group: NOBODY,
  realm_can_create_public_channel_group: EVERYONE,
  realm_can_create_private_channel_group: NOBODY,
  realm_can_create_web_public_channel_group: EVERYONE,
  realm_can_set_delete_message_policy_group: NOBODY,
  realm_can_set_topics_policy_group: NOBODY,
  realm_enable_spectator_access: false,
  server_web_public_streams_enabled: true,
};
const CLOSED = {
  can_add_subscribers_group: NOBODY,
  can_administer_channel_group: NOBODY,
  can_remove_subscribers_group: NOBODY,
  can_subscribe_group: NOBODY,
};

interface Case {
  role?: number;
  channel?: Parameters<typeof aSubscription>[1];
  isSubscribed?: boolean;
  rules?: Partial<typeof RULES>;
}

function stateWith({ role = 400, channel = {}, isSubscribed = true, rules = {} }: Case = {}) {
  const it = aSubscription(5, { ...CLOSED, ...channel });
  return snapshotState(
    anAnswer({
      ...RULES,
      ...rules,
      realm_users: [aUser(ME, { role })],
      realm_user_groups: [
        aGroup(EVERYONE, { name: 'role:everyone', is_system_group: true, members: [ME] }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
      ],
      subscriptions: isSubscribed ? [it] : [],
      unsubscribed: isSubscribed ? [] : [it],
      never_subscribed: [],
    }),
  );
}

function allowed(given: Case): string[] {
  const state = stateWith(given);
  const channel = state.channels.get(5);
  if (!channel) throw new Error('the channel is missing');
  const permissions = Object.entries(channelPermissions(state, channel));
  expect(canSubscribeTo(state, channel)).toBe(channelPermissions(state, channel).canSubscribe);
  return permissions.filter(([, may]) => may === true).map(([name]) => name);
}

const MEMBER = ['canRead', 'canSubscribe', 'canSeeSubscribers', 'canMuteTopics'];

describe('what may be done with a channel', () => {
  it('is reading and subscribing for members', () => {
    expect(allowed({})).toEqual(MEMBER);
    expect(allowed({ isSubscribed: false })).toEqual(MEMBER);
  });

  it('is less in private channels that one is not in', () => {
    const channel = { invite_only: true };
    expect(allowed({ channel, isSubscribed: false })).toEqual([]);
    expect(allowed({ channel: { ...channel, can_subscribe_group: EVERYONE }, isSubscribed: false })).toEqual(MEMBER);
  });

  it('lets administrators set up a private channel, but not open what they cannot read', () => {
    const may = allowed({ role: ADMINISTRATOR, channel: { invite_only: true }, isSubscribed: false });
    expect(may).toContain('canAdminister');
    expect(may).not.toContain('canChangeAccess');
    expect(may).not.toContain('canAddSubscribers');
    expect(allowed({ role: ADMINISTRATOR })).toEqual(expect.arrayContaining(['canChangeAccess', 'canDeleteTopics']));
  });

  it('follows the channel’s permissions, but never for guests', () => {
    const channel = { can_administer_channel_group: EVERYONE, can_add_subscribers_group: EVERYONE };
    expect(allowed({ channel })).toEqual(expect.arrayContaining(['canAdminister', 'canAddSubscribers']));
    expect(allowed({ channel, role: GUEST })).toEqual(['canRead', 'canSeeSubscribers', 'canMuteTopics']);
  });

  it('ends with the archive, but for taking it out again', () => {
    const may = allowed({ role: ADMINISTRATOR, channel: { is_archived: true } });
    expect(may).toContain('canAdminister');
    for (const gone of ['canSubscribe', 'canAddSubscribers', 'canDeleteTopics']) expect(may).not.toContain(gone);
  });
});

describe('privacy of channels', () => {
  it('is written as three fields and read again', () => {
    const all: Privacy[] = ['web-public', 'public', 'private-shared', 'private-protected'];
    expect(all.map((privacy) => privacyOf(privacyFields(privacy)))).toEqual(all);
    expect(isNarrower('public', 'private-shared')).toBe(true);
    expect(isNarrower('private-protected', 'private-shared')).toBe(false);
  });

  it('is offered as the organization allows', () => {
    expect(privaciesToMake(stateWith())).toEqual(['public']);
    expect(privaciesToMake(stateWith({ rules: { realm_enable_spectator_access: true } }))).toEqual([
      'web-public',
      'public',
    ]);
    expect(privaciesToMake(stateWith({ role: GUEST }))).toEqual([]);
  });
});
