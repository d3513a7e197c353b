import type { Plugin } from 'vite';

const STUB = '\0without-formulas';
const NAMES = ['katex', 'node:crypto'];

/**
 * What renders a message before the service has it leaves formulas and addresses of the media proxy to the service: KaTeX
 * weighs as much as everything else of it. A text with a formula is not rendered here (`parts/echo/echo-request.ts`).
 */
export function withoutFormulas(): Plugin {
  return {
    name: 'stoa-without-formulas',
    enforce: 'pre',
    resolveId: (source) => (NAMES.includes(source) ? STUB : null),
    load(id) {
      if (id !== STUB) return null;
      const refuse = "() => { throw new Error('this is the service’s'); }";
      return `export default { renderToString: ${refuse} };\nexport const createHmac = ${refuse};`;
    },
  };
}
