import groupCodes from './emoji-groups.json';
import { picturesOf } from './emoji-sheets';

const codes = Object.values(groupCodes).flatMap((group) => group.split(' '));

describe('the pictures of emoji', () => {
  it.each(['google', 'twitter'])('are there for every emoji in the set %s, each in a place of its own', (set) => {
    const find = picturesOf(set);
    const places = codes.map((code) => find?.(code));
    expect(places.filter((picture) => picture === undefined)).toEqual([]);
    expect(new Set(places.map((picture) => `${picture?.url} ${picture?.position}`)).size).toBe(codes.length);
    expect(places.every((picture) => picture?.url.includes(`${set}-`))).toBe(true);
  });

  it('are none of what is no emoji, nor of other sets', () => {
    expect(picturesOf('google')?.('zulip')).toBeUndefined();
    expect([picturesOf('text'), picturesOf('another')]).toEqual([undefined, undefined]);
  });
});
