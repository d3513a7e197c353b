import {
  canonicalEmojiName,
  checkEmoji,
  codeOfCharacters,
  codeToNames,
  nameToCode,
  resolveEmoji,
  resolveEmojiName,
  serverEmojiDocument,
} from './index';

const custom = [
  { id: 77, name: 'party_cat', deactivated: false },
  { id: 78, name: 'old_cat', deactivated: true },
  { id: 79, name: 'heart', deactivated: false },
];

describe('the emoji table', () => {
  it('maps names and aliases to codes, and codes to their canonical name', () => {
    expect(nameToCode('rocket')).toBe('1f680');
    expect(nameToCode('love')).toBe('2764');
    expect(canonicalEmojiName('2764')).toBe('heart');
    expect(nameToCode('no_such_thing')).toBeUndefined();
    expect(nameToCode('constructor')).toBeUndefined();
    expect(nameToCode('flag_åland_islands')).toBe('1f1e6-1f1fd');
  });

  it('has every name once and codes in normal form', () => {
    const names = [...codeToNames.values()].flat();
    expect(new Set(names).size).toBe(names.length);
    expect(codeToNames.size).toBeGreaterThan(1400);
    for (const code of codeToNames.keys()) {
      expect(code).toMatch(/^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/);
      expect(code).not.toContain('fe0f');
    }
    expect(serverEmojiDocument.code_to_names['1f680']?.[0]).toBe('rocket');
  });

  it('computes the code of characters', () => {
    expect(codeOfCharacters('🎉')).toBe('1f389');
    expect(codeOfCharacters('❤️')).toBe('2764');
    expect(codeOfCharacters('©️')).toBe('00a9');
    expect(codeOfCharacters('🇨🇭')).toBe('1f1e8-1f1ed');
  });
});

describe('emoji references', () => {
  it('prefers active custom emoji, then extras, then Unicode', () => {
    expect(resolveEmojiName('heart', custom)).toMatchObject({ ok: true, emoji: { emojiCode: '79' } });
    expect(resolveEmojiName('heart', [])).toMatchObject({ ok: true, emoji: { emojiCode: '2764' } });
    expect(resolveEmojiName('zulip', [])).toMatchObject({ ok: true, emoji: { reactionType: 'zulip_extra_emoji' } });
    expect(resolveEmojiName('old_cat', custom)).toEqual({
      ok: false,
      code: 'BAD_REQUEST',
      msg: "Emoji 'old_cat' does not exist",
    });
  });

  it.each([
    ['party_cat', '99', 'realm_emoji', 'Invalid custom emoji.'],
    ['party', '77', 'realm_emoji', 'Invalid custom emoji name.'],
    ['old_cat', '78', 'realm_emoji', 'This custom emoji has been deactivated.'],
    ['x', 'x', 'zulip_extra_emoji', 'Invalid emoji code.'],
    ['x', 'zulip', 'service_extra_emoji', 'Invalid emoji name.'],
    ['heart', 'beef', 'unicode_emoji', 'Invalid emoji code.'],
    ['rocket', '2764', 'unicode_emoji', 'Invalid emoji name.'],
    ['rocket', '1f680', 'sticker', 'Invalid emoji type.'],
  ])('refuses %s %s %s', (emojiName, emojiCode, reactionType, msg) => {
    expect(checkEmoji({ emojiName, emojiCode, reactionType }, custom)).toEqual({ ok: false, code: 'BAD_REQUEST', msg });
  });

  it('accepts aliases and fills absent parts from the name', () => {
    expect(resolveEmoji({ emojiName: 'love' }, [])).toEqual({
      ok: true,
      emoji: { emojiName: 'love', emojiCode: '2764', reactionType: 'unicode_emoji' },
    });
    expect(resolveEmoji({ emojiName: 'heart', emojiCode: '2764', reactionType: 'unicode_emoji' }, custom).ok).toBe(
      true,
    );
    expect(resolveEmoji({ emojiName: 'zulip', emojiCode: 'zulip', reactionType: 'service_extra_emoji' }, [])).toEqual({
      ok: true,
      emoji: { emojiName: 'zulip', emojiCode: 'zulip', reactionType: 'zulip_extra_emoji' },
    });
  });
});
