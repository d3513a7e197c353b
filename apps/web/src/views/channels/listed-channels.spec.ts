import { snapshotState } from '../../store/snapshot';
import { aChannel, aSubscription, anAnswer } from '../../test-support/answer';
import { type Order, listedChannels } from './listed-channels';
import type { ListName } from './place';

const { channels } = snapshotState(
  anAnswer({
    subscriptions: [
      aSubscription(1, { name: 'zebra', subscriber_count: 9, stream_weekly_traffic: 1 }),
      aSubscription(2, { name: 'ant', description: 'Small animals', subscriber_count: 2, stream_weekly_traffic: 7 }),
    ],
    never_subscribed: [aChannel(3, { name: 'mole', folder_id: 7 }), aChannel(4, { name: 'old', is_archived: true })],
  }),
);
interface Choice {
  typed?: string;
  order?: Order;
  folderId?: number | null;
}
const names = (list: ListName, { typed = '', order = 'name', folderId }: Choice = {}) =>
  listedChannels(channels.values(), { list, typed, order, folderId }).map(({ name }) => name);

describe('lists of channels', () => {
  it('have subscribed channels, the others, or all with the archived', () => {
    expect(names('subscribed')).toEqual(['ant', 'zebra']);
    expect(names('available')).toEqual(['mole']);
    expect(names('all')).toEqual(['ant', 'mole', 'old', 'zebra']);
  });

  it('are filtered by beginnings of words in names and descriptions', () => {
    expect(names('all', { typed: 'ani' })).toEqual(['ant']);
    expect(names('all', { typed: 'ZE' })).toEqual(['zebra']);
  });

  it('are of one folder, or of none', () => {
    expect(names('all', { folderId: 7 })).toEqual(['mole']);
    expect(names('all', { folderId: null })).toEqual(['ant', 'old', 'zebra']);
  });

  it('are ordered by name, by subscribers or by messages', () => {
    expect(names('subscribed', { order: 'subscribers' })).toEqual(['zebra', 'ant']);
    expect(names('subscribed', { order: 'traffic' })).toEqual(['ant', 'zebra']);
  });
});
