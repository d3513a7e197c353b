import { type Narrow, channelNarrow, containerOf, directNarrow, topicNarrow } from './terms';

describe('what a search is left for', () => {
  const words = { operator: 'search', operand: 'tea' } as const;

  it.each<[string, Narrow, Narrow | undefined]>([
    ['a topic', [words, ...topicNarrow(5, 'plan')], topicNarrow(5, 'plan')],
    ['a channel', [...channelNarrow(5), { operator: 'sender', operand: 20 }], channelNarrow(5)],
    ['direct messages', [...directNarrow([20, 30]), words], directNarrow([20, 30])],
    ['nothing, with words alone', [words], undefined],
    ['nothing, where a channel is left out', [words, { operator: 'channel', operand: 5, negated: true }], undefined],
  ])('is %s', (_what, narrow, container) => {
    expect(containerOf(narrow)).toEqual(container);
  });
});
