const ALIASES: Readonly<Record<string, string>> = {
  Python: 'py python python3',
  'Python 2.x': 'py2',
  JavaScript: 'js javascript',
  TypeScript: 'ts typescript',
  JSX: 'jsx',
  TSX: 'tsx',
  Bash: 'bash sh zsh shell',
  'Bash Session': 'console shell-session',
  'Python console session': 'pycon',
  C: 'c',
  'C++': 'cpp c++',
  'C#': 'c# csharp',
  Java: 'java',
  Go: 'go golang',
  Rust: 'rust rs',
  Ruby: 'ruby rb',
  PHP: 'php',
  HTML: 'html',
  CSS: 'css',
  SCSS: 'scss',
  JSON: 'json',
  YAML: 'yaml yml',
  TOML: 'toml',
  SQL: 'sql',
  'PostgreSQL SQL dialect': 'postgres postgresql',
  Diff: 'diff',
  'Text only': 'text',
  Markdown: 'md markdown',
  XML: 'xml',
  Kotlin: 'kotlin',
  Swift: 'swift',
  Dart: 'dart',
  S: 'r',
  Docker: 'dockerfile docker',
  Makefile: 'make makefile',
  INI: 'ini',
  'Nginx configuration file': 'nginx',
  TeX: 'tex latex',
  PowerShell: 'powershell ps1',
  Haskell: 'haskell',
  Scala: 'scala',
  Elixir: 'elixir',
  'Text output': 'output',
};

const canonicalByAlias: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)),
);

/** The value of `data-code-language`: the canonical name, or the lower-cased alias when it is unknown (markdown.md 4.3). */
export function codeLanguageName(alias: string): string {
  const lower = alias.toLowerCase();
  return canonicalByAlias.get(lower) ?? lower;
}
