import type { ModulePreloadOptions, Plugin } from 'vite';

/** The module by which Vite loads what is imported later, and what it calls the function in it. */
const HELPER = '\0vite/preload-helper.js';
const HELPER_FUNCTION = '__vitePreload';

/**
 * Every `import()` of the client goes through `loadPart`, which waits where Vite's own helper fails: that leaves a part
 * which could not be had once missing for as long as the page lives.
 * @param module that exports `loadPart`
 */
export function waitingParts(module: string): Plugin {
  let isInUse = false;
  return {
    name: 'stoa-waiting-parts',
    // A library is one file: nothing of it is loaded later.
    apply: ({ build }, { command }) => command === 'build' && !build?.lib,
    enforce: 'pre',
    load(id) {
      if (id !== HELPER) return null;
      isInUse = true;
      return `export { loadPart as ${HELPER_FUNCTION} } from ${JSON.stringify(module)};`;
    },
    generateBundle() {
      if (!isInUse) this.error(`Vite loads parts in another way now: no module ${JSON.stringify(HELPER)}`);
    },
  };
}

/** All files of a part are named to `loadPart`; Vite leaves out the part itself where it needs no other. */
export const allFiles: NonNullable<ModulePreloadOptions['resolveDependencies']> = (file, needed, { hostType }) =>
  hostType === 'js' && !needed.includes(file) ? [file, ...needed] : needed;
