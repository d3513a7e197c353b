#!/usr/bin/env node
// `npx stoa`: the operator's tool of this checkout, once it is built ("npm run build").
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { serviceEntry, repositoryRoot } from './launcher/services.mjs';

const entry = serviceEntry(path.join(repositoryRoot, 'dist'), 'stoa');
if (existsSync(entry)) {
  createRequire(import.meta.url)(entry);
} else {
  process.stderr.write('stoa: not built yet; run "npm run build" first\n');
  process.exitCode = 1;
}
