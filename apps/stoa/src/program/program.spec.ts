import { ConfigurationError } from '@stoa/config';
import { DomainError, UnavailableError } from '@stoa/errors';
import { completionScript } from './completion';
import { BadDataError, RefusedError, UsageError, describeFailure } from '../base/command-line/failures';
import { Output, tableText } from '../base/command-line/output';
import { ProgressBar, barText } from '../base/command-line/progress';
import { createProgram, runProgram } from './program';

/** What a command line writes to standard error, and its exit code. */
async function ending(...args: string[]): Promise<{ code: number; text: string }> {
  const written: string[] = [];
  const error = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    return { code: await runProgram(args), text: written.join('') };
  } finally {
    error.mockRestore();
    out.mockRestore();
  }
}

describe('the command line', () => {
  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['users', 'list'], "required option '-o, --organization <subdomain>' not specified"],
    [['users', 'list', '-o', 'x', '--role', 'king'], 'the role must be one of owner'],
    [['users', 'role', '1', 'king', '-o', 'x'], 'the role must be one of owner'],
    [['users', 'role', '1', 'constructor', '-o', 'x'], 'the role must be one of owner'],
    [['users', 'grant', '1', 'can_fly', '-o', 'x'], 'the right must be one of can_create_users'],
    [['bots', 'revoke', '1', 'constructor', '-o', 'x'], 'the right must be one of can_create_users'],
    [['organizations', 'deactivate', 'x'], 'confirm with --yes'],
    [['dead-letters', 'discard'], 'ids of dead letters, or --all'],
    [['dead-letters', 'discard', '1', '--all'], 'ids of dead letters, or --all'],
    [['dead-letters', 'replay', 'one'], 'ids must be whole numbers'],
    [['mail-dead-letters', 'discard'], 'ids of dead letters, or --all'],
    [['mail-suspensions', 'clear'], 'ids of users, or --all'],
    [['test-mail', 'nobody'], 'not a mail address: nobody'],
    [['completion', 'fish'], 'the shell must be bash or zsh'],
    [['completion', 'toString'], 'the shell must be bash or zsh'],
    [['users'], 'name a command; --help shows them'],
  ])('refuses %j as wrong usage', async (args, reason) => {
    expect(await ending(...args)).toEqual({ code: 2, text: expect.stringContaining(reason) });
  });

  it('shows its commands without arguments, and help without being a failure', async () => {
    expect((await ending()).code).toBe(2);
    expect((await ending('--help')).code).toBe(0);
    expect((await ending('users', 'create', '--help')).code).toBe(0);
    expect((await ending('--version')).code).toBe(0);
  });

  it('gives errors as JSON where results would be', async () => {
    const { text } = await ending('--json', 'nonsense');
    expect(JSON.parse(text)).toEqual({ error: { code: 'USAGE', message: expect.stringContaining('nonsense') } });
  });

  it('describes every command and option', () => {
    const undescribed: string[] = [];
    const visit = (command: ReturnType<typeof createProgram>): void => {
      if (command.description() === '') undescribed.push(command.name());
      for (const option of command.options) if (option.description === '') undescribed.push(option.flags);
      command.commands.forEach(visit);
    };
    visit(createProgram());
    expect(undescribed).toEqual([]);
  });
});

describe('exit codes', () => {
  it.each([
    [new UsageError('x'), 2],
    [new RefusedError('x'), 3],
    [new DomainError('BAD_REQUEST', 'x'), 3],
    [new ConfigurationError('x'), 4],
    [new UnavailableError('x'), 5],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 5],
    [new BadDataError('x', ['tables/message.ndjson:1: is not JSON']), 6],
    [new Error('x'), 1],
  ])('%s → %i', (error, code) => {
    expect(describeFailure(error).exitCode).toBe(code);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh'] as const)('for %s knows every command', (shell) => {
    const script = completionScript(createProgram(), shell);
    expect(script).toContain(
      '"users") echo "list create role grant revoke rotate-key deactivate reactivate log-out reset-factors --help"',
    );
    expect(script).toContain('"import slack") echo "--subdomain --dry-run --name --owner --work --help"');
  });
});

describe('output', () => {
  it('keeps control characters of foreign texts from the terminal', () => {
    expect(tableText([{ name: 'a\u001b[31mred', n: null }])).toBe('name       n\na?[31mred  -\n');
  });

  it.each(['note', 'failure', 'result'] as const)('keeps them from it in each %s as well', (kind) => {
    let written = '';
    const stream = Object.assign(Object.create(process.stderr), { write: (text: string) => (written += text) });
    const output = new Output(false, stream, stream);
    const hostile = 'a\u001b]0;title\u0007b\u009b2J';
    if (kind === 'note') output.note(hostile);
    else if (kind === 'result') output.result({}, hostile);
    else output.failure(describeFailure(new BadDataError(hostile, [hostile])));
    expect(written).toContain('a?]0;title?b?2J\n');
    expect(written).not.toMatch(/[^\n -~]/);
  });

  it('shows progress in a bar, and lines seldom where nobody watches', () => {
    expect(barText({ stage: 'importing', done: 1, total: 2, detail: 'message 5' })).toBe(
      '[###############...............]  50%  importing  message 5',
    );
    const lines: string[] = [];
    const stream = Object.assign(Object.create(process.stderr), {
      isTTY: false,
      write: (text: string) => lines.push(text),
    });
    let now = 100_000;
    const bar = new ProgressBar(false, stream, () => now);
    for (let done = 0; done < 10; done++) {
      bar.report({ stage: 'importing', done, total: 100 });
      now += 2_000;
    }
    expect(lines).toHaveLength(2);
  });

  it('prints problems one a line', () => {
    const lines: string[] = [];
    const stream = Object.assign(Object.create(process.stderr), { write: (text: string) => lines.push(text) });
    new Output(false, stream, stream).failure(describeFailure(new BadDataError('2 problems', ['a:1: x', 'b:2: y'])));
    expect(lines).toEqual(['a:1: x\n', 'b:2: y\n', 'stoa: 2 problems\n']);
  });
});
