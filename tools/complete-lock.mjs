// `node tools/complete-lock.mjs`: adds to package-lock.json the optional packages of other platforms that npm left out
// because the registry at hand does not offer them; without their entries `npm ci` refuses the whole file, everywhere.
// Run it after `npm install`. `--check` only reports what is missing.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = {
  darwin: 'darwin',
  win32: 'win32',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
};
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm'];

/** The entry of a platform's package, from the words of its name: `…-linux-arm-gnueabihf`. */
function entryOf(name, version, parent) {
  const words = name.split('/').at(-1).split('-');
  const system = words.map((word) => SYSTEMS[word]).find(Boolean);
  const processor = PROCESSORS.find((candidate) => words.includes(candidate));
  if (!system || !processor || !/^\d/.test(version)) return undefined;
  const flags = parent.dev ? { dev: true } : {};
  return { version, cpu: [processor], ...flags, optional: true, os: [system] };
}

/** Whether a package that stands at `place` finds `name`, as Node looks it up. */
function isFound(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder}/node_modules/${name}` in packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in packages;
  }
}

/** @returns the entries that the lock file lacks, by place */
export function missingEntries({ packages }) {
  const missing = {};
  for (const [place, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (place === '' || isFound(packages, place, name)) continue;
      const entry = entryOf(name, version, parent);
      if (entry) missing[`node_modules/${name}`] = entry;
    }
  }
  return missing;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock);
  const places = Object.keys(missing);
  if (process.argv.includes('--check')) {
    if (places.length > 0) console.log(places.join('\n'));
    process.exitCode = places.length > 0 ? 1 : 0;
  } else if (places.length > 0) {
    const all = { ...lock.packages, ...missing };
    lock.packages = Object.fromEntries(
      Object.keys(all)
        .sort((a, b) => (a < b ? -1 : 1))
        .map((place) => [place, all[place]]),
    );
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`added ${places.length} packages of other platforms`);
  }
}
