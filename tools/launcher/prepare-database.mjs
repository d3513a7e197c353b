import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { runCommand } from './prepare.mjs';
import { writeAtomically } from './state-files.mjs';

/**
 * Brings the database to this build's schema and creates what must be there before the services start: system bots and, if
 * asked for, the demo organization. Its accounts are also kept in a file that only its owner may read.
 * @returns `{ realm: { id, name }, accounts }` as in cluster.json, or undefined without demo
 */
export async function prepareDatabase({ distDir, accountsFile, environment, demo }) {
  const entry = path.join(distDir, 'apps', 'stoa', 'src', 'prepare-cluster.js');
  if (!existsSync(entry)) throw new Failure(`the preparation of the database is not built: ${entry} is missing`);
  const env = { ...environment, STOA_DEMO: demo ? 'on' : 'off' };
  const output = await runCommand(process.execPath, [entry], { env, quiet: true });
  if (!demo) return undefined;
  let description;
  try {
    description = JSON.parse(output.trim().split('\n').at(-1));
  } catch {
    throw new Failure(`creating the demo organization gave an unexpected answer: ${output.slice(0, 200)}`);
  }
  writeAtomically(accountsFile, `${JSON.stringify(description, null, 2)}\n`);
  return description;
}
