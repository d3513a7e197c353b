import { snapshotState } from '../../store/snapshot';
import { ME, aChannel, aGroup, aSubscription, anAnswer } from '../../test-support/answer';
import { defaultValue, nameProblem } from './new-channel';

const EVERYONE = 3;
const NOBODY = 4;
const state = snapshotState(
  anAnswer({
    subscriptions: [aSubscription(5, { name: 'Design' })],
    never_subscribed: [aChannel(7, { name: 'old plans', is_archived: true })],
    realm_user_groups: [
      aGroup(EVERYONE, { name: 'role:everyone', is_system_group: true }),
      aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
    ],
  }),
);

describe('a new channel', () => {
  it('needs a name that no other has, not even one in the archive', () => {
    expect(nameProblem(state, ' design ')).toBe('taken');
    expect(nameProblem(state, 'Old plans')).toBe('archived');
    expect(nameProblem(state, 'designs')).toBeUndefined();
  });

  it('begins with the permissions of all new channels, and is administered by who makes it', () => {
    expect(defaultValue(state, 'can_send_message_group')).toBe(EVERYONE);
    expect(defaultValue(state, 'can_subscribe_group')).toBe(NOBODY);
    expect(defaultValue(state, 'can_administer_channel_group')).toEqual({
      direct_members: [ME],
      direct_subgroups: [],
    });
  });
});
