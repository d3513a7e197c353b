import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** What zxcvbn takes its lists of words from. */
const LISTS = '/node_modules/zxcvbn/lib/frequency_lists.js';
const PIECE = 'virtual:password-words/';
/** Longer ones are heavier than a part may be (size-budget.ts): 30,000 words have 130 KB, compressed. */
const PIECE_WORDS = 15_000;

interface Piece {
  list: string;
  words: readonly string[];
}

function readLists(): Readonly<Record<string, readonly string[]>> {
  const lists: unknown = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js');
  const entries = Object.entries(lists ?? {}).map(([name, words]: [string, unknown]) => {
    if (!Array.isArray(words)) throw new Error(`zxcvbn keeps ${name} in another way now: look how it can be divided`);
    return [name, words.map(String)] as const;
  });
  return Object.fromEntries(entries);
}

function piecesOf(lists: Readonly<Record<string, readonly string[]>>): readonly Piece[] {
  return Object.entries(lists).flatMap(([list, words]) =>
    Array.from({ length: Math.ceil(words.length / PIECE_WORDS) }, (_, index) => ({
      list,
      words: words.slice(index * PIECE_WORDS, (index + 1) * PIECE_WORDS),
    })),
  );
}

/** The words by which passwords are guessed, in several parts that come side by side. */
export function passwordWords(): Plugin {
  let pieces: readonly Piece[] = [];
  return {
    name: 'password-words',
    buildStart() {
      pieces = piecesOf(readLists());
    },
    resolveId: (source) => (source.startsWith(PIECE) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${PIECE}`)) return null;
      const piece = pieces[Number(id.slice(PIECE.length + 1))];
      return piece ? `export default ${JSON.stringify(piece.words.join(','))}.split(',');` : null;
    },
    transform(_code, id) {
      if (!id.endsWith(LISTS)) return null;
      const imports = pieces.map((_piece, index) => `import words${index} from '${PIECE}${index}';`);
      const lists = [...new Set(pieces.map(({ list }) => list))].map((list) => {
        const own = pieces.flatMap((piece, index) => (piece.list === list ? [`...words${index}`] : []));
        return `export const ${list} = [${own.join(', ')}];`;
      });
      return { code: [...imports, ...lists].join('\n'), map: null };
    },
  };
}

/** The part in which a module of words is; null for all others. */
export function wordsPart(id: string): string | null {
  return id.startsWith(`\0${PIECE}`) ? `password-words-${id.slice(PIECE.length + 1)}` : null;
}
