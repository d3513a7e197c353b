// Puts what the services load, packages included, into some sixty files, dist/bundle, with what V8 makes of each beside it: a
// process starts from a score of files instead of two thousand. Made from dist/ when that changed (decision 072).
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SERVICES, repositoryRoot } from './launcher/services.mjs';

const dist = path.join(repositoryRoot, 'dist');
const folder = path.join(dist, 'bundle');
/** It takes the place of the last one when its code is complete. */
const growing = path.join(dist, 'bundle.new');
const own = (file) => fileURLToPath(new URL(`bundle/${file}`, import.meta.url));

/** Packages that are more than code: native, compiled to WebAssembly beside their code, threads, pages to serve. */
export const EXTERNAL = ['@node-rs/argon2', '@prisma/schema-engine-wasm', 'piscina', 'sharp', 'swagger-ui-dist'];

/** What processes and threads begin with, below dist/. */
export const ENTRIES = [
  ...[...SERVICES.map(({ name }) => name), 'stoa'].map((name) => `apps/${name}/src/main.js`),
  'apps/gateway/src/mail/mail.worker.js',
  'libs/database/src/await-migrations.js',
  'libs/rendering/src/render.worker.js',
];

const isExternal = (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`));

/** Files of ours that read others find them from dist/, which the bundle has for its own place. */
const places = {
  name: 'places',
  transform: {
    filter: { code: /\b__(dirname|filename)\b/ },
    handler(code, id) {
      if (!id.startsWith(`${dist}${path.sep}`)) return undefined;
      const place = path.relative(dist, id).split(path.sep).join('/');
      const at = (of) => `require('node:path').join(__dirname, ${JSON.stringify(of)})`;
      const rewritten = { __dirname: at(path.posix.dirname(place)), __filename: at(place) };
      return { code: code.replace(/\b__(?:dirname|filename)\b/g, (name) => rewritten[name]) };
    },
  },
};

/** @returns how many files went in */
async function writeCode() {
  const { rolldown } = await import('rolldown');
  const { withLazyModules } = await import('./bundle/lazy-modules.mjs');
  const { withYoungFunctions } = await import('./bundle/young-functions.mjs');
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry.replace(/\.js$/, ''), path.join(dist, entry)])),
    cwd: repositoryRoot,
    platform: 'node',
    external: isExternal,
    plugins: [places],
    // Packages ask for others that may be there and are not.
    logLevel: 'silent',
  });
  const { output } = await build.generate({
    format: 'cjs',
    charset: 'ascii',
    comments: { legal: false, annotation: false, jsdoc: false },
    dynamicImportInCjs: false,
    chunkFileNames: 'shared/[name].js',
    keepNames: true,
  });
  await build.close();
  for (const { fileName, code } of output) {
    const file = path.join(growing, fileName);
    mkdirSync(path.dirname(file), { recursive: true });
    const script = `(function (exports, require, module, __filename, __dirname) {${withLazyModules(code)}\n})`;
    writeFileSync(file, withYoungFunctions(script), 'latin1');
  }
  return output.reduce((sum, { moduleIds }) => sum + moduleIds.length, 0);
}

/** What services read beside their code. */
const READ_FILES = /\.(lua|sql|prisma)$|[/\\]sql[/\\]functions\.json$/;

/** A file that starts an entry. @param from folder in which it is, below dist/ */
function starter(entry, from) {
  const run = path.posix.relative(from, 'bundle/run.js');
  return `module.exports = require(${JSON.stringify(run.startsWith('.') ? run : `./${run}`)})(${JSON.stringify(entry)});\n`;
}

/**
 * Puts what runs into a folder's dist/: the bundle, at each entry's place a file that runs it from there, what is read
 * beside code, and the web client. Commands of containers so name the same files as in a checkout.
 */
export function copyRuntime(target) {
  const to = path.join(target, 'dist');
  for (const kind of ['apps', 'libs']) {
    for (const entry of readdirSync(path.join(dist, kind), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && READ_FILES.test(file)) cpSync(file, path.join(to, path.relative(dist, file)));
    }
  }
  for (const name of ['bundle', 'web']) cpSync(path.join(dist, name), path.join(to, name), { recursive: true });
  for (const entry of ENTRIES) {
    const place = path.posix.dirname(entry);
    mkdirSync(path.join(to, place), { recursive: true });
    writeFileSync(path.join(to, entry), starter(entry, place));
  }
}

function digestOf(files) {
  const hash = createHash('sha256').update(process.version).update(process.arch);
  const isPart = (name) => /^(apps|libs)\//.test(name) && !/\.(int-)?spec\.ts$|^libs\/testing\//.test(name);
  for (const [name, digest] of Object.entries(files).sort()) if (isPart(name)) hash.update(`${name} ${digest}\n`);
  const parts = ['run.cjs', 'compile.cjs', 'lazy-modules.mjs', 'young-functions.mjs'].map(own);
  const tools = [fileURLToPath(import.meta.url), ...parts];
  for (const file of [...tools, path.join(repositoryRoot, 'package-lock.json')]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** @param files the compiled files with digests of their sources */
export async function bundle(files, { quiet = false } = {}) {
  const digest = digestOf(files);
  const stamp = path.join(folder, '.digest');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  rmSync(growing, { recursive: true, force: true });
  mkdirSync(growing, { recursive: true });
  const count = await writeCode();
  copyFileSync(own('run.cjs'), path.join(growing, 'run.js'));
  for (const { name } of [...SERVICES, { name: 'stoa' }])
    writeFileSync(path.join(growing, `${name}.js`), starter(`apps/${name}/src/main.js`, 'bundle'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(growing, folder);
  // Where it stays, because stacks name the files by where they were compiled. No settings: a service that had some would serve.
  await promisify(execFile)(process.execPath, [own('compile.cjs'), folder, ...ENTRIES], { env: {} });
  writeFileSync(stamp, digest);
  if (!quiet) console.log(`bundled ${count} files`);
}
