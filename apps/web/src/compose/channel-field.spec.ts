import { snapshotState } from '../store/snapshot';
import { aChannel, aSubscription, anAnswer } from '../test-support/answer';
import { channelOptions } from './channel-field';

describe('channels to write to', () => {
  const state = snapshotState(
    anAnswer({
      subscriptions: [aSubscription(5, { name: 'design' }), aSubscription(6, { name: 'direct sales' })],
      never_subscribed: [aChannel(7, { name: 'drones' }), aChannel(8, { name: 'dust', is_archived: true })],
    }),
  );
  const found = (typed: string, channelId?: number) =>
    channelOptions(state, typed, { type: 'channel', channelId }).map((option) =>
      option.kind === 'direct' ? '@' : option.channel.name,
    );

  it('are all but archived ones, subscribed ones first, and above them the way to direct messages', () => {
    expect(found('')).toEqual(['@', 'design', 'direct sales', 'drones']);
  });

  it('begin with the one that is chosen, so that Enter leaves it', () => {
    expect(found('', 6)).toEqual(['direct sales', '@', 'design', 'drones']);
    expect(found('', 7)).toEqual(['drones', '@', 'design', 'direct sales']);
  });

  it('are those that fit what was typed', () => {
    expect(found('#dr')).toEqual(['drones']);
    expect(found('direct')).toEqual(['direct sales', '@']);
    expect(found('nothing')).toEqual([]);
  });
});
