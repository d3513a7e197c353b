import { type Target, boxKey } from './target';

const CHANNEL: Target = { type: 'channel', channelId: 5 };
const TOPIC: Target = { ...CHANNEL, topic: 'plan' };

describe('a compose box', () => {
  const keyOf = (own: Target | undefined, target: Target) => boxKey('view', own, target);

  it('stays while the topic of a message to a channel is written, and emptied again', () => {
    const topics = [CHANNEL, { ...CHANNEL, topic: 'p' }, TOPIC, { ...CHANNEL, topic: '' }];
    expect(topics.map((target) => keyOf(CHANNEL, target))).toEqual(['view', 'view', 'view', 'view']);
  });

  it('is of its conversation, whatever view shows that, and of the view elsewhere', () => {
    expect(keyOf(TOPIC, { ...TOPIC, topic: 'Plan' })).toBe(boxKey('another view', TOPIC, TOPIC));
    expect(keyOf(TOPIC, { type: 'direct', userIds: [20] })).toBe('view');
    expect(keyOf(undefined, TOPIC)).toBe('view');
  });
});
