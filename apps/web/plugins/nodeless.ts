import type { Plugin } from 'vite';

const STUB = '\0nodeless';
const NAMES = [
  ...['createCipheriv', 'createDecipheriv', 'createHash', 'createHmac', 'hash', 'hkdfSync'],
  ...['randomBytes', 'randomInt'],
];

/**
 * While developing nothing is shaken out of libs/policy, some of whose rules need Node's cryptography and are the
 * service's alone: they can be loaded in the browser, and fail when they are called.
 */
export function nodeless(): Plugin {
  return {
    name: 'stoa-nodeless',
    apply: 'serve',
    enforce: 'pre',
    resolveId: (source, _importer, options) => (source === 'node:crypto' && !options.ssr ? STUB : null),
    load(id) {
      if (id !== STUB) return null;
      return NAMES.map((name) => `export function ${name}() { throw new Error('${name} is the service’s'); }`).join(
        '\n',
      );
    },
  };
}
