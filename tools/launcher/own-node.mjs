import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from './services.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The Node.js of the container image, which comes with the packages where it is made for this platform. */
const OWN_NODE = path.join(repositoryRoot, 'node_modules', '.bin', 'node');

/**
 * Leaves this process to its signals: they go on to `child`, which decides what they mean, and whose end is this process' end.
 * @returns never, but where the program cannot be started on this machine
 */
function become(program, args) {
  return new Promise((resolve) => {
    let child;
    const forward = (signal) => child.kill(signal);
    const before = SIGNALS.map((signal) => [signal, process.rawListeners(signal)]);
    // A signal that has no listener for a moment ends the process or is lost, so the new ones come before the old ones go.
    for (const [signal, listeners] of before) {
      process.on(signal, forward);
      for (const listener of listeners) process.off(signal, listener);
    }
    child = spawn(program, args, { stdio: 'inherit' });
    child.once('error', () => {
      for (const [signal, listeners] of before) {
        for (const listener of listeners) process.on(signal, listener);
        process.off(signal, forward);
      }
      resolve();
    });
    child.once('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
  });
}

/**
 * Goes on in the Node.js that the container image has (docs/decisions/098-one-node-everywhere.md). npm's scripts find it by
 * themselves once packages are installed, so this is for what was begun before that, or without npm.
 */
export async function goOnInOwnNode(program = OWN_NODE) {
  if (!existsSync(program) || realpathSync(program) === realpathSync(process.execPath)) return;
  await become(program, [...process.execArgv, ...process.argv.slice(1)]);
}
