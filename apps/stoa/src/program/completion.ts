import type { Command } from 'commander';

/** One level of commands with what may follow it. */
interface Level {
  /** Words after the program's name, joined by spaces; '' for the program itself. */
  path: string;
  commands: string[];
  options: string[];
}

function levelsOf(command: Command, path = ''): Level[] {
  const visible = command.commands.filter((child) => child.name() !== 'help');
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  const own: Level = { path, commands: visible.map((child) => child.name()), options: [...options, '--help'] };
  return [own, ...visible.flatMap((child) => levelsOf(child, path === '' ? child.name() : `${path} ${child.name()}`))];
}

/** The functions differ in how they learn the words before the cursor and hand over what fits. */
const SHELLS = {
  bash: (cases: string) => `# stoa completion for bash: eval "$(npx stoa completion bash)"
_stoa_words() {
  case "$1" in
${cases}
  esac
}
_stoa() {
  local word path="" index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in -*) ;; *) [ -n "$(_stoa_words "\${path:+$path }$word")" ] && path="\${path:+$path }$word" ;; esac
  done
  COMPREPLY=($(compgen -W "$(_stoa_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _stoa stoa
`,
  zsh: (cases: string) => `#compdef stoa
# stoa completion for zsh: eval "$(npx stoa completion zsh)"
_stoa_words() {
  case "$1" in
${cases}
  esac
}
_stoa() {
  local word stoa_path="" index
  local -a candidates
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "$word" in -*) ;; *) [[ -n "$(_stoa_words "\${stoa_path:+$stoa_path }$word")" ]] && stoa_path="\${stoa_path:+$stoa_path }$word" ;; esac
  done
  candidates=(\${=$(_stoa_words "$stoa_path")})
  compadd -- $candidates || _files
}
compdef _stoa stoa
`,
};
export type Shell = keyof typeof SHELLS;

export function isShell(name: string): name is Shell {
  return Object.hasOwn(SHELLS, name);
}

/** A script that completes the program's commands and options; follows from the commands, so it cannot lag behind. */
export function completionScript(program: Command, shell: Shell): string {
  const cases = levelsOf(program).map(
    ({ path, commands, options }) => `    "${path}") echo "${[...commands, ...options].join(' ')}" ;;`,
  );
  return SHELLS[shell](cases.join('\n'));
}
