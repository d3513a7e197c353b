/** Kinds of blocks that are no code, then languages by popularity; each with the other names that the service knows it by. */
const LANGUAGES: readonly string[] = [
  ...['quote', 'spoiler', 'math', 'text'],
  ...['python py', 'javascript js', 'typescript ts', 'java', 'c', 'cpp c++', 'csharp c# cs', 'go golang', 'rust rs'],
  ...['sql', 'bash sh shell zsh', 'html', 'css', 'json', 'yaml yml', 'php', 'ruby rb', 'kotlin', 'swift', 'r'],
  ...['postgresql postgres', 'diff udiff', 'dockerfile docker', 'console shell-session', 'powershell ps1 pwsh', 'xml'],
  ...[
    'toml',
    'markdown md',
    'latex tex',
    'scala',
    'dart',
    'perl pl',
    'lua',
    'haskell hs',
    'elixir ex exs',
    'jsx',
    'tsx',
  ],
  ...['scss', 'vbnet vb.net', 'matlab', 'julia jl', 'objective-c objc', 'groovy', 'erlang', 'clojure clj', 'fsharp f#'],
  ...[
    'ini cfg',
    'makefile make',
    'nginx',
    'cmake',
    'nix nixos',
    'graphql',
    'protobuf proto',
    'terraform hcl tf',
    'zig',
  ],
  ...['ocaml', 'lisp common-lisp cl', 'scheme scm', 'racket rkt', 'prolog', 'fortran', 'cobol', 'pascal delphi', 'ada'],
  ...['d', 'nim', 'solidity', 'vim', 'awk', 'apacheconf apache', 'http', 'pycon', 'django jinja', 'less', 'output'],
];

interface Language {
  /** What is typed for it. */
  readonly name: string;
  readonly aliases: readonly string[];
}

const KNOWN: readonly Language[] = LANGUAGES.map((names) => {
  const [name = '', ...aliases] = names.split(' ');
  return { name, aliases };
});

interface Hit {
  readonly name: string;
  /** The name that was meant, if it is another. */
  readonly alias?: string;
}

/** @returns the name that what was typed begins, undefined if it begins none of them */
function hitOf({ name, aliases }: Language, query: string): Hit | undefined {
  if (name.startsWith(query)) return { name };
  const alias = aliases.find((other) => other.startsWith(query));
  return alias === undefined ? undefined : { name, alias };
}

interface Wanted {
  query: string;
  /** The organization's default: it comes first. Empty for none. */
  preferred: string;
  /** Further names, as of the organization's playgrounds. */
  others: readonly string[];
}

/** Languages and kinds of blocks with a name that begins so: what was typed in full first (web-details.md D.3). */
export function findLanguages({ query: typed, preferred, others }: Wanted): readonly Hit[] {
  const query = typed.toLowerCase();
  const named = new Set(KNOWN.flatMap(({ name, aliases }) => [name, ...aliases]));
  const further = [...new Set(others.map((name) => name.toLowerCase()))].filter((name) => !named.has(name));
  const all = [...KNOWN, ...further.map((name) => ({ name, aliases: [] }))];
  const own = all.find(({ name, aliases }) => name === preferred || aliases.includes(preferred));
  const first = preferred === '' ? [] : [own ?? { name: preferred, aliases: [] }];
  const hits = [...first, ...all.filter((language) => language !== own)].flatMap((each) => hitOf(each, query) ?? []);
  const isExact = ({ name, alias }: Hit): boolean => (alias ?? name) === query;
  return [...hits.filter(isExact), ...hits.filter((hit) => !isExact(hit))];
}
