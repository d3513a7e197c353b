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
  const found = (typed: string, channelId?: number, recent: readonly number[] = []) =>
    channelOptions(state, typed, { target: { type: 'channel', channelId }, recent }).map((option) =>
      option.kind === 'direct' ? '@' : option.channel.name,
    );

  it('are all but archived ones, subscribed ones first, and above them the way to direct messages', () => {
    expect(found('')).toEqual(['@', 'design', 'direct sales', 'drones']);
  });

  it('begin with the one that is chosen, so that Enter leaves it', () => {
    expect(found('', 6)).toEqual(['direct sales', '@', 'design', 'drones']);
    expect(found('', 7)).toEqual(['drones', '@', 'design', 'direct sales']);
  });

  it('go on with those that were written to last, but not before others that are subscribed', () => {
    expect(found('', undefined, [6, 7])).toEqual(['@', 'direct sales', 'design', 'drones']);
    expect(found('', 5, [6, 5])).toEqual(['design', '@', 'direct sales', 'drones']);
  });

  it('are those that fit what was typed', () => {
    expect(found('#dr')).toEqual(['drones']);
    expect(found('direct')).toEqual(['direct sales', '@']);
    expect(found('nothing')).toEqual([]);
  });
});
