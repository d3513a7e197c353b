import { guestPairs } from './guest-pairs';

const facts = { isGuest: (id: number) => id >= 60 && id < 70, isBot: (id: number) => id >= 90 };
const pairs = (members: number[], altered: number[]) =>
  guestPairs([{ members, altered: new Set(altered) }], facts)
    .map(({ guestId, subjectId }) => [guestId, subjectId])
    .sort();

describe('whom limited guests come to share a channel with (users.md 3)', () => {
  it.each<[number[], number[], number[][]]>([
    [[10, 11], [12], []],
    [[10, 60], [12], [[60, 12]]],
    [[10, 90], [60], [[60, 10]]],
    [
      [10, 60],
      [61, 12],
      [
        [60, 12],
        [60, 61],
        [61, 10],
        [61, 12],
        [61, 60],
      ],
    ],
  ])('in a channel of %j, with %j', (members, altered, expected) => {
    expect(pairs(members, altered)).toEqual(expected);
  });
});
