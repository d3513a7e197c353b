import { Lexer, type TokenRule } from './lexer';
import * as words from './words';

const LINE_END = '[^\\n]*';
const SLASH_COMMENT: TokenRule = ['c1', `//${LINE_END}`];
const HASH_COMMENT: TokenRule = ['c1', `#${LINE_END}`];
const DASH_COMMENT: TokenRule = ['c1', `--${LINE_END}`];
const SHEBANG: TokenRule = ['ch', `^#!${LINE_END}`];
const DECORATOR: TokenRule = ['nd', '@[\\p{L}_][\\p{L}\\p{N}_.]*'];
const DOLLAR_VARIABLE: TokenRule = ['nv', '\\$(?:\\w+|\\{[^}\\n]*\\}?|[@#?*!$-])'];
const DIRECTIVE: TokenRule = ['cp', '^[ \\t]*#(?:[^\\n\\\\]|\\\\[^])*'];

/** Between two marks, over lines; an unclosed one reaches to the end. */
const until = (className: string, open: string, close: string): TokenRule => [
  className,
  `${open}(?:(?!${close})[^])*(?:${close})?`,
];
const BLOCK_COMMENT = until('cm', '/\\*', '\\*/');

/** In quotation marks; backslashes escape. Ends with the line unless it may go on. */
const quoted = (className: string, mark: string, isMultiline = false): TokenRule => [
  className,
  `${mark}(?:[^${mark}\\\\${isMultiline ? '' : '\\n'}]|\\\\[^])*${mark}?`,
];
const DOUBLE = quoted('s2', '"');
const SINGLE = quoted('s1', "'");
const BACKTICK = quoted('sb', '`', true);
const CHARACTER: TokenRule = ['sc', "'(?:[^'\\\\\\n]|\\\\[^']{1,8})'"];

const NUMBERS: readonly TokenRule[] = [
  ['mh', '0[xX][\\da-fA-F_]+\\w*'],
  ['mb', '0[bB][01_]+\\w*'],
  ['mo', '0[oO][0-7_]+\\w*'],
  ['mf', '\\d[\\d_]*\\.\\d[\\d_]*(?:[eE][+-]?\\d+)?\\w*|\\d[\\d_]*[eE][+-]?\\d+\\w*'],
  ['mi', '\\d[\\d_]*\\w*'],
];
const FUNCTION: TokenRule = ['nf', '[\\p{L}_$][\\p{L}\\p{N}_$]*(?=\\()'];
const NAME: TokenRule = ['n', '[\\p{L}_$][\\p{L}\\p{N}_$]*'];
const DASHED_NAME: TokenRule = ['n', '[\\p{L}_$][\\p{L}\\p{N}_$.-]*'];
const OPERATOR: TokenRule = ['o', '[-+*/%=<>!&|^~?:@\\\\]+'];
const PUNCTUATION: TokenRule = ['p', '[()\\[\\]{},;.]+'];
const PLAIN_SPACE: TokenRule = ['', '\\s+'];

/** What is in quotation marks and followed by a colon, or a bare word there. */
const QUOTED_KEY: TokenRule = ['nt', '"(?:[^"\\\\\\n]|\\\\[^\\n])*"(?=\\s*:)'];
const SECTION: TokenRule = ['k', '^\\[[^\\n]*'];
const KEY_BEFORE_EQUALS: TokenRule = ['na', '^[ \\t]*[\\w.-]+(?=[ \\t]*=)'];

/** The usual end of a list of rules. */
const COMMON: readonly TokenRule[] = [PLAIN_SPACE, ...NUMBERS, FUNCTION, NAME, OPERATOR, PUNCTUATION];
/** Languages whose bare words are arguments and values. */
const ARGUMENTS: readonly TokenRule[] = [PLAIN_SPACE, ...NUMBERS, DASHED_NAME, OPERATOR, PUNCTUATION];

const C_LIKE: readonly TokenRule[] = [SLASH_COMMENT, BLOCK_COMMENT, DOUBLE, CHARACTER];
const SCRIPT_LIKE: readonly TokenRule[] = [SHEBANG, SLASH_COMMENT, BLOCK_COMMENT, DOUBLE, SINGLE, BACKTICK];
const PYTHON_STRINGS: readonly TokenRule[] = [
  until('s2', '[bBfFrRuU]{0,2}"""', '"""'),
  until('s1', "[bBfFrRuU]{0,2}'''", "'''"),
  quoted('s2', '"'),
  quoted('s1', "'"),
];
const MARKUP: readonly TokenRule[] = [
  until('cm', '<!--', '-->'),
  ['cp', '<[!?][^>]*>?'],
  ['nt', '</?[\\p{L}_][\\p{L}\\p{N}_:.-]*|/?>'],
  ['ni', '&#?\\w{1,40};'],
  ['na', '[\\p{L}_@:][\\p{L}\\p{N}_@:.-]*(?==)'],
  ['s', '(?<==)(?:"[^"]*"?|\'[^\']*\'?)'],
];

