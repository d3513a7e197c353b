import furtherNames from '../data/code-language-names.json';

/** Name on the wire, its aliases, and the lexer's grammar; '' for languages that are only text (markdown.md 4.3). */
const LANGUAGES: readonly (readonly [name: string, aliases: string, grammar: string])[] = [
  ['Python', 'py python python3', 'python'],
  ['Python 2.x', 'py2', 'python'],
  ['JavaScript', 'js javascript', 'javascript'],
  ['TypeScript', 'ts typescript', 'typescript'],
  ['JSX', 'jsx', 'javascript'],
  ['TSX', 'tsx', 'typescript'],
  ['Bash', 'bash sh zsh shell', 'bash'],
  ['Bash Session', 'console shell-session', 'console'],
  ['Python console session', 'pycon', 'pycon'],
  ['C', 'c', 'c'],
  ['C++', 'cpp c++', 'cpp'],
  ['C#', 'c# csharp', 'csharp'],
  ['Java', 'java', 'java'],
  ['Go', 'go golang', 'go'],
  ['Rust', 'rust rs', 'rust'],
  ['Ruby', 'ruby rb', 'ruby'],
  ['PHP', 'php', 'php'],
  ['HTML', 'html', 'markup'],
  ['CSS', 'css', 'css'],
  ['SCSS', 'scss', 'css'],
  ['JSON', 'json', 'json'],
  ['YAML', 'yaml yml', 'yaml'],
  ['TOML', 'toml', 'toml'],
  ['SQL', 'sql', 'sql'],
  ['PostgreSQL SQL dialect', 'postgres postgresql', 'sql'],
  ['Diff', 'diff', 'diff'],
  ['Text only', 'text', ''],
  ['Markdown', 'md markdown', 'markdown'],
  ['XML', 'xml', 'markup'],
  ['Kotlin', 'kotlin', 'kotlin'],
  ['Swift', 'swift', 'swift'],
  ['Dart', 'dart', 'dart'],
  ['S', 'r', 'r'],
  ['Docker', 'dockerfile docker', 'docker'],
  ['Makefile', 'make makefile', 'makefile'],
  ['INI', 'ini', 'ini'],
  ['Nginx configuration file', 'nginx', 'nginx'],
  ['TeX', 'tex latex', 'latex'],
  ['PowerShell', 'powershell ps1', 'powershell'],
  ['Haskell', 'haskell', 'haskell'],
  ['Scala', 'scala', 'scala'],
  ['Elixir', 'elixir', 'elixir'],
  ['Text output', 'output', ''],
];

interface CodeLanguage {
  /** The value of `data-code-language`. */
  name: string;
  /** Null if the code is shown as plain text. */
  grammar: string | null;
}

const languageByAlias: ReadonlyMap<string, CodeLanguage> = createTable();

/** Besides the languages above the names that the highlighter of other servers has; some are further aliases of those above. */
function createTable(): Map<string, CodeLanguage> {
  const table = new Map<string, CodeLanguage>();
  const grammars = new Map(LANGUAGES.map(([name, , grammar]) => [name, grammar === '' ? null : grammar]));
  const add = (name: string, aliases: string): void => {
    for (const alias of aliases.split(' ')) table.set(alias, { name, grammar: grammars.get(name) ?? null });
  };
  for (const [name = '', aliases = ''] of furtherNames) add(name, aliases);
  for (const [name, aliases] of LANGUAGES) add(name, aliases);
  return table;
}

/** The language that an alias names: the canonical name, or the lower-cased alias when it is unknown (markdown.md 4.3). */
export function codeLanguage(alias: string): CodeLanguage {
  const lower = alias.toLowerCase();
  return languageByAlias.get(lower) ?? { name: lower, grammar: null };
}
