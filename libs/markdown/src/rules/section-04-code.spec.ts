import { ada, code, html, itFollows, link, quote, rendered, silentAda } from './rule-html';

const named = (name: string, text: string): string =>
  `<div class="codehilite" data-code-language="${name}"><pre><span></span><code>${text}\n</code></pre></div>`;
const spoiler = (header: string, body: string): string =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${body}</div></div>`;

describe('4.1 code spans', () => {
  itFollows([
    ['as many backticks as before', '``a`b`` ```c``d```', '<p><code>a`b</code> <code>c``d</code></p>'],
    ['no such run', '``a` b', '<p>``a` b</p>'],
    ['over lines of a paragraph', '`a\nb`', '<p><code>a\nb</code></p>'],
    ['not over paragraphs', '`a\n\nb`', '<p>`a</p>\n<p>b`</p>'],
    ['whitespace at the edges is kept', '`  a  `', '<p><code>  a  </code></p>'],
    ['content is escaped, entities too', '`<&amp;"`', '<p><code>&lt;&amp;amp;"</code></p>'],
    [
      'nothing inside is processed',
      '`**a** @**all** :tada: $$x$$ https://example.net`',
      '<p><code>**a** @**all** :tada: $$x$$ https://example.net</code></p>',
    ],
    ['a backslash disables it', '\\`a`', '<p>\\`a`</p>'],
    ['an even run of backslashes is halved', '\\\\`a` \\\\\\\\`b`', '<p>\\<code>a</code> \\\\<code>b</code></p>'],
  ]);
});

describe('4.2 fences', () => {
  itFollows([
    ['backticks', '```\na\n```', code('a')],
    ['tildes', '~~~\na\n~~~', code('a')],
    ['more than three', '`````\n```\n`````', code('```')],
    ['the other kind is content', '```\n~~~\n```', code('~~~')],
    ['another length is content', '```\n````\n```', code('````')],
    ['closing line with trailing spaces', '```\na\n```  \nb', `${code('a')}\n<p>b</p>`],
    ['a closing line has nothing else', '```\na\n``` b\n```', code('a\n``` b')],
    ['spaces before the language', '```   zork\na\n```', named('zork', 'a')],
    ['.lang', '```.zork\na\n```', named('zork', 'a')],
    ['{lang}', '```{zork}\na\n```', named('zork', 'a')],
    ['{.lang}', '```{.zork}\na\n```', named('zork', 'a')],
    ['ignoring case', '```ZoRk\na\n```', named('zork', 'a')],
    ['all characters of a language', '```a_b+c,d-e.f/g#1\nx\n```', named('a_b+c,d-e.f/g#1', 'x')],
    ['unclosed runs to the end', 'a\n```\nb\n\nc', `<p>a</p>\n${code('b\n\nc')}`],
    ['opened at the end of the text it is empty', 'a\n```zork', `<p>a</p>\n${named('zork', '')}`],
    ['an empty block of any length', '```````', code('')],
    ['without lines it is nothing', 'a\n```\n```\nb', '<p>a</p>\n<p>b</p>'],
    ['trailing whitespace of lines goes', '```\na  \nb\t\n```', code('a\nb')],
    ['an indented fence is none', ' ```\na\n ```', '<p><code>\na\n </code></p>'],
    ['code holds no blocks', '````\n```quote\na\n```\n````', code('```quote\na\n```')],
    ['quote holds code', '````quote\n```zork\na\n```\nb\n````', quote(named('zork', 'a'), '<p>b</p>')],
    [
      'the first bare fence closes the innermost',
      '```quote\n```zork\na\n```\nb\n```\nc',
      `${quote(named('zork', 'a'), '<p>b</p>')}\n<p>c</p>`,
    ],
    [
      'spoiler in quote in spoiler',
      '`````spoiler a\n````quote\n```spoiler b\nc\n```\n````\n`````',
      spoiler('<p>a</p>\n', `${quote(spoiler('<p>b</p>\n', '<p>c</p>\n'))}\n`),
    ],
    ['a header is nothing to code', '```zork some header\na\n```', named('zork', 'a')],
    ['no backtick in the header', '```zork a`b\nc', '<p>```zork a`b<br>\nc</p>'],
  ]);

  it.each([
    ['py', '```\na\n```', named('Python', '<span class="n">a</span>')],
    ['quote', '```\na\n```', quote('<p>a</p>')],
    ['py', '````quote\n```\na\n```\n````', quote(named('Python', '<span class="n">a</span>'))],
    ['py', '````spoiler\n```\na\n```\n````', spoiler('', `${code('a')}\n`)],
    ['py', '```zork\na\n```', named('zork', 'a')],
    ['', '```\na\n```', code('a')],
  ])('default language %s: %j', (defaultCodeLanguage, source, expected) => {
    expect(html(source, { defaultCodeLanguage })).toBe(expected);
  });

  it('default language math', () => {
    expect(html('```\nx\n```', { defaultCodeLanguage: 'math' })).toContain('katex-display');
  });
});

