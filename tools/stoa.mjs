#!/usr/bin/env node
// `npx stoa`: the operator's tool of this checkout, once it is built ("npm run build"). Without settings it works with the cluster
// of `npm start` while that runs. (The image has the tool alone, without this: there the settings are always the environment's.)
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure, runMain } from './launcher/failure.mjs';
import { dataDirectory } from './launcher/options.mjs';
import { settingsOfLocalCluster } from './launcher/running-cluster.mjs';
import { serviceEntry, repositoryRoot } from './launcher/services.mjs';

/** Arguments after which nobody wants to know which cluster it is. */
const SILENT = ['--json', '--quiet', '--help', '-h', '--version', '-V', 'help', 'completion'];

await runMain(async () => {
  const entry = serviceEntry(path.join(repositoryRoot, 'dist'), 'stoa');
  if (!existsSync(entry)) throw new Failure('not built yet; run "npm run build" first');
  const folder = dataDirectory(undefined, process.env);
  const settings = settingsOfLocalCluster(folder, process.env);
  Object.assign(process.env, settings);
  const args = process.argv.slice(2);
  if (settings.STOA_EXTERNAL_HOST && args.length > 0 && !args.some((argument) => SILENT.includes(argument))) {
    process.stderr.write(`using the cluster of "npm start" at http://${settings.STOA_EXTERNAL_HOST}\n`);
  }
  createRequire(import.meta.url)(entry);
});
