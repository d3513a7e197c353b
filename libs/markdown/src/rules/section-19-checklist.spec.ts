import { ada, code, itFollows, link, list, loose, quote, rendered, silentAda } from './rule-html';

/** What a standard Markdown library gets wrong, each point once more in one place. */
describe('19 checklist', () => {
  itFollows([
    ['1 emphasis', '_a_ *a^b* ** a **', '<p>_a_ *a^b* <strong> a </strong></p>'],
    ['2 every newline is a break', 'a  \nb', '<p>a  <br>\nb</p>'],
    ['3 two quotes', '> a\n\n> b', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}`],
    [
      '3 heading, rule and list need no blank line',
      'a\n# b\nc\n---\nd\n* e',
      `<p>a</p>\n<h1>b</h1>\n<p>c</p>\n<hr>\n<p>d</p>\n${list('ul', 'e')}`,
    ],
    ['3 table and indented code do', 'a\nb|c\n-|-\n    d', '<p>a<br>\nb|c<br>\n-|-<br>\n    d</p>'],
    ['4 fences', '```\na\n````', code('a\n````')],
    ['5 lists', '* a\n  * b\n* c\n\n* d', list('ul', `a${list('ul', 'b')}\n`, loose('c'), loose('d'))],
    [
      '6 passes, not a delimiter stack',
      '**https://example.net** *#1*',
      '<p><strong>https://example.net</strong> <em>#1</em></p>',
    ],
    ['7 link text', '[*a* @**Ada Byron**](/x)', `<p>${link('/x', `*a* ${ada}`)}</p>`],
    [
      '8 mentions in quotes are silent, in spoilers not',
      '> @**Ada Byron**\n\n```spoiler\n@**Ada Byron**\n```',
      `${quote(`<p>${silentAda}</p>`)}\n<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>${ada}</p>\n</div></div>`,
    ],
    [
      '9 a bare image link replaces its paragraph',
      'a\n\nhttps://p.example.net/a.png',
      '<p>a</p>\n<div class="message_inline_image"><a href="https://p.example.net/a.png"><img src="https://p.example.net/a.png"></a></div>',
    ],
  ]);

  it('8 effects come from what was rendered', () => {
    expect(rendered('`@**Ada Byron**` [a](/b "@**Ada Byron**")').mentionedUserIds).toEqual([]);
  });

  it('10 own uploads in full are claimed, without thumbnail', () => {
    const result = rendered('https://chat.example.org/user_uploads/2/ab/f.png');
    expect(result.attachmentPathIds).toEqual(['2/ab/f.png']);
    expect(result.html).toContain('href="user_uploads/2/ab/f.png"');
    expect(result.html).not.toContain('thumbnail');
  });
});
