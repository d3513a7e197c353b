import { spawn } from 'node:child_process';
import path from 'node:path';
import { askBroker } from '@stoa/testing';

const repositoryRoot = path.resolve(__dirname, '..', '..');

/**
 * Runs the short form of a harness, as it was built, to its end. @param folder of the harness, below tests
 * @returns what it wrote
 * @throws Error with what it wrote, unless it found everything well
 */
export async function runHarness(folder: string, args: readonly string[]): Promise<string> {
  await askBroker('/build');
  const main = path.join(repositoryRoot, 'dist', 'tests', folder, 'harness', 'main.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, '--brief', ...args], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    process.once('exit', () => child.kill('SIGTERM'));
  });
}