describe('4.3 code blocks', () => {
  itFollows([
    ['quotes escaped without language', '```\n<a href="b">\'&\n```', code('&lt;a href=&quot;b&quot;&gt;&#39;&amp;')],
    ['quotes raw with language', '```zork\n"<\'\n```', named('zork', '"&lt;\'')],
    ['outer blank lines go', '```zork\n\n\na\n\n\n```', named('zork', 'a')],
    ['unknown: lower-cased as typed', '```PlainText\na\n```', named('plaintext', 'a')],
    ['first line #!', '```\n#!zork\na\n```', code('#!zork\na')],
    ['php without opening tag', '```php\n$a\n```', named('PHP', '<span class="nv">$a</span>')],
  ]);

  it.each(['#!python', '#!/usr/bin/python', ':::python'])('first line %s', (line) => {
    const shown = html(`\`\`\`\n${line}\nreturn\n\`\`\``);
    expect(shown).toMatch(/^<div class="codehilite"><pre>/);
    expect(shown).toContain('<span class="k">return</span>');
    expect(shown.replace(/<[^>]*>/g, '')).toContain(line);
  });

  const NAMES =
    'py:Python python:Python python3:Python py2:Python_2.x js:JavaScript javascript:JavaScript ts:TypeScript typescript:TypeScript jsx:JSX tsx:TSX ' +
    'bash:Bash sh:Bash zsh:Bash shell:Bash console:Bash_Session shell-session:Bash_Session pycon:Python_console_session c:C cpp:C++ c++:C++ c#:C# ' +
    'csharp:C# java:Java go:Go golang:Go rust:Rust rs:Rust ruby:Ruby rb:Ruby php:PHP html:HTML css:CSS scss:SCSS json:JSON yaml:YAML yml:YAML toml:TOML ' +
    'sql:SQL postgres:PostgreSQL_SQL_dialect postgresql:PostgreSQL_SQL_dialect diff:Diff text:Text_only md:Markdown markdown:Markdown xml:XML ' +
    'kotlin:Kotlin swift:Swift dart:Dart r:S dockerfile:Docker docker:Docker make:Makefile makefile:Makefile ini:INI nginx:Nginx_configuration_file ' +
    'tex:TeX latex:TeX powershell:PowerShell ps1:PowerShell haskell:Haskell scala:Scala elixir:Elixir output:Text_output ' +
    'none:none plain:plain plaintext:plaintext txt:txt patch:patch';
  it.each(NAMES.split(' ').map((pair) => pair.split(':')))('%s is %s', (alias = '', name = '') => {
    expect(html(`\`\`\`${alias}\nx\n\`\`\``)).toContain(`data-code-language="${name.replaceAll('_', ' ')}"`);
  });

  it('only classes of the scheme', () => {
    const scheme = new Set(
      (
        'c ch cm cp cpf c1 cs k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm nl nn nx py nt nv vc vg vi vm s sa sb sc dl sd s2 se sh si sx sr s1 ss ' +
        'm mb mf mh mi il mo o ow p pm gd ge gr gh gi go gp gs gu gt l ld w err esc'
      ).split(' '),
    );
    const sample = `#!x\n# c\n// c\n/* c */ "s" 's' \`s\` 0x1 0b1 0o1 1.5 2 a.b(c) @d $e {f: g} <h i="j">&k; -- l\n@@ m\n+n\n-o\n>>> p\n$ q\n[r]\ns = t\n\\u{v}`;
    for (const pair of NAMES.split(' ')) {
      const shown = html(`\`\`\`\`${pair.split(':')[0] ?? ''}\n${sample}\n\`\`\`\``);
      for (const [, name = ''] of shown.matchAll(/ class="([^"]*)"/g)) {
        if (name !== 'codehilite') expect(scheme).toContain(name);
      }
    }
  });
});

