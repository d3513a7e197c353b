import { slackEmoji } from './slack-emoji';
import { convertSlackText } from './slack-markup';

const names = {
  user: (id: string) => (id === 'U1' ? { id: 7, name: 'Olga' } : undefined),
  channel: (id: string) => (id === 'C1' ? 'general' : undefined),
};
const text = (source: string) => convertSlackText(source, names).text;

describe('texts of Slack', () => {
  it.each([
    ['plain text', 'plain text'],
    ['*bold* _italic_ ~struck~', '**bold** *italic* ~~struck~~'],
    ['snake_case_name 2*3*4 a~b~c', 'snake_case_name 2*3*4 a~b~c'],
    ['*not bold * _ nor italic_', '*not bold * _ nor italic_'],
    ['a &amp; b &lt;tag&gt; &amp;lt;', 'a & b <tag> &lt;'],
    ['&gt; quoted', '> quoted'],
    ['• one\n• two', '* one\n* two'],
    ['`a *b* &lt;c&gt;`', '`a *b* <c>`'],
    ['see ```x = *y*```', 'see \n```\nx = *y*\n```\n'],
    ['<@U1> and <@U1|olga>', '@**Olga|7** and @**Olga|7**'],
    ['<@U9|max> <@U9>', '@max @U9'],
    ['<#C1|general> <#C9|gone> <#C9>', '#**general** #gone #C9'],
    ['<!here> <!channel> <!everyone>', '@**all** @**all** @**all**'],
    ['<!subteam^S1|@cooks> <!date^1714982400^{date}|May 6>', '@cooks May 6'],
    ['<https://example.com/a_b_c>', 'https://example.com/a_b_c'],
    ['<https://example.com/a_b|*docs* [1]>', '[*docs* 1](https://example.com/a_b)'],
    ['<https://example.com/(x)|x>', '[x](https://example.com/%28x%29)'],
    ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
    ['<https://a.example/?b=1&amp;c=2>', 'https://a.example/?b=1&c=2'],
    ['*<https://a.example|a>*', '**[a](https://a.example)**'],
    [':wave::skin-tone-4:', ':wave:'],
    ['\u00010\u0002 <@U1>', '0 @**Olga|7**'],
    ['', ''],
  ])('%j becomes %j', (source, expected) => {
    expect(text(source)).toBe(expected);
  });

  it('tell whom they mention, not what code does', () => {
    expect(convertSlackText('<@U1> <!here>', names)).toMatchObject({ mentionedUserIds: [7], hasWildcard: true });
    expect(convertSlackText('`<@U1> <!here>`', names)).toMatchObject({ mentionedUserIds: [], hasWildcard: false });
  });
});

describe('emoji of Slack', () => {
  it.each([
    ['+1', '1f44d'],
    ['thumbsup', '1f44d'],
    ['thumbsup::skin-tone-3', '1f44d'],
    ['simple_smile', '1f642'],
    ['our-logo', undefined],
  ])('%s has the code %s', (name, code) => {
    expect(slackEmoji(name)?.code).toBe(code);
  });
});
