import { folded } from '../../parts/text-match';

/** How well a name fits what was typed: the smaller the better; undefined if it does not. */
type Fit = 0 | 1 | 2 | undefined;

const BETWEEN_WORDS = /[\s/:_\-.(]+/g;

/** A name that is searched by the beginnings of its words. */
export interface Searchable {
  readonly name: string;
  /** Small letters, a space before each word: with their marks, and without. */
  readonly marked: string;
  readonly plain: string;
}

export function searchable(name: string): Searchable {
  const marked = ` ${name.toLowerCase().replaceAll(BETWEEN_WORDS, ' ')}`;
  return { name, marked, plain: folded(marked) };
}

/** What was typed, made ready for many names. */
export interface Query {
  readonly text: string;
  /** A space and the folded text. */
  readonly wanted: string;
  readonly plain: string;
  /** Who types a mark means it. */
  readonly isMarked: boolean;
}

export function queryOf(text: string): Query {
  const lower = text.toLowerCase();
  const plain = folded(text);
  const isMarked = plain !== lower;
  const wanted = ` ${(isMarked ? lower : plain).replaceAll(BETWEEN_WORDS, ' ')}`;
  return { text, wanted, plain, isMarked };
}

/** The exact beginning, the beginning in other letters, the beginning of a word. */
export function fitOf(name: Searchable, { text, wanted, isMarked }: Query): Fit {
  const at = (isMarked ? name.marked : name.plain).indexOf(wanted);
  if (at < 0) return undefined;
  if (at > 0) return 2;
  return name.name.startsWith(text) ? 0 : 1;
}

/** The best of many, without sorting all of them: scores are few, and of each only as many are kept as can be shown. */
export class Best<T> {
  private readonly byScore = new Map<number, T[]>();

  constructor(private readonly most: number) {}

  /** @param score the smaller the better; equal ones stay in their order */
  add(item: T, score: number): void {
    const same = this.byScore.get(score);
    if (!same) this.byScore.set(score, [item]);
    else if (same.length < this.most) same.push(item);
  }

  list(): T[] {
    const scores = [...this.byScore].sort(([a], [b]) => a - b);
    return scores.flatMap(([, items]) => items).slice(0, this.most);
  }
}