describe('4.4 quote blocks', () => {
  itFollows([
    ['each line is quoted', '```quote\na\n\nb\n```', quote('<p>a</p>', '<p>b</p>')],
    ['quoted is the same', '```quoted\na\n```', quote('<p>a</p>')],
    ['silences', '```quote\n@**Ada Byron**\n```', quote(`<p>${silentAda}</p>`)],
    ['quotes inside', '```quote\n> a\n```', quote(quote('<p>a</p>'))],
    ['two in a row stay two', '```quote\na\n```\n```quote\nb\n```', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}`],
    ['text beside it', 'x\n```quote\na\n```\ny', `<p>x</p>\n${quote('<p>a</p>')}\n<p>y</p>`],
  ]);
});

describe('4.5 spoiler blocks', () => {
  itFollows([
    [
      'header and body are blocks',
      '```spoiler *a*\n* b\n```',
      spoiler('<p><em>a</em></p>\n', '<ul>\n<li>b</li>\n</ul>\n'),
    ],
    ['no header', '```spoiler\na\n```', spoiler('', '<p>a</p>\n')],
    ['no body', '```spoiler a\n```', spoiler('<p>a</p>\n', '')],
    [
      'mentions are normal',
      '```spoiler @**Ada Byron**\n@**Ada Byron**\n```',
      spoiler(`<p>${ada}</p>\n`, `<p>${ada}</p>\n`),
    ],
    [
      'previews inside',
      '```spoiler\nhttps://p.example.net/a.png\n```\nb',
      `${spoiler('', '<div class="message_inline_image"><a href="https://p.example.net/a.png"><img src="https://p.example.net/a.png"></a></div>')}\n<p>b</p>`,
    ],
    ['in a quote', '````quote\n```spoiler a\nb\n```\n````', quote(spoiler('<p>a</p>\n', '<p>b</p>\n'))],
  ]);

  it('mentions have effects', () => {
    expect(rendered('```spoiler @*oncall*\n@**Ada Byron**\n```')).toMatchObject({
      mentionedUserIds: [31],
      mentionedGroupIds: [17],
    });
  });
});

describe('4.6 math', () => {
  const isMath = (source: string): boolean => html(source).includes('class="katex"');

  it.each(['$$a$$', 'x $$a$$ y', '($$a$$)', '$$a$$.', '$$a\\$b$$', '$$ a $$', '-$$a$$-'])('inline: %s', (source) => {
    expect(isMath(source)).toBe(true);
  });

  it.each([
    'a$$b$$c',
    'a$$b$$',
    '$$b$$1',
    '_$$b$$',
    '$$$b$$',
    '$$b$$$',
    '$$$$',
    '$$_b$$',
    '$$a\nb$$',
    '$$a$b$$',
    '$a$',
    'é$$b$$',
  ])('text: %j', (source) => {
    expect(isMath(source)).toBe(false);
  });

  it('nothing inside is processed', () => {
    expect(html('$$*a* @$$')).toContain('<annotation encoding="application/x-tex">*a* @</annotation>');
  });

  it('a block is split at blank lines', () => {
    const shown = html('```math\na\n\nb\n```');
    expect(shown).toMatch(
      /^<p><span class="katex-display"><span class="katex">.*<\/span>\n\n<span class="katex-display">.*<\/p>$/s,
    );
    expect(shown.match(/display="block"/g)).toHaveLength(2);
  });

  itFollows([
    ['inline that does not parse', '$$\\nosuch<$$', '<p><span class="tex-error">$$\\nosuch&lt;$$</span></p>'],
    ['block that does not parse', '```math\n\\nosuch<\n```', '<p><span class="tex-error">\\nosuch&lt;</span></p>'],
    ['in link text', '[$$\\x{$$](/a)', `<p>${link('/a', '<span class="tex-error">$$\\x{$$</span>')}</p>`],
  ]);
});
