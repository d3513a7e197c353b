import { markdownOf } from './rich-text';

describe('what is pasted from other programs', () => {
  it.each([
    ['bold and italic', '<p>a <b>bold</b> and <em>italic</em> word</p>', 'a **bold** and *italic* word'],
    ['struck out', '<s>no</s> <del>never</del>', '~~no~~ ~~never~~'],
    ['a link', '<a href="https://chat.example/x">text</a>', '[text](https://chat.example/x)'],
    ['lists', '<ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul>', '- one\n- two\n    1. deep'],
    ['a heading', '<h2>Head</h2><p>Text</p>', '## Head\n\nText'],
    ['a quote', '<blockquote><p>said</p></blockquote>', '> said'],
    ['code', '<p>run <code>ls *</code></p>', 'run `ls *`'],
    ['signs as they are', '<p>1. 2*3_4 [x]</p>', '1. 2*3_4 [x]'],
    ['the words of a picture', '<p>a <img src="file:///p.png" alt="Plan"></p>', 'a Plan'],
  ])('keeps %s', (_what, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('makes a block of code, with a fence that the code does not end', () => {
    expect(markdownOf('<pre>a\n  b\n</pre>')).toBe('```\na\n  b\n```');
    expect(markdownOf('<pre>x\n```\ny</pre>')).toBe('````\nx\n```\ny\n````');
    const block =
      '<div class="codehilite" data-code-language="Python"><div class="code-tools">Copy</div><pre>x</pre></div>';
    expect(markdownOf(block)).toBe('```python\nx\n```');
  });

  it('makes a table', () => {
    const html = '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td><b>3</b></td></tr></table>';
    expect(markdownOf(html)).toBe('| a | b |\n| --- | --- |\n| 1\\|2 | **3** |');
  });

  it('gives back what a message was written as', () => {
    const html =
      '<p><span class="user-mention" data-user-id="7">@Bo Lin</span> and <span class="user-mention silent">Ann</span>, ' +
      'see <a class="stream-topic" href="/#narrow/x">#design &gt; logo</a> ' +
      '<span class="emoji" title=":smile:">🙂</span> ' +
      '<span class="katex"><math><annotation>x^2</annotation></math>x2</span></p>';
    expect(markdownOf(html)).toBe('@**Bo Lin** and @_**Ann**, see #**design>logo** :smile: $$x^2$$');
  });
});
