import type { Narrow } from '../../narrow/terms';
import { filterOf } from './empty-view';

const ME = 10;
const reactions: Narrow = [
  { operator: 'has', operand: 'reaction' },
  { operator: 'sender', operand: ME },
];

describe('an empty view', () => {
  it.each(['mentioned', 'starred', 'followed', 'dm', 'unread'] as const)('explains what is:%s is for', (operand) => {
    expect(filterOf([{ operator: 'is', operand }], ME)).toBe(operand);
    expect(
      filterOf(
        [
          { operator: 'is', operand },
          { operator: 'near', operand: 5 },
        ],
        ME,
      ),
    ).toBe(operand);
  });

  it('explains reactions to own messages, whatever the order of the terms', () => {
    expect([filterOf(reactions, ME), filterOf([...reactions].reverse(), ME)]).toEqual(['reactions', 'reactions']);
  });

  it.each<[string, Narrow]>([
    [
      'reactions to others',
      [
        { operator: 'has', operand: 'reaction' },
        { operator: 'sender', operand: 20 },
      ],
    ],
    ['what is not starred', [{ operator: 'is', operand: 'starred', negated: true }]],
    [
      'stars in a channel',
      [
        { operator: 'is', operand: 'starred' },
        { operator: 'channel', operand: 5 },
      ],
    ],
    ['what nobody knows', [{ operator: 'is', operand: 'reactions' }]],
    ['the feed', []],
  ])('is a search for %s', (_name, narrow) => {
    expect(filterOf(narrow, ME)).toBeUndefined();
  });
});
