import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './plugins/compress.ts';
import { contracts } from './plugins/contracts.ts';
import { nodeless } from './plugins/nodeless.ts';
import { partsOf } from './plugins/parts.ts';
import { passwordWords } from './plugins/password-words.ts';
import { sizeBudget } from './plugins/size-budget.ts';
import { turndownOfNodes } from './plugins/turndown-of-nodes.ts';
import { allFiles, waitingParts } from './plugins/waiting-parts.ts';
import { withoutFormulas } from './plugins/without-formulas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { paths } = (
  JSON.parse(readFileSync(path.join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, [string]> };
  }
).compilerOptions;

/** Pure libraries are taken from their sources, so that what is not used is not shipped. */
const alias = Object.entries(paths)
  .filter(([name]) => !name.startsWith('@stoa/contracts/'))
  .map(([name, [file]]) => ({ find: new RegExp(`^${name}$`), replacement: path.resolve(root, file) }));

/** Where `vite` finds the service while the client is being worked on. */
const service = process.env.STOA_WEB_SERVICE ?? 'http://127.0.0.1:9991';

/** What shows notifications beside the page (src/notifications/worker.ts): no part of it, and it imports none. */
const WORKER = 'notification-worker';
const worker = path.join(import.meta.dirname, 'src/notifications/notification.worker.ts');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...[react(), contracts(), nodeless(), turndownOfNodes(), passwordWords()],
    waitingParts(path.join(import.meta.dirname, 'src/api/parts.ts')),
    ...[sizeBudget(), compress()],
  ],
  resolve: { alias },
  // What renders messages beside the page typesets no formulas.
  worker: { format: 'es', plugins: () => [contracts(), withoutFormulas()] },
  build: {
    outDir: path.join(root, 'dist', 'web'),
    emptyOutDir: true,
    target: 'es2023',
    // Names carry the hash of the content: they are cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: allFiles },
    reportCompressedSize: false,
    // Whoever passes the client on passes on the licences of what it is made of.
    license: { fileName: 'third-party-licences.txt' },
    // plugins/size-budget.ts judges sizes.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { index: path.join(import.meta.dirname, 'index.html'), [WORKER]: worker },
      // A browser asks for the worker by the name that it knows, and compares what it gets.
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: partsOf(import.meta.dirname, {
          first: 'src/main.tsx',
          conversation: 'src/views/conversation/conversation.tsx',
        }),
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/json', '/api', '/user_uploads', '/user_avatars', '/avatar', '/external_content', '/thumbnail'].map(
        (prefix) => [prefix, { target: service, changeOrigin: false }],
      ),
    ),
  },
});
