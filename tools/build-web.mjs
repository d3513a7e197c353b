// Builds the web client to dist/web when something that it is made of changed: apps/web, the libraries that it takes from
// their sources, the declarations of libs/contracts, or its packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = [
  'apps/web',
  ...['contracts', 'emoji', 'errors', 'http-params', 'markdown', 'narrow', 'policy'].map((lib) => `libs/${lib}/src`),
];
const stamp = path.join(root, 'dist', 'web', '.sources-digest');

function sourcesDigest() {
  const hash = createHash('sha256');
  const add = (file) => hash.update(path.relative(root, file)).update(readFileSync(file));
  for (const folder of SOURCES) {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !/\.(int-|e2e-)?spec\.tsx?$/.test(entry.name));
    for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) add(file);
  }
  for (const file of ['tsconfig.base.json', 'package-lock.json']) add(path.join(root, file));
  return hash.digest('hex');
}

function runVite(quiet) {
  const args = [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn'], {
      cwd: root,
      // Whoever builds: a test's own environment would make the slow and heavy build of developers.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else reject(new Error(`building the web client failed\n${output}`));
    });
  });
}

/** @throws Error with the bundler's words */
export async function buildWeb({ quiet = false } = {}) {
  const digest = sourcesDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await runVite(quiet);
  writeFileSync(stamp, digest);
  if (!quiet) console.log('built the web client');
}
