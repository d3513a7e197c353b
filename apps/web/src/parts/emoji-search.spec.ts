import { describe, expect, it } from 'vitest';
import { codeToNames } from '@stoa/emoji';
import { EMOJI_GROUPS, allEmoji, characterOf, findEmoji } from './emoji-search';

const party = {
  id: '7',
  name: 'party_parrot',
  deactivated: false,
  source_url: '/p.png',
  still_url: null,
  author_id: 1,
};

describe('finding emoji', () => {
  it('puts the exact name first, then popular ones, then starts of names', () => {
    const { others } = allEmoji([]);
    expect(findEmoji(others, 'tada')[0]?.emoji_code).toBe('1f389');
    expect(findEmoji(others, 'smil')[0]?.emoji_code).toBe('1f642');
    expect(findEmoji(others, 'no such emoji')).toEqual([]);
  });

  it('finds by every name, each emoji once', () => {
    const { others } = allEmoji([]);
    const found = findEmoji(others, 'thumbs');
    expect(found.map(({ emoji_code }) => emoji_code)).toContain('1f44d');
    expect(new Set(found.map(({ emoji_code }) => emoji_code)).size).toBe(found.length);
  });

  it('has the emoji of the organization that are in use, and puts them before others that start alike', () => {
    const { own, others } = allEmoji([party, { ...party, id: '8', name: 'old', deactivated: true }]);
    expect(own.map(({ emoji_name }) => emoji_name)).toEqual(['party_parrot']);
    expect(findEmoji([...own, ...others], 'party')[0]).toMatchObject({ reaction_type: 'realm_emoji', emoji_code: '7' });
  });

  it('leaves out what an emoji of the organization hides', () => {
    const { others } = allEmoji([{ ...party, name: 'tada' }]);
    expect(others.some(({ names }) => names.includes('tada'))).toBe(false);
  });

  it('reads codes', () => {
    expect(characterOf('1f1e9-1f1ea')).toBe('🇩🇪');
  });

  it('has every emoji of the service in one group', () => {
    const { groups, others } = allEmoji([]);
    expect(groups.map(({ name }) => name)).toEqual([...EMOJI_GROUPS]);
    expect(others.map(({ emoji_code }) => emoji_code).sort()).toEqual([...codeToNames.keys()].sort());
    const groupOf = (code: string) =>
      groups.find(({ choices }) => choices.some(({ emoji_code }) => emoji_code === code))?.name;
    expect(['1f642', '1f44d', '1f419', '1f355', '1f1e9-1f1ea'].map(groupOf)).toEqual([
      ...['smileys', 'people', 'nature', 'food', 'flags'],
    ]);
  });
});
