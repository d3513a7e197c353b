// `npm run hostile`: packages and build first, as everywhere, then the attacks. See docs/operate/security.md.
import path from 'node:path';
import { runMain } from './launcher/failure.mjs';
import { prepareBuild, preparePackages } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';

await runMain(async () => {
  await preparePackages();
  await prepareBuild();
  await import(path.join(repositoryRoot, 'dist', 'tests', 'hostile', 'harness', 'main.js'));
});
