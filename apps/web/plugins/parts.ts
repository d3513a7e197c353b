import path from 'node:path';
import type { Rolldown } from 'vite';
import { wordsPart } from './password-words.ts';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Group = NonNullable<CodeSplitting['groups']>[number];
type NameOf = Extract<Group['name'], (...args: never[]) => unknown>;
type Context = Parameters<NameOf>[1];

/** All that a module needs before it can run, itself included. */
function neededBy(root: string, context: Context): Set<string> {
  const needed = new Set<string>();
  const follow = (id: string): void => {
    if (needed.has(id)) return;
    needed.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(follow);
  };
  follow(root);
  return needed;
}

/**
 * What is always loaded together is one file. Otherwise every module that two parts share becomes a file of its own: the
 * first view was a hundred files of a few hundred bytes, which compress badly and wait for each other.
 * @param roots by name, the modules with which parts begin; what two of them need belongs to the first
 */
export function partsOf(folder: string, roots: Readonly<Record<string, string>>): CodeSplitting {
  const found = new Map<string, Set<string>>();
  const nameOf: NameOf = (id, context) => {
    for (const [name, root] of Object.entries(roots)) {
      const needed = found.get(name) ?? neededBy(path.join(folder, root), context);
      found.set(name, needed);
      if (needed.has(id)) return name;
    }
    return null;
  };
  // A part takes what it needs only: the rest of a module's needs belongs to whoever asks for it.
  return { groups: [{ name: wordsPart }, { name: nameOf }], includeDependenciesRecursively: false };
}
