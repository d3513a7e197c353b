import { existsSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { runCommand } from './prepare.mjs';
import { serviceEntry } from './services.mjs';
import { writeAtomically } from './state-files.mjs';

/** The last line that the tool wrote, which is JSON whether it succeeds or fails. */
function lastAnswer(output) {
  try {
    return JSON.parse(output.trim().split('\n').at(-1));
  } catch {
    return undefined;
  }
}

/**
 * Brings the database to this build's schema and creates what must be there before the services start: system bots and, if
 * asked for, the demo organization. Its accounts are also kept in a file that only its owner may read.
 * @returns `{ realm: { id, name }, accounts }` as in cluster.json, or undefined without demo
 */
export async function prepareDatabase({ distDir, accountsFile, environment, demo }) {
  const entry = serviceEntry(distDir, 'stoa');
  if (!existsSync(entry)) throw new Failure(`the operator's tool is not built: ${entry} is missing`);
  const output = await runCommand(process.execPath, [entry, '--json', 'migrate'], {
    env: { ...environment, STOA_DEMO: demo ? 'on' : 'off' },
    quiet: true,
    reasonOf: (text) => lastAnswer(text)?.error?.message,
  });
  if (!demo) return undefined;
  const description = lastAnswer(output)?.demo;
  if (!description)
    throw new Failure(`creating the demo organization gave an unexpected answer: ${output.slice(0, 200)}`);
  writeAtomically(accountsFile, `${JSON.stringify(description, null, 2)}\n`);
  return description;
}
