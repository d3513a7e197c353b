import {
  type NamePair,
  claimedGroups,
  mapsToGroupNames,
  namePairText,
  readNamePair,
  wantedMemberships,
} from './claimed-groups';

const ALL: NamePair = { external: '*' };

describe('groups that a provider names', () => {
  it.each<[string, unknown, readonly string[] | 'unknown']>([
    ['a list', ['dev', ' ops '], ['dev', 'ops']],
    ['one', 'dev', ['dev']],
    ['the same twice', ['dev', 'dev'], ['dev']],
    ['none', [], []],
    ['nothing said', undefined, []],
    ['what is no name', [7, null, {}, '', ' ', 'dev'], ['dev']],
    ['more than anybody has', Array.from({ length: 1_001 }, (_, index) => `g${index}`), 'unknown'],
  ])('%s', (_what, values, expected) => {
    expect(claimedGroups(values)).toEqual(expected);
  });
});

describe('groups here that somebody is to be in', () => {
  it.each<[string, string[], NamePair[], string[], Record<string, boolean>]>([
    [
      'those that are mapped',
      ['Dev', 'x'],
      [{ external: 'dev' }, { external: 'ops' }],
      ['old'],
      { dev: true, ops: false },
    ],
    ['by the names here', ['4f2a'], [{ external: '4F2A', local: 'developers' }], [], { developers: true }],
    [
      'one of several that are one here',
      ['b'],
      [
        { external: 'a', local: 'all' },
        { external: 'b', local: 'all' },
        { external: 'c', local: 'all' },
      ],
      [],
      { all: true },
    ],
    ['all that are named, and those of before no more', ['a', 'b'], [ALL], ['b', 'c'], { a: true, b: true, c: false }],
    [
      'all, some of them by another name',
      ['A', 'b', 'x'],
      [ALL, { external: 'a', local: 'x' }],
      ['x', 'y'],
      { x: true, b: true, y: false },
    ],
    ['all, whatever their case', ['devs', 'DEVS', 'Ops', 'ops'], [ALL], ['Devs'], { Devs: true, Ops: true }],
    ['all, and those here that differ in case alone', ['devs'], [ALL], ['Devs', 'devs'], { Devs: false, devs: true }],
    ['all, some of them by a name here in another case', ['X'], [ALL, { external: 'a', local: 'x' }], [], { x: false }],
  ])('%s', (_what, claimed, mapping, present, expected) => {
    expect(Object.fromEntries(wantedMemberships(claimed, mapping, present))).toEqual(expected);
  });
});

describe('names of groups here', () => {
  it.each<[NamePair[], boolean]>([
    [[ALL], true],
    [[{ external: 'role:owners', local: 'owners' }], true],
    [[{ external: 'role:owners' }], false],
    [[{ external: 'a', local: '' }], false],
  ])('%j: %s', (mapping, isRight) => {
    expect(mapsToGroupNames(mapping)).toBe(isRight);
  });
});

describe('a pair of names', () => {
  it.each([
    ['dev', { external: 'dev' }],
    [' CN=dev,DC=x => developers ', { external: 'CN=dev,DC=x', local: 'developers' }],
    ['a=>b', { external: 'a', local: 'b' }],
  ])('%s', (text, pair) => {
    expect(readNamePair(text)).toEqual(pair);
    expect(readNamePair(namePairText(pair))).toEqual(pair);
  });
});
