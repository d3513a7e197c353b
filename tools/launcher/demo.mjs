import path from 'node:path';
import { Failure } from './failure.mjs';
import { runCommand } from './prepare.mjs';
import { progress } from './progress.mjs';
import { readJson, writeAtomically } from './state-files.mjs';

/**
 * Creates the demo organization once per data directory; later starts read its accounts from a file that only its owner
 * may read (keys are stored nowhere else in the clear).
 * @returns `{ realm: { id, name }, accounts }` as in cluster.json
 */
export async function provisionDemo({ distDir, accountsFile, environment }) {
  const known = readJson(accountsFile);
  if (known) return known;
  progress('creating the demo organization');
  const entry = path.join(distDir, 'apps', 'stoa', 'src', 'seed-demo.js');
  const output = await runCommand(process.execPath, [entry], { env: environment, quiet: true });
  let demo;
  try {
    demo = JSON.parse(output);
  } catch {
    throw new Failure(`creating the demo organization gave an unexpected answer: ${output.slice(0, 200)}`);
  }
  writeAtomically(accountsFile, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}
