// Copied to dist/bundle/run.js: runs what rolldown has made beside it, from code that is compiled already. A file without its
// `.cache`, or with that of another version of Node.js, costs only time.
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { execArgv, versions } = require('node:process');
const v8 = require('node:v8');
const { Script, constants } = require('node:vm');

const SIZES = /--max[-_](old|semi)[-_]space[-_]size=(\d+)/g;
/** What asks where it lies finds itself in dist/, like the files that it was made of. */
const ROOT = path.dirname(__dirname);
const outside = createRequire(__filename);

/**
 * V8 would make what it has seen to live long, such as requests that are held, among old objects at once. When such an object is
 * done with, all that it refers to stays with it until the whole heap is collected (docs/decisions/085-what-garbage-costs.md).
 * Set before anything is compiled, as V8 refuses what was compiled under other flags.
 */
v8.setFlagsFromString('--no-allocation-site-pretenuring');

/** Older versions do not know all of these. */
if (Number.parseInt(versions.node) >= 24) {
  /*
   * What lies outside of the heap, which is what buffers have, counts with the heap when V8 decides to collect all of it. By
   * itself it does so after each 64 MB of buffers, however soon those are done with
   * (docs/decisions/100-buffers-count-with-the-heap.md).
   */
  v8.setFlagsFromString('--external-memory-accounted-in-global-limit');
  /*
   * After some seconds without work V8 collects everything, and with it the shapes of objects that only live while requests do.
   * Code that was optimized for these shapes goes as well, nearly all of a service's
   * (docs/decisions/105-a-pause-leaves-code-compiled.md).
   */
  v8.setFlagsFromString('--no-memory-reducer-favors-memory');
  v8.setFlagsFromString('--retain-maps-for-n-gc=50');
}

/** Exports by file, of which some may still be running. */
const modules = new Map();
/** Scripts by file. */
const scripts = new Map();

/**
 * V8 refuses what was compiled under other flags. The sizes of the heap, which each service has its own of, are among them,
 * although compiled code is the same; V8 has read them by now, so that they may look as if they were not set meanwhile.
 */
function withUsualFlags(compile) {
  const given = `${process.env.NODE_OPTIONS ?? ''} ${execArgv.join(' ')}`.matchAll(SIZES);
  const sizes = new Map([...given].map(([, space, size]) => [`--max-${space}-space-size`, size]));
  for (const flag of sizes.keys()) v8.setFlagsFromString(`${flag}=0`);
  try {
    return compile();
  } finally {
    for (const [flag, size] of sizes) v8.setFlagsFromString(`${flag}=${size}`);
  }
}

function compiled(file) {
  // Nothing but ASCII is in it, so a character is a byte in memory too.
  const source = readFileSync(file, 'latin1');
  const cachedData = existsSync(`${file}.cache`) ? readFileSync(`${file}.cache`) : undefined;
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return withUsualFlags(() => new Script(source, { filename: file, cachedData, importModuleDynamically }));
}

function requireFrom(folder) {
  const inside = (id) => (id.startsWith('.') ? load(path.join(folder, id)) : outside(id));
  return Object.assign(inside, outside);
}

function load(file) {
  const known = modules.get(file);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(file, module);
  try {
    const script = compiled(file);
    scripts.set(file, script);
    const run = script.runInThisContext();
    run.call(module.exports, module.exports, requireFrom(path.dirname(file)), module, path.join(ROOT, 'main.js'), ROOT);
  } catch (error) {
    // Whoever asks again hears of it again, instead of getting half of it.
    modules.delete(file);
    throw error;
  }
  return module.exports;
}

/** Runs an entry, `apps/gateway/src/main.js` say. @returns what it exports */
module.exports = (name) => load(path.join(__dirname, name));
module.exports.scripts = scripts;
