import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Shell, completionScript } from './completion';
import { createProgram } from './program';

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
/** A test of a shell that this machine may not have: then its name says why it is skipped. */
const withShell = (shell: Shell) => (name: string, work: () => void) =>
  has(shell) ? it(name, work) : it.skip(`${name} (skipped: ${shell} is not installed here)`, work);

describe('completion', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-completion-'));
  const script = (shell: Shell) => {
    const file = path.join(folder, `stoa.${shell}`);
    writeFileSync(file, completionScript(createProgram(), shell));
    return file;
  };

  beforeAll(() => {
    writeFileSync(path.join(folder, 'archive.tar'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What bash offers for the last word of a line, asked as its line editor asks. */
  function offered(...words: string[]): string[] {
    const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      [ "$(complete -p stoa)" = "complete -F _stoa stoa" ] || exit 9
      _stoa; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ['--norc', '--noprofile', '-c', program, 'bash', script('bash'), 'stoa', ...words];
    const { status, stdout, stderr } = spawnSync('bash', args, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.split('\n').filter(Boolean);
  }

  withShell('bash')('in bash offers commands, then those below them, then options', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['organizations', 'users', 'status', 'migrate', '--json']));
    expect(offered('mig')).toEqual(['migrate']);
    expect(offered('users', 'ro')).toEqual(['role', 'rotate-key']);
    expect(offered('users', 'create', '--p')).toEqual(['--password-file']);
  });

  withShell('bash')('in bash finds the command behind options and names', () => {
    expect(offered('--json', 'bots', 'de')).toEqual(['deliveries', 'deactivate']);
    expect(offered('users', 'role', '17', '--org')).toEqual(['--organization']);
  });

  withShell('bash')('in bash offers files where no word fits', () => {
    expect(offered('import', 'archive', 'arch')).toEqual(['archive.tar']);
  });

  withShell('bash')('in bash is a script without mistakes', () => {
    expect(spawnSync('bash', ['-n', script('bash')], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  withShell('zsh')('in zsh is a script without mistakes', () => {
    expect(spawnSync('zsh', ['-n', script('zsh')], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
