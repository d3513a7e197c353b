// `npm run bench`: packages and build first, as everywhere, then the measurements themselves.
import path from 'node:path';
import { runMain } from '../tools/launcher/failure.mjs';
import { prepareBuild, preparePackages } from '../tools/launcher/prepare.mjs';
import { repositoryRoot } from '../tools/launcher/services.mjs';

await runMain(async () => {
  await preparePackages();
  await prepareBuild();
  await import(path.join(repositoryRoot, 'dist', 'bench', 'main.js'));
});
