import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressed bytes (gzip, which every proxy speaks) that the first view may need, and that any later part may have. */
const FIRST_VIEW_SCRIPT_BYTES = 180 * 1024;
const FIRST_VIEW_STYLE_BYTES = 30 * 1024;
/** Files (scripts and styles) of the first view: each waits for a place of a connection, and they are told of one another late. */
const FIRST_VIEW_FILES = 5;
const LAZY_PART_BYTES = 120 * 1024;

interface Part {
  name: string;
  bytes: number;
}

function total(parts: Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Fails the build when the client becomes too heavy (rows 1 and 2 of docs/build/web.md's figures). */
export function sizeBudget(): Plugin {
  return {
    name: 'stoa-size-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const first = new Set<string>();
      const follow = (name: string): void => {
        if (first.has(name)) return;
        first.add(name);
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk') return;
        chunk.imports.forEach(follow);
        chunk.viteMetadata?.importedCss.forEach((css) => first.add(css));
      };
      Object.values(bundle).forEach((chunk) => {
        // The worker of notifications is an entry, too, and no part of the page.
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('.html')) follow(chunk.fileName);
      });
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry || first.has(chunk.fileName) || chunk.imports.length === 0)
          continue;
        this.error(`${chunk.fileName} imports ${chunk.imports.join(', ')}: a worker is one script`);
      }
      const parts = Object.values(bundle).map((part) => ({
        name: part.fileName,
        bytes: gzipSync(part.type === 'chunk' ? part.code : part.source).length,
      }));
      const ofFirstView = parts.filter(({ name }) => first.has(name));
      const scripts = total(ofFirstView.filter(({ name }) => name.endsWith('.js')));
      const styles = total(ofFirstView.filter(({ name }) => name.endsWith('.css')));
      if (scripts > FIRST_VIEW_SCRIPT_BYTES) this.error(`the first view needs ${scripts} bytes of compressed script`);
      if (styles > FIRST_VIEW_STYLE_BYTES) this.error(`the first view needs ${styles} bytes of compressed styles`);
      if (ofFirstView.length > FIRST_VIEW_FILES) this.error(`the first view needs ${ofFirstView.length} files`);
      const heavy = parts.filter(
        ({ name, bytes }) => !first.has(name) && /\.(js|css)$/.test(name) && bytes > LAZY_PART_BYTES,
      );
      if (heavy.length > 0) {
        this.error(`too heavy: ${heavy.map(({ name, bytes }) => `${name} ${bytes} bytes`).join(', ')}`);
      }
      this.info(`first view: ${ofFirstView.length} files, ${scripts} bytes of script, ${styles} of styles, compressed`);
    },
  };
}
