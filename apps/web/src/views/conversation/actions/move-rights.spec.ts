import { snapshotState } from '../../../store/snapshot';
import type { Channel, State } from '../../../store/state';
import { aGroup, aSubscription, aUser, anAnswer, permissionsFor, ME } from '../../../test-support/answer';
import { tooLateFor, whoBeginsTopics, whoMovesOut, whoRenames } from './move-rights';

const EVERYBODY = 1;
const NOBODY = 2;
const MOVERS = 3;
const CLOSED = {
  ...{ can_move_messages_out_of_channel_group: MOVERS, can_move_messages_within_channel_group: NOBODY },
  ...{ can_administer_channel_group: NOBODY, can_create_topic_group: MOVERS },
};

function stateWith(changes: Parameters<typeof anAnswer>[0] = {}): State {
  return snapshotState(
    anAnswer({
      ...permissionsFor(NOBODY),
      realm_user_groups: [
        aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true, members: [ME, 20] }),
        aGroup(NOBODY, { name: 'role:nobody', is_system_group: true }),
        aGroup(MOVERS, { members: [20] }),
      ],
      subscriptions: [aSubscription(5, { name: 'news', ...CLOSED }), aSubscription(6)],
      never_subscribed: [],
      ...changes,
    }),
  );
}

function channel(state: State, id: number): Channel {
  const found = state.channels.get(id);
  if (!found) throw new Error(`there is no channel ${id}`);
  return found;
}

describe('who may move messages', () => {
  const href = '#channels/5/news/permissions';

  it('is named by the settings of the channel and of the organization, to who may not', () => {
    const state = stateWith();
    const [from, open] = [channel(state, 5), channel(state, 6)];
    const holders = { withAdministrators: true, href };
    expect(whoMovesOut(state, { from })).toEqual({ values: [NOBODY, MOVERS, NOBODY], ...holders });
    expect(whoRenames(state, { from, to: from })).toEqual({ values: [NOBODY, NOBODY, NOBODY], ...holders });
    expect(whoMovesOut(state, { from: open })).toBeUndefined();
    expect(whoBeginsTopics(from)).toEqual({ values: [MOVERS], withAdministrators: false, href });
  });

  it('is not said to who may, by the right to topics in either channel', () => {
    const state = stateWith();
    const [from, open] = [channel(state, 5), channel(state, 6)];
    expect(whoRenames(state, { from, to: open })).toBeUndefined();
    const trusted = stateWith({ realm_can_move_messages_between_channels_group: EVERYBODY });
    expect(whoMovesOut(trusted, { from: channel(trusted, 5) })).toBeUndefined();
  });

  it('is nobody but moderators once the time has passed', () => {
    const limits = {
      realm_move_messages_within_stream_limit_seconds: 60,
      realm_move_messages_between_streams_limit_seconds: null,
    };
    const member = stateWith(limits);
    expect(tooLateFor(member, 60)).toEqual({ moving: false, renaming: false });
    expect(tooLateFor(member, 61)).toEqual({ moving: false, renaming: true });
    const moderator = stateWith({ ...limits, realm_users: [aUser(ME, { role: 300 })] });
    expect(tooLateFor(moderator, 61)).toEqual({ moving: false, renaming: false });
  });
});
