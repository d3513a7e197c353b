import { emoji, html, itFollows } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;
const ROCKET = emoji('rocket', '1f680');

describe('6 emoji', () => {
  itFollows([
    [
      'custom',
      ':party_cat:',
      p('<img alt=":party_cat:" class="emoji" src="/user_avatars/2/emoji/images/77.png" title="party cat">'),
    ],
    [
      'built-in extra',
      ':zulip:',
      p('<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">'),
    ],
    ['Unicode', ':rocket:', p(ROCKET)],
    ['no boundary needed', 'a:rocket:b', p(`a${ROCKET}b`)],
    ['an alias is kept as typed', ':thumbs_up:', p(emoji('thumbs_up', '1f44d'))],
    ['_ is a space in titles', ':slight_smile:', p(emoji('slight_smile', '1f642'))],
    ['+ and - are part of names', ':+1: :-1:', p(`${emoji('+1', '1f44d')} ${emoji('-1', '1f44e')}`)],
    ['unknown stays', ':no_such_thing: :: :a b:', p(':no_such_thing: :: :a b:')],
    ['at least 4 digits', '©️', p(emoji('copyright', '00a9'))],
    ['characters', '🚀', p(ROCKET)],
    ['flag', '🇨🇭', p(emoji('flag_switzerland', '1f1e8-1f1ed'))],
    ['keycap', '1️⃣', p(emoji('one', '0031-20e3'))],
    ['text by default stays', '↔ © ❤ ☎', p('↔ © ❤ ☎')],
    ['with U+FE0F it is one', '❤️', p(emoji('heart', '2764'))],
    ['skin tones stay', '👍🏽', p('👍🏽')],
    ['keycap without U+FE0F stays', '1\u20e3', p('1\u20e3')],
    ['not in code', '`:rocket: 🚀`', p('<code>:rocket: 🚀</code>')],
  ]);

  it('takes whole sequences', () => {
    expect(html('👨‍👩‍👧')).toMatch(/^<p>(?:👨‍👩‍👧|<span [^>]*emoji-1f468-200d-1f469-200d-1f467"[^>]*>:\w+:<\/span>)<\/p>$/u);
    expect(html('🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toMatch(/^<p>(?:🏴󠁧󠁢󠁥󠁮󠁧󠁿|<span [^>]*emoji-1f3f4-[^>]*>:\w+:<\/span>)<\/p>$/u);
  });

  it('custom emoji win, and only active ones match', () => {
    expect(html(':rocket:', { customEmoji: new Map([['rocket', { sourceUrl: '/r.png' }]]) })).toContain('src="/r.png"');
    expect(html(':party_cat:', { customEmoji: new Map() })).toBe(p(':party_cat:'));
  });

  const NAMES: readonly (readonly [string, string, string])[] = [
    [':)', 'slight_smile', '1f642'],
    ['(:', 'slight_smile', '1f642'],
    [':(', 'frown', '1f641'],
    ['<3', 'heart', '2764'],
    [':|', 'neutral', '1f610'],
    [':/', 'confused', '1f615'],
    [';)', 'wink', '1f609'],
    [':D', 'smile', '1f642'],
    [':o', 'open_mouth', '1f62e'],
    [':O', 'open_mouth', '1f62e'],
    [':p', 'stuck_out_tongue', '1f61b'],
    [':P', 'stuck_out_tongue', '1f61b'],
  ];
  it.each(NAMES)('emoticon %s', (emoticon, name) => {
    expect(html(`a ${emoticon}`, { translateEmoticons: true })).toContain(
      `role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`,
    );
    expect(html(`a ${emoticon}`)).not.toContain('role="img"');
  });

  it.each([...',.;?!()[]"\'', ' ', '\n'])('emoticons between %j', (edge) => {
    expect(html(`a${edge}:)${edge}b`, { translateEmoticons: true })).toContain(':slight_smile:');
  });

  it.each(['a:)', ':)a', '-:)', ':)-'])('no emoticon in %s', (source) => {
    expect(html(source, { translateEmoticons: true })).not.toContain(':slight_smile:');
  });
});
