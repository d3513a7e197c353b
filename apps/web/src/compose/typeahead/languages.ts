/** Languages of code blocks and the kinds of blocks that are no code, the usual ones first. */
export const LANGUAGES: readonly string[] = [
  ...['quote', 'spoiler', 'math', 'text', 'python', 'javascript', 'typescript', 'bash', 'json', 'sql', 'html', 'css'],
  ...['java', 'c', 'cpp', 'csharp', 'go', 'rust', 'ruby', 'php', 'kotlin', 'swift', 'scala', 'r', 'haskell', 'elixir'],
  ...['yaml', 'toml', 'xml', 'diff', 'dockerfile', 'console', 'powershell', 'perl', 'lua', 'latex', 'markdown', 'nix'],
];
