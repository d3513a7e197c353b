// Which of the installed packages a service can load. npm keeps what any package names as an optional peer, and packages for
// other processors: more to download, to start from and to keep patched than what runs.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A peer that matters while compiling, and what reports installations to its makers. */
const NEVER_LOADED = new Set(['typescript', '@scarf/scarf']);

const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Whether a package is for this machine's kind. Lists may exclude: `!win32`. */
function fits(wanted, own) {
  if (!wanted) return true;
  const [refused, allowed] = [
    wanted.filter((one) => one.startsWith('!')),
    wanted.filter((one) => !one.startsWith('!')),
  ];
  return !refused.includes(`!${own}`) && (allowed.length === 0 || allowed.includes(own));
}

/** Names that a package may load: its dependencies, and the peers that it cannot do without. */
function namesOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
  return new Set(names.filter((name) => !NEVER_LOADED.has(name)));
}

/** Where Node finds a package that is named in a folder; undefined where it is not installed, as optional ones may be. */
function find(name, folder, root) {
  for (let from = folder; ; from = path.dirname(from)) {
    const candidate = path.join(from, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (from === root) return undefined;
  }
}

/** Every folder of an installed package below `node_modules`. */
function* installed(modules) {
  if (!existsSync(modules)) return;
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = path.join(modules, entry.name);
    if (entry.name.startsWith('@')) yield* installedIn(folder);
    else yield* withNested(folder);
  }
}

function* installedIn(scope) {
  for (const entry of readdirSync(scope, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* withNested(path.join(scope, entry.name));
  }
}

function* withNested(folder) {
  yield folder;
  yield* installed(path.join(folder, 'node_modules'));
}

/** Folders of all packages below a folder's `node_modules`. */
export function installedPackages(root) {
  return [...installed(path.join(root, 'node_modules'))];
}

/**
 * Folders of packages below a folder's `node_modules` that nothing leads to from its package.json, or that are for another
 * processor or system; the outermost alone.
 */
export function unreachablePackages(root, { cpu = process.arch, os = process.platform } = {}) {
  const reached = new Set();
  const follow = (folder) => {
    for (const name of namesOf(manifestOf(folder))) {
      const found = find(name, folder, root);
      if (!found || reached.has(found)) continue;
      const { cpu: cpus, os: systems } = manifestOf(found);
      if (!fits(cpus, cpu) || !fits(systems, os)) continue;
      reached.add(found);
      follow(found);
    }
  };
  follow(root);
  const unused = installedPackages(root).filter((folder) => !reached.has(folder));
  const isWithin = (folder, outer) => folder !== outer && folder.startsWith(`${outer}${path.sep}`);
  return unused.filter((folder) => !unused.some((outer) => isWithin(folder, outer)));
}
