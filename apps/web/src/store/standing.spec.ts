import { aGroup, aSubscription, anAnswer, permissionsFor } from '../test-support/answer';
import { snapshotState } from './snapshot';
import { standingOf } from './standing';

const CHANNEL = 5;
const state = snapshotState(
  anAnswer({
    ...permissionsFor(1),
    subscriptions: [aSubscription(CHANNEL, { name: 'design' })],
    realm_user_groups: [aGroup(1, { name: 'role:everyone', is_system_group: true })],
  }),
);
const channel = state.channels.get(CHANNEL);

describe("the user's standing", () => {
  it('is found once for each place, whatever else changes', () => {
    const standing = standingOf(state, channel);
    expect(standing.channel?.channelId).toBe(CHANNEL);
    const later = { ...state, messages: new Map() };
    expect(standingOf(later, channel)).toBe(standing);
    expect(standingOf(state).channel).toBeUndefined();
    expect(standingOf(state, channel)).toBe(standing);
  });

  it('is found anew when groups, settings, the user or the channel are others', () => {
    const standing = standingOf(state, channel);
    const own = state.users.get(state.userId);
    if (!own || !channel) throw new Error('the state has neither user nor channel');
    const promoted = new Map(state.users).set(state.userId, { ...own, role: 200 });
    expect(standingOf({ ...state, groups: new Map(state.groups) }, channel)).not.toBe(standing);
    expect(standingOf({ ...state, organization: { ...state.organization } }, channel)).not.toBe(standing);
    expect(standingOf({ ...state, users: promoted }, channel).user.role).toBe(200);
    expect(standingOf(state, { ...channel, is_archived: true }).channel?.isArchived).toBe(true);
  });
});
