// `npm run dashboards:dump [-- --data-dir .stoa]`: the dashboards of monitoring/ as text, each panel with what the running local
// cluster exports of its metrics.
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from './build.mjs';
import { Failure, runMain } from './launcher/failure.mjs';
import { parseOptions } from './launcher/options.mjs';
import { repositoryRoot } from './launcher/services.mjs';
import { readJson } from './launcher/state-files.mjs';

await runMain(async () => {
  const { dataDir } = parseOptions(process.argv.slice(2));
  const description = readJson(path.join(dataDir, 'cluster.json'));
  if (!description)
    throw new Failure(`no cluster is running with the data directory ${dataDir}; start one with "npm start"`);
  await build({ quiet: true });
  const require = createRequire(import.meta.url);
  const support = (name) => require(path.join(repositoryRoot, 'dist', 'tests', 'support', `${name}.js`));
  const { dumpDashboards } = support('dashboard-dump');
  const { dashboards } = support('monitoring');
  const { scrape } = support('scrape');
  const found = await scrape({ description });
  process.stdout.write(`${dumpDashboards(dashboards().values(), found)}\n`);
});
