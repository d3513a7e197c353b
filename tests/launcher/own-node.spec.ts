import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const OWN_NODE = path.join(root, 'tools', 'launcher', 'own-node.mjs');
const GOES_ON = `
  import { goOnInOwnNode } from ${JSON.stringify(OWN_NODE)};
  process.on('SIGTERM', () => process.exit(1));
  process.on('removeListener', () => process.listenerCount('SIGTERM') || console.log('nobody hears it'));
  await goOnInOwnNode(process.argv[1]);
  console.log('goes on as it is');`;

describe('what was begun in another Node.js', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-own-node-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A process that goes on in a program of these lines, in place of Node.js. */
  function goOnIn(lines: string, mode = 0o755) {
    const program = path.join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\n${lines}\n`);
    chmodSync(program, mode);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', GOES_ON, program]);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    return { child, ended: once(child, 'close').then(([code]) => ({ code, output })), output: () => output };
  }

  it('has the arguments, the output and the exit code of what it goes on in', async () => {
    const { ended } = goOnIn('for last; do :; done; echo "$# $last"; exit 7');
    expect(await ended).toEqual({ code: 7, output: `4 ${path.join(folder, 'program')}\n` });
  });

  it('leaves signals to it', async () => {
    const { child, ended, output } = goOnIn(
      `trap 'exit 5' TERM; echo ready; for one in $(seq 100); do sleep 0.05; done`,
    );
    while (output() === '') await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 5, output: 'ready\n' });
  });

  it('goes on as it is where that cannot run', async () => {
    expect(await goOnIn('exit 7', 0o644).ended).toEqual({ code: 0, output: 'goes on as it is\n' });
  });
});
