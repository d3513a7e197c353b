import 'reflect-metadata';
import { ExitCode } from './base/command-line/exit-codes';
import { runProgram } from './program/program';

process.once('SIGINT', () => process.exit(ExitCode.Interrupted));

/** `npx stoa`: the operator's tool (docs/operate/operator-tool.md). */
void runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // Whatever still waits (a socket that lingers) must not keep the shell waiting.
  process.stdout.write('', () => process.exit());
});
