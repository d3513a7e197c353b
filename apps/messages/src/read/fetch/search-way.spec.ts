import { FIRST_WALK, SearchFrequency, SearchWay, searchWay } from './search-way';

const LONGEST = 200_000;
const million = 1_000_000;

describe('searchWay', () => {
  it.each<[string, SearchFrequency, SearchWay]>([
    [
      'a frequent word of the only organization',
      { messages: million, matches: 100_000, walkable: 990_000 },
      { by: 'walk', messages: FIRST_WALK },
    ],
    ['a rare word', { messages: million, matches: 20, walkable: 990_000 }, { by: 'index' }],
    [
      'a word of which the walk would be longer than the hits',
      { messages: million, matches: 3_333, walkable: 990_000 },
      { by: 'index' },
    ],
    [
      'a word that is needed as often as a hundredth of the messages have it: four times as many',
      { messages: 50 * million, matches: 500_000, walkable: 500_000 },
      { by: 'walk', messages: 40_000 },
    ],
    [
      'a frequent word in fewer messages than a walk reads',
      { messages: 50 * million, matches: 5 * million, walkable: 5_000 },
      { by: 'walk', messages: FIRST_WALK },
    ],
    [
      'a word that others have more often than there are messages here: all of them, and more if there are more',
      { messages: 50 * million, matches: 50_000, walkable: 60_000 },
      { by: 'walk', messages: LONGEST },
    ],
    [
      'the same in too many messages for a walk',
      { messages: 50 * million, matches: 75_000, walkable: 10 * million },
      { by: 'index' },
    ],
    [
      'an organization that is younger than the statistics: no more than a first walk',
      { messages: 50 * million, matches: 5 * million, walkable: 1 },
      { by: 'walk', messages: FIRST_WALK },
    ],
    ['no statistics yet', { messages: 0, matches: 1, walkable: 1 }, { by: 'walk', messages: FIRST_WALK }],
  ])('%s', (_what, frequency, way) => {
    expect(searchWay(frequency, 100)).toEqual(way);
  });
});
