// `npm run env`: shell variables for trying the demo organization that `npm start` runs: eval "$(npm run --silent env)".
import path from 'node:path';
import { Failure, runMain } from './launcher/failure.mjs';
import { parseOptions } from './launcher/options.mjs';
import { readJson } from './launcher/state-files.mjs';

await runMain(async () => {
  const given = process.env.STOA_DATA_DIR ? ['--data-dir', process.env.STOA_DATA_DIR] : [];
  const { dataDir } = parseOptions([...given, ...process.argv.slice(2)]);
  const cluster = readJson(path.join(dataDir, 'cluster.json'));
  if (!cluster)
    throw new Failure(`no cluster is running with the data directory ${dataDir}; start one with "npm start"`);
  process.stdout.write(`export STOA=${cluster.base_url}\n`);
  const named = new Set();
  for (const { role, email, api_key: key } of cluster.accounts) {
    if (named.has(role) || !key) continue;
    named.add(role);
    process.stdout.write(`export ${role.toUpperCase()}=${email}:${key}\n`);
  }
});
