import { median } from '../support/statistics';

/** An operation may take so much more work than its committed figure says. */
const MOST_MORE = 1.2;

/** Between machines on which a request to a bare server takes so many times as long, figures are not compared by a fifth. */
const ANOTHER_MACHINE = 1.4;

/** What an operation costs, in requests to a bare server that were measured beside it: that survives a busy machine. */
export type Figures = Readonly<Record<string, number>>;

export interface Verdict {
  operation: string;
  committed: number | undefined;
  measured: number;
  /** Times the committed figure; undefined without one. */
  ratio: number | undefined;
  isWorse: boolean;
}

/** Judges what rounds have found of each operation; one that has no figure yet is not judged. */
export function verdictsOf(committed: Figures, rounds: readonly Figures[]): Verdict[] {
  const operations = [...new Set(rounds.flatMap((round) => Object.keys(round)))];
  return operations.map((operation) => {
    const measured = median(rounds.flatMap((round) => round[operation] ?? []));
    const figure = committed[operation];
    const ratio = figure === undefined ? undefined : measured / figure;
    return { operation, committed: figure, measured, ratio, isWorse: ratio !== undefined && ratio > MOST_MORE };
  });
}

/** The figures that rounds have found, to three digits. */
export function figuresOf(rounds: readonly Figures[]): Figures {
  return Object.fromEntries(
    verdictsOf({}, rounds).map(({ operation, measured }) => [operation, Number(measured.toPrecision(3))]),
  );
}

/**
 * Whether figures come from a machine of another speed: the parts of an operation do not all become slower with it as a bare
 * server does.
 * @param written processor time (µs) of a request to a bare server where the figures were written
 * @param measured the same, here
 */
export function isAnotherMachine(written: number, measured: number): boolean {
  return Math.max(written, measured) > ANOTHER_MACHINE * Math.min(written, measured);
}
