import { channelNarrow, directNarrow, topicNarrow } from '../../narrow/terms';
import type { MessageMove } from '../../store/state';
import { conversationIn, followed } from './following';

const MOVE: MessageMove = {
  ...{ userId: 20, isWhole: true, isResolution: false, ids: [3, 4] },
  from: { kind: 'topic', channelId: 5, topic: 'Lunch' },
  to: { kind: 'topic', channelId: 6, topic: 'food' },
};

describe('who looks at messages that are moved', () => {
  it('goes with them', () => {
    expect(followed(topicNarrow(5, 'lunch'), MOVE, 3)).toEqual(topicNarrow(6, 'food'));
    expect(followed(topicNarrow(5, 'Lunch'), MOVE, undefined)).toEqual(topicNarrow(6, 'food'));
  });

  it('stays where other messages are looked at, or only one went', () => {
    expect(followed(topicNarrow(5, 'Lunch'), MOVE, 2)).toBeUndefined();
    expect(followed(topicNarrow(5, 'Lunch'), { ...MOVE, isWhole: false }, 3)).toBeUndefined();
    expect(followed(topicNarrow(5, 'noise'), MOVE, 3)).toBeUndefined();
    expect(followed(channelNarrow(5), MOVE, 3)).toBeUndefined();
  });
});

describe('the conversation of a narrow', () => {
  it('is its topic or its people, wherever it begins', () => {
    const near = { operator: 'near', operand: 7 } as const;
    expect(conversationIn([...topicNarrow(5, ''), near], 10)).toEqual({ kind: 'topic', channelId: 5, topic: '' });
    expect(conversationIn(directNarrow([30, 20]), 10)).toEqual({ kind: 'direct', key: '20,30' });
    expect(conversationIn([], 10)).toBeUndefined();
    expect(conversationIn([...topicNarrow(5, 'a'), { operator: 'sender', operand: 20 }], 10)).toBeUndefined();
  });
});
