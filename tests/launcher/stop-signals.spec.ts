import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MODULE = path.resolve(__dirname, '..', '..', 'dist', 'libs', 'lifecycle', 'src', 'stop-signals.js');
const TEST_MS = 20_000;

/** Runs a program that has `signals`, and tells itself to stop. */
function run(program: string) {
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    ['-e', `const signals = new (require(${JSON.stringify(MODULE)}).StopSignals)(); ${program}`],
    { encoding: 'utf8', timeout: TEST_MS / 2 },
  );
  return { status, signal, stdout };
}

describe('the signals that tell a process to stop', () => {
  it.each(['SIGTERM', 'SIGINT'])('%s ends one that does not serve yet', (name) => {
    const waiting = 'setInterval(() => undefined, 1000)';
    expect(run(`${waiting}; process.kill(process.pid, '${name}');`)).toEqual({ status: 0, signal: null, stdout: '' });
  });

  it.each(['SIGTERM', 'SIGINT'])(
    '%s is answered where it arrives while the process begins to serve',
    (name) => {
      // A signal to the process itself has arrived when kill returns, and is told in a later round of the event loop.
      const serving = `signals.answerWith((signal) => { process.stdout.write(signal); process.exitCode = 3; clearInterval(serving); })`;
      const program = `const serving = setInterval(() => undefined, 1000); process.kill(process.pid, '${name}'); ${serving};`;
      expect(run(program)).toEqual({ status: 3, signal: null, stdout: name });
    },
    TEST_MS,
  );
});
