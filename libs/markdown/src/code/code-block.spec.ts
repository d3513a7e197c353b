import { codeBlockHtml } from './code-block';
import { codeLanguage } from './code-languages';

const TOKEN_CLASSES = new Set(
  (
    'c ch cm cp cpf c1 cs k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm nl nn nx py nt nv vc vg vi vm ' +
    's sa sb sc dl sd s2 se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm gd ge gr gh gi go gp gs gu gt l ld w err esc'
  ).split(' '),
);

const NAMES: Readonly<Record<string, string>> = {
  'py python python3': 'Python',
  py2: 'Python 2.x',
  'js javascript': 'JavaScript',
  'ts typescript': 'TypeScript',
  jsx: 'JSX',
  tsx: 'TSX',
  'bash sh zsh shell': 'Bash',
  'console shell-session': 'Bash Session',
  pycon: 'Python console session',
  c: 'C',
  'cpp c++': 'C++',
  'c# csharp': 'C#',
  java: 'Java',
  'go golang': 'Go',
  'rust rs': 'Rust',
  'ruby rb': 'Ruby',
  php: 'PHP',
  html: 'HTML',
  css: 'CSS',
  scss: 'SCSS',
  json: 'JSON',
  'yaml yml': 'YAML',
  toml: 'TOML',
  sql: 'SQL',
  'postgres postgresql': 'PostgreSQL SQL dialect',
  diff: 'Diff',
  text: 'Text only',
  'md markdown': 'Markdown',
  xml: 'XML',
  kotlin: 'Kotlin',
  swift: 'Swift',
  dart: 'Dart',
  r: 'S',
  'dockerfile docker': 'Docker',
  'make makefile': 'Makefile',
  ini: 'INI',
  nginx: 'Nginx configuration file',
  'tex latex': 'TeX',
  'powershell ps1': 'PowerShell',
  haskell: 'Haskell',
  scala: 'Scala',
  elixir: 'Elixir',
  output: 'Text output',
};
const ALIASES = Object.keys(NAMES).flatMap((aliases) => aliases.split(' '));

/** Something of everything that grammars look for. */
const SAMPLE = `#!/usr/bin/env x
# comment // other /* more */ -- dash <!-- mark -->
import os; const x = "a<b" + 'c' + \`d\${e}\`; @note def f(x: int = 0x1F): return x ** 2.5e3 or None
<?php echo $x; ?> <a href="x">&amp;</a> { color: #fff; } [section]
key: value, "json": [true, null, 1]
$ ls -la | grep x
+ added
- removed
SELECT * FROM t WHERE a = 'b'; \\begin{x} :atom #include <stdio.h>
`;

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

describe('code blocks', () => {
  it.each(Object.entries(NAMES))('knows %s as %s', (aliases, name) => {
    for (const alias of aliases.split(' ')) {
      expect(codeLanguage(alias).name).toBe(name);
      expect(codeLanguage(alias.toUpperCase()).name).toBe(name);
    }
  });

  it.each(['none', 'plain', 'plaintext', 'txt', 'patch', 'zork'])('takes %s as it is', (alias) => {
    expect(codeLanguage(alias)).toEqual({ name: alias, grammar: null });
  });

  it.each(ALIASES)('shows the code of %s unchanged, in the classes that clients style', (alias) => {
    const html = codeBlockHtml(SAMPLE, alias);
    expect(textOf(html)).toBe(SAMPLE);
    const classes = Array.from(html.matchAll(/<span class="([^"]*)">/g), (match) => match[1] ?? '');
    expect(classes.filter((name) => !TOKEN_CLASSES.has(name))).toEqual([]);
    if (!['text', 'output'].includes(alias)) expect(classes.length).toBeGreaterThan(2);
  });

  it.each([
    ['py', 'n = 2', '<span class="n">n</span> <span class="o">=</span> <span class="mi">2</span>'],
    [
      'js',
      "const a = '<';",
      '<span class="kd">const</span> <span class="n">a</span> <span class="o">=</span> <span class="s1">\'&lt;\'</span><span class="p">;</span>',
    ],
    ['c', '/* a\n b */', '<span class="cm">/* a</span>\n<span class="cm"> b */</span>'],
    ['diff', '+a\n-b', '<span class="gi">+a</span>\n<span class="gd">-b</span>'],
    [
      'json',
      '{"a": null}',
      '<span class="p">{</span><span class="nt">"a"</span><span class="o">:</span> <span class="kc">null</span><span class="p">}</span>',
    ],
    [
      'php',
      '$x = 1;',
      '<span class="nv">$x</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span>',
    ],
    ['text', 'a < "b"', 'a &lt; "b"'],
    ['zork', 'a < "b"', 'a &lt; "b"'],
  ])('highlights %s', (language, code, tokens) => {
    expect(codeBlockHtml(code, language)).toContain(`<pre><span></span><code>${tokens}\n</code></pre>`);
  });

  it.each([
    [
      '#!python\nx',
      '<div class="codehilite"><pre><span></span><code><span class="ch">#!python</span>\n<span class="n">x</span>\n</code></pre></div>',
    ],
    [
      '#!/usr/bin/zork\n"',
      '<div class="codehilite"><pre><span></span><code>#!/usr/bin/zork\n&quot;\n</code></pre></div>',
    ],
    ['\n\n  a\n\n', '<div class="codehilite"><pre><span></span><code>  a\n</code></pre></div>'],
  ])('reads the first line of %j', (code, html) => {
    expect(codeBlockHtml(code, '')).toBe(html);
  });

  it('takes the language from three colons too', () => {
    expect(codeBlockHtml(':::js\nvar x', '')).toContain('<span class="kd">var</span>');
  });

  const HOSTILE = [
    '"',
    "'",
    '`',
    '/*',
    '<!--',
    '{',
    '(',
    '[',
    '<a ',
    '${',
    '#',
    '\\',
    '=',
    'a',
    '1',
    '0x',
    '$',
    '@a',
    '//',
    ':',
    '"""',
    '\n',
    ' ',
    '- ',
    'a.',
    '<?',
    '*',
    '**',
    '_',
    '\\begin{',
    'r#"',
    '%(',
    '<<A\n',
    'f"{',
  ];

  it.each([...new Set(Object.values(NAMES))])('highlights 10,000 hostile characters of %s in bounded time', (name) => {
    const [alias = ''] =
      Object.entries(NAMES)
        .find(([, value]) => value === name)?.[0]
        .split(' ') ?? [];
    const slow = HOSTILE.map((unit) => {
      const code = unit.repeat(10_000 / unit.length);
      const times = [1, 2].map(() => {
        const start = performance.now();
        codeBlockHtml(code, alias);
        return performance.now() - start;
      });
      return { unit, ms: Math.min(...times) };
    });
    expect(slow.filter(({ ms }) => ms > 150)).toEqual([]);
  });
});
