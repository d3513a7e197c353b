// `npm run sql:snapshot`: the version of the SQL functions, after a change of their texts.
import path from 'node:path';
import { build } from './build.mjs';
import { runMain } from './launcher/failure.mjs';
import { runCommand } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';

await runMain(async () => {
  await build({ quiet: true });
  const entry = path.join(repositoryRoot, 'dist', 'libs', 'database', 'src', 'sql-snapshot.js');
  await runCommand(process.execPath, [entry], { cwd: repositoryRoot });
});
