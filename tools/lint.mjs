// `npm run lint`: the check of citations, the directions of imports (.dependency-cruiser.mjs), what nothing uses
// (knip.json), and ESLint over the whole tree. ESLint's rule about imports between projects reads Nx's project graph, which is brought up to date first; without
// it the rule would silently check nothing.
import path from 'node:path';
import { runMain } from './launcher/failure.mjs';
import { runCommand } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';

const inModules = (...parts) => path.join(repositoryRoot, 'node_modules', ...parts);

await runMain(async () => {
  await runCommand(process.execPath, [path.join(repositoryRoot, 'tools', 'citations.mjs')]);
  const cruiser = inModules('dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  await runCommand(process.execPath, [cruiser, '--config', '.dependency-cruiser.mjs', 'apps', 'libs']);
  await runCommand(process.execPath, [inModules('knip', 'bin', 'knip.js'), '--no-progress']);
  const env = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
  await runCommand(process.execPath, [inModules('nx', 'dist', 'bin', 'nx.js'), 'show', 'projects'], {
    env,
    quiet: true,
  });
  // `--types` adds what the compiler complains of, `npm test` so works the types out once for both.
  const script = path.join(repositoryRoot, 'tools', 'typed-lint.mjs');
  await runCommand(process.execPath, [script, ...process.argv.slice(2)], { env });
});
