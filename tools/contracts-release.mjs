// `npm run contracts:release`: writes what calls and events declare to libs/contracts/release/contracts.json, with which
// `npm test` compares all later declarations. Part of making a release, and of nothing else.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from './build.mjs';
import { runMain } from './launcher/failure.mjs';
import { repositoryRoot } from './launcher/services.mjs';

await runMain(async () => {
  await build({ quiet: true });
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const release = path.join(repositoryRoot, 'dist', 'libs', 'contracts', 'src', 'release');
  const { currentDeclarations, declarationsText } = require(path.join(release, 'declarations.js'));
  const file = path.join(repositoryRoot, 'libs', 'contracts', 'release', 'contracts.json');
  writeFileSync(file, declarationsText(currentDeclarations()));
});
