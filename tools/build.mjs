// Compiles every TypeScript file of apps, libs, tests and bench to dist/, file by file, with swc, bundles what the services load
// (bundle.mjs), and builds the web client (apps/web) with Vite. Only what changed since the last build is made again; type
// checking is `npm run typecheck`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';
import { bundle } from './bundle.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const outDir = path.join(root, 'dist');
const SOURCE_FOLDERS = ['apps', 'libs', 'tests', 'bench'];
const COPIED = new Set(['.lua', '.sql', '.json', '.prisma']);

/** The browser's code: its bundler compiles it. */
const WEB = path.join(root, 'apps', 'web');

function* walk(folder) {
  if (!existsSync(folder) || folder === WEB) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(full);
    else if (entry.isFile()) yield full;
  }
}

/**
 * Packages that are loaded when something of them is used for the first time: what few requests need, and a start does not
 * (docs/decisions/107-a-start-loads-what-it-serves-with.md).
 */
const LOADED_WHEN_USED = [
  '@aws-sdk/client-s3',
  '@node-saml/node-saml',
  '@simplewebauthn/server',
  'disposable-email-domains',
  'disposable-email-domains/wildcard.json',
  'encoding-sniffer',
  'jose',
  'katex',
  'ldapts',
  'libsodium-wrappers',
  'nodemailer',
  'sharp',
  'undici',
  'zxcvbn',
];

/** The swc options that the build and the tests share. */
export function swcOptions() {
  const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8'));
  return {
    cwd: root,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs', ignoreDynamic: true, lazy: LOADED_WHEN_USED },
    jsc: {
      target: 'es2022',
      baseUrl: root,
      paths: compilerOptions.paths,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
  };
}

export async function build({ quiet = false } = {}) {
  const { transformFile } = await import('@swc/core');
  const options = swcOptions();
  const optionsKey = createHash('sha1').update(JSON.stringify(options)).digest('hex');
  const manifestFile = path.join(outDir, '.build.json');
  let manifest = { options: optionsKey, files: {} };
  if (existsSync(manifestFile)) {
    const previous = JSON.parse(readFileSync(manifestFile, 'utf8'));
    if (previous.options === optionsKey) manifest = previous;
    else rmSync(outDir, { recursive: true, force: true });
  }
  const files = {};
  const failures = [];
  const work = [];
  for (const folder of SOURCE_FOLDERS) {
    for (const file of walk(path.join(root, folder))) {
      const relative = path.relative(root, file);
      const extension = path.extname(file);
      const isSource = extension === '.ts' && !file.endsWith('.d.ts');
      if (!isSource && !COPIED.has(extension)) continue;
      const source = readFileSync(file);
      const digest = createHash('sha1').update(source).digest('hex');
      files[relative] = digest;
      const target = path.join(outDir, isSource ? relative.replace(/\.ts$/, '.js') : relative);
      if (manifest.files[relative] === digest && existsSync(target)) continue;
      work.push(async () => {
        mkdirSync(path.dirname(target), { recursive: true });
        if (!isSource) return writeFileSync(target, source);
        try {
          const { code } = await transformFile(file, options);
          writeFileSync(target, code);
        } catch (error) {
          delete files[relative];
          failures.push(`${relative}: ${error.message.split('Caused by')[0].trim()}`);
        }
      });
    }
  }
  for (const relative of Object.keys(manifest.files)) {
    if (!(relative in files)) rmSync(path.join(outDir, relative.replace(/\.ts$/, '.js')), { force: true });
  }
  let next = 0;
  const lanes = Array.from({ length: Math.max(2, cpus().length) }, async () => {
    while (next < work.length) await work[next++]();
  });
  await Promise.all(lanes);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(manifestFile, JSON.stringify({ options: optionsKey, files }));
  if (failures.length > 0) throw new Error(`the build failed\n${failures.join('\n')}`);
  if (!quiet) console.log(`built ${work.length} of ${Object.keys(files).length} files`);
  await Promise.all([buildWeb({ quiet }), bundle(files, { quiet })]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { generateDatabaseClient } = await import('./launcher/prepare.mjs');
    await generateDatabaseClient();
    await build();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
