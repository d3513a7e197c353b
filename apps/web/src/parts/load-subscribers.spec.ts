import { mergedSubscribers } from './load-subscribers';

describe('everybody in a channel', () => {
  it('is who was answered, and who came or went meanwhile', () => {
    const since = new Map([
      [3, false],
      [4, true],
    ]);
    expect(mergedSubscribers([1, 2, 3], { ids: new Set([1]), isComplete: false, since })).toEqual({
      ids: new Set([1, 2, 4]),
      isComplete: true,
    });
  });
});
