import { spawn } from 'node:child_process';
import path from 'node:path';
import { askBroker } from '@stoa/testing';

const repositoryRoot = path.resolve(__dirname, '..', '..');

/** Runs a program to its end. @returns what it wrote */
function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
    process.once('exit', () => child.kill('SIGTERM'));
  });
}

/** Design I1 to I5 (docs/operate/reliability.md): whatever dies, nothing acknowledged is lost, nothing comes twice, the order stays. */
describe('the harness', () => {
  it('finds nothing wrong with a cluster that it breaks in every way once', async () => {
    await askBroker('/build');
    const main = path.join(repositoryRoot, 'dist', 'tests', 'chaos', 'harness', 'main.js');
    const { code, output } = await run([main, '--brief', '--seed', '5', '--rate', '20']);
    if (code !== 0) throw new Error(output);
    expect(output).toContain('violations: 0');
  });
});
