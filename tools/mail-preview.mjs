// `npm run mail:preview [folder]`: writes an example of each mail about messages and accounts, in each language, as HTML
// and as text, to look at; into .stoa/mail-preview unless a folder is given.
import path from 'node:path';
import { build } from './build.mjs';
import { runMain } from './launcher/failure.mjs';
import { runCommand } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';

await runMain(async () => {
  await build({ quiet: true });
  const entry = path.join(repositoryRoot, 'dist', 'apps', 'push', 'src', 'mail-preview.js');
  await runCommand(process.execPath, [entry, ...process.argv.slice(2)], { cwd: repositoryRoot });
});
