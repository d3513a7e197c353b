import { FIRST_WALK, SearchFrequency, SearchWay, searchWay } from './search-way';

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const million = 1_000_000;

describe('searchWay', () => {
  it.each<[string, SearchFrequency, SearchWay]>([
    [
      'a frequent word of the only organization',
      { messages: million, matches: 100_000, walkable: 990_000 },
      { by: 'walk', ids: Math.ceil(FIRST_WALK / 0.99) },
    ],
    ['a rare word', { messages: million, matches: 20, walkable: 990_000 }, { by: 'index' }],
    [
      'a word of which the walk would be longer than the hits',
      { messages: million, matches: 3_333, walkable: 990_000 },
      { by: 'index' },
    ],
    [
      'a frequent word in one hundredth of the messages: as many are read, over a hundred times the ids',
      { messages: 50 * million, matches: 5 * million, walkable: 500_000 },
      { by: 'walk', ids: FIRST_WALK * 100 },
    ],
    [
      'a frequent word in fewer messages than a walk reads: all of them',
      { messages: 50 * million, matches: 5 * million, walkable: 5_000 },
      { by: 'walk', ids: EVERYTHING },
    ],
    [
      'a word that others have more often than there are messages here',
      { messages: 50 * million, matches: 50_000, walkable: 60_000 },
      { by: 'walk', ids: EVERYTHING },
    ],
    [
      'the same in too many messages for a walk',
      { messages: 50 * million, matches: 75_000, walkable: 10 * million },
      { by: 'index' },
    ],
    [
      'an organization that is younger than the statistics',
      { messages: 50 * million, matches: 5 * million, walkable: 1 },
      { by: 'walk', ids: EVERYTHING },
    ],
    ['no statistics yet', { messages: 0, matches: 1, walkable: 1 }, { by: 'walk', ids: FIRST_WALK }],
  ])('%s', (_what, frequency, way) => {
    expect(searchWay(frequency, 100)).toEqual(way);
  });
});
