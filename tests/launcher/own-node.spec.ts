import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const OWN_NODE = path.join(root, 'tools', 'launcher', 'own-node.mjs');

/** A process that has become `program`. */
function become(program: string, args: string[]) {
  const script = `
    import { become } from ${JSON.stringify(OWN_NODE)};
    process.on('SIGTERM', () => process.exit(1));
    await become(${JSON.stringify(program)}, ${JSON.stringify(args)});
    console.log('goes on as it is');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })), output: () => output };
}

describe('a process that goes on in another Node.js', () => {
  it('has its output and its exit code', async () => {
    const { ended } = become(process.execPath, ['--eval', 'console.log(process.ppid > 1); process.exitCode = 7']);
    expect(await ended).toEqual({ code: 7, output: 'true\n' });
  });

  it('leaves signals to it', async () => {
    const program = `
      process.on('SIGTERM', () => process.exit(5));
      setInterval(() => undefined, 1_000);
      console.log('ready');`;
    const { child, ended, output } = become(process.execPath, ['--eval', program]);
    while (output() === '') await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 5, output: 'ready\n' });
  });

  it('goes on as it is where that cannot run', async () => {
    expect(await become('/nowhere/node', []).ended).toEqual({ code: 0, output: 'goes on as it is\n' });
  });
});