const sqlRules: readonly TokenRule[] = [
  DASH_COMMENT,
  BLOCK_COMMENT,
  quoted('s1', "'", true),
  quoted('nv', '"'),
  ...COMMON,
];
const createSql = (): Lexer => new Lexer({ rules: sqlRules, words: words.SQL, isCaseInsensitive: true });

/** How to make the lexer of each grammar; made when the grammar is first used. */
const FACTORIES: Readonly<Record<string, () => Lexer>> = {
  python: () =>
    new Lexer({ rules: [SHEBANG, HASH_COMMENT, ...PYTHON_STRINGS, DECORATOR, ...COMMON], words: words.PYTHON }),
  pycon: () =>
    new Lexer({
      rules: [['gp', '^(?:>>>|\\.\\.\\.)(?= |$)'], HASH_COMMENT, ...PYTHON_STRINGS, DECORATOR, ...COMMON],
      words: words.PYTHON,
    }),
  javascript: () => new Lexer({ rules: [...SCRIPT_LIKE, DECORATOR, ...COMMON], words: words.JAVASCRIPT }),
  typescript: () => new Lexer({ rules: [...SCRIPT_LIKE, DECORATOR, ...COMMON], words: words.TYPESCRIPT }),
  c: () => new Lexer({ rules: [DIRECTIVE, ...C_LIKE, ...COMMON], words: words.C }),
  cpp: () => new Lexer({ rules: [DIRECTIVE, ...C_LIKE, ...COMMON], words: words.CPP }),
  csharp: () => new Lexer({ rules: [DIRECTIVE, ...C_LIKE, ...COMMON], words: words.CSHARP }),
  java: () => new Lexer({ rules: [...C_LIKE, DECORATOR, ...COMMON], words: words.JAVA }),
  kotlin: () => new Lexer({ rules: [...C_LIKE, DECORATOR, ...COMMON], words: words.KOTLIN }),
  scala: () => new Lexer({ rules: [...C_LIKE, DECORATOR, ...COMMON], words: words.SCALA }),
  swift: () => new Lexer({ rules: [SLASH_COMMENT, BLOCK_COMMENT, DOUBLE, DECORATOR, ...COMMON], words: words.SWIFT }),
  dart: () => new Lexer({ rules: [...SCRIPT_LIKE, DECORATOR, ...COMMON], words: words.DART }),
  go: () => new Lexer({ rules: [...C_LIKE, BACKTICK, ...COMMON], words: words.GO }),
  rust: () =>
    new Lexer({ rules: [...C_LIKE, ['cp', '#!?\\[[^\\]\\n]*\\]?'], ['nl', "'\\w+"], ...COMMON], words: words.RUST }),
  ruby: () =>
    new Lexer({
      rules: [
        HASH_COMMENT,
        DOUBLE,
        SINGLE,
        BACKTICK,
        ['ss', ':[\\p{L}_]\\w*'],
        ['vi', '@@?\\w+'],
        ['vg', '\\$\\w+'],
        ...COMMON,
      ],
      words: words.RUBY,
    }),
  php: () =>
    new Lexer({
      rules: [['cp', '<\\?(?:php|=)?|\\?>'], ...SCRIPT_LIKE, HASH_COMMENT, DOLLAR_VARIABLE, ...COMMON],
      words: words.PHP,
    }),
  bash: () =>
    new Lexer({
      rules: [
        SHEBANG,
        ['c1', `(?<!\\S)#${LINE_END}`],
        quoted('s2', '"', true),
        until('s1', "'", "'"),
        BACKTICK,
        DOLLAR_VARIABLE,
        ...ARGUMENTS,
      ],
      words: words.SHELL,
      otherNames: '',
    }),
  console: () =>
    new Lexer({
      rules: [
        ['gp', '^[^\\n$#%>]{0,80}[$#%>](?= )'],
        ['go', `^${LINE_END}`],
        DOUBLE,
        SINGLE,
        DOLLAR_VARIABLE,
        ...ARGUMENTS,
      ],
      words: words.SHELL,
      otherNames: '',
    }),
  powershell: () =>
    new Lexer({
      rules: [
        until('cm', '<#', '#>'),
        HASH_COMMENT,
        DOUBLE,
        SINGLE,
        DOLLAR_VARIABLE,
        ['nb', '[A-Za-z]+-[A-Za-z]+'],
        ...COMMON,
      ],
      words: words.POWERSHELL,
      isCaseInsensitive: true,
    }),
  sql: createSql,
  r: () => new Lexer({ rules: [HASH_COMMENT, DOUBLE, SINGLE, BACKTICK, ...COMMON], words: words.R }),
  haskell: () =>
    new Lexer({
      rules: [
        until('cm', '\\{-', '-\\}'),
        DASH_COMMENT,
        DOUBLE,
        CHARACTER,
        ['kt', "\\p{Lu}[\\p{L}\\p{N}_']*"],
        ...COMMON,
      ],
      words: words.HASKELL,
    }),
  elixir: () =>
    new Lexer({
      rules: [HASH_COMMENT, until('s2', '"""', '"""'), DOUBLE, SINGLE, ['ss', ':[\\p{L}_]\\w*'], DECORATOR, ...COMMON],
      words: words.ELIXIR,
    }),
  markup: () => new Lexer({ rules: [...MARKUP, ['', '[^<&=>/\\s]+|\\s+']] }),
  css: () =>
    new Lexer({
      rules: [
        BLOCK_COMMENT,
        DOUBLE,
        SINGLE,
        ['k', '@[\\w-]+|![a-z]+'],
        ['mh', '#[\\da-fA-F]{3,8}\\b'],
        ['nc', '\\.[\\p{L}_][\\w-]*'],
        ['nn', '#[\\p{L}_][\\w-]*'],
        ['nv', '--[\\w-]+|\\$[\\w-]+'],
        SLASH_COMMENT,
        ['nt', '[\\p{L}][\\w-]*(?=:)'],
        ...ARGUMENTS,
      ],
      otherNames: 'n',
    }),
  json: () =>
    new Lexer({ rules: [SLASH_COMMENT, QUOTED_KEY, DOUBLE, ...COMMON], words: words.CONSTANTS, otherNames: '' }),
  yaml: () =>
    new Lexer({
      rules: [
        ['c1', `(?<!\\S)#${LINE_END}`],
        QUOTED_KEY,
        DOUBLE,
        SINGLE,
        ['nt', '[\\p{L}_][\\w./-]*(?=:(?:\\s|$))'],
        ['nl', '[&*][\\w-]+'],
        ['kt', '!{1,2}[\\w-]+'],
        ...ARGUMENTS,
      ],
      words: words.CONSTANTS,
      otherNames: 'l',
    }),
  toml: () =>
    new Lexer({
      rules: [HASH_COMMENT, SECTION, KEY_BEFORE_EQUALS, until('s2', '"""', '"""'), DOUBLE, SINGLE, ...ARGUMENTS],
      words: words.CONSTANTS,
      otherNames: '',
    }),
  ini: () =>
    new Lexer({
      rules: [['c1', `^[ \\t]*[#;]${LINE_END}`], SECTION, KEY_BEFORE_EQUALS, ['o', '='], ['s', '[^\\n=]+']],
    }),
  nginx: () =>
    new Lexer({
      rules: [HASH_COMMENT, DOUBLE, SINGLE, DOLLAR_VARIABLE, ['k', '^[ \\t]*[a-z_]+'], ...ARGUMENTS],
      words: words.CONSTANTS,
      otherNames: 's',
    }),
  docker: () =>
    new Lexer({
      rules: [HASH_COMMENT, DOUBLE, SINGLE, DOLLAR_VARIABLE, ...ARGUMENTS],
      words: words.DOCKER,
      otherNames: '',
    }),
  makefile: () =>
    new Lexer({
      rules: [
        HASH_COMMENT,
        ['nv', '\\$[({][^)}\\n]*[)}]?|\\$.'],
        ['nf', '^[\\w./%-]+(?=:)'],
        DOUBLE,
        SINGLE,
        ...ARGUMENTS,
      ],
      words: { k: 'define else endef endif export ifdef ifeq ifndef ifneq include override unexport vpath' },
      otherNames: '',
    }),
  latex: () =>
    new Lexer({
      rules: [
        ['c1', `%${LINE_END}`],
        ['k', '\\\\(?:[A-Za-z@]+\\*?|[^])'],
        ['nb', '[{}\\[\\]]+'],
        ['s', '\\${1,2}'],
        ['', '[^\\\\%{}\\[\\]$]+'],
      ],
    }),
  diff: () =>
    new Lexer({
      rules: [
        ['gh', `^(?:diff|index|Index:|---|\\+\\+\\+|===)${LINE_END}`],
        ['gu', `^@@${LINE_END}`],
        ['gi', `^[+>]${LINE_END}`],
        ['gd', `^[-<]${LINE_END}`],
        ['', `[^\\n]+|\\n`],
      ],
    }),
  markdown: () =>
    new Lexer({
      rules: [
        ['gh', `^#{1,6} ${LINE_END}`],
        ['k', '^[ \\t]*(?:[*+-]|\\d+\\.)(?= )|^>+'],
        ['sb', '`[^`\\n]*`?'],
        ['gs', '\\*\\*[^*\\n]+\\*\\*'],
        ['ge', '\\*[^*\\n]+\\*|_[^_\\n]+_'],
        ['nt', '\\[[^\\[\\]\\n]*\\](?=\\()'],
        ['', '[^*_`\\[\\n]+|\\n|\\*+|_+'],
      ],
    }),
};

const lexers = new Map<string, Lexer>();

/** The lexer of a grammar; undefined if there is none. */
export function lexerOf(grammar: string): Lexer | undefined {
  let lexer = lexers.get(grammar);
  if (lexer === undefined) {
    lexer = FACTORIES[grammar]?.();
    if (lexer !== undefined) lexers.set(grammar, lexer);
  }
  return lexer;
}
