import { CHUNK_SIZE } from '@stoa/read-state';

/** A range of ids, both bounds included, from the low one upwards or from the high one down. */
export interface IdRange {
  low: number;
  high: number;
  isAscending: boolean;
  /** How many are probably needed: portions are made for that. */
  wanted?: number;
}

/** Ids looked through at first; more each time, as long as too little was found. */
const FIRST_WINDOW = 16 * CHUNK_SIZE;
const WINDOW_GROWTH = 4;
/** No id comes near. */
const ABOVE_ALL_IDS = Number.MAX_SAFE_INTEGER;

/** Ids looked through at first when a range is read in portions, and bits of one portion: at least, and per id wanted. */
const SMALLEST_PORTION = 2048;
const PORTION_PER_ID = 1.2;

/** What has to be looked through, from the newest down. */
export interface Unexplored {
  position: number;
  /** Ids at or above the position and below this one; then, the position. */
  above: number;
  window: number;
  /** Ids of the bits set below the position, ascending. */
  bits: number[];
  /** Everything from here up was looked through. */
  explored: number;
}

/** One query's share of it. */
export interface Part {
  aboveFrom: number;
  aboveBelow: number;
  bits: number[];
  noticesFrom: number;
  noticesBelow: number;
}

/** @param bits ids of the bits set below the position, ascending */
export function unexplored(position: number, newest: number, bits: number[]): Unexplored {
  // What appears while this runs counts as new: the first window is open at its top.
  const above = Math.max(position, newest + 1);
  return { position, above, window: FIRST_WINDOW, bits, explored: ABOVE_ALL_IDS };
}

/** Takes the next window above the position and, once that is exhausted, the newest `limit` bits below it. */
export function nextPart(rest: Unexplored, limit: number): Part {
  const aboveBelow = rest.above > rest.position || rest.explored === ABOVE_ALL_IDS ? rest.explored : rest.position;
  const aboveFrom = Math.max(rest.position, rest.above - rest.window);
  const isPositionReached = aboveFrom === rest.position;
  const bits = isPositionReached ? rest.bits.splice(Math.max(0, rest.bits.length - limit)) : [];
  const lowest = rest.bits.length > 0 ? (bits[0] ?? 0) : 0;
  const part = { aboveFrom, aboveBelow, bits, noticesFrom: isPositionReached ? lowest : aboveFrom };
  const noticesBelow = rest.explored;
  rest.above = aboveFrom;
  rest.window *= WINDOW_GROWTH;
  rest.explored = part.noticesFrom;
  return { ...part, noticesBelow };
}

interface Portion {
  low: number;
  /** Not included. */
  below: number;
}

/** Cuts a range into parts of about equal work, nearest to its start first. */
export function* portionsOf(
  range: IdRange,
  { position, newest, bits }: { position: number; newest: number; bits: readonly number[] },
): Generator<Portion, void, undefined> {
  const below = Math.min(range.high + 1, ABOVE_ALL_IDS);
  const bitsPerPortion = Math.max(SMALLEST_PORTION, Math.ceil((range.wanted ?? 0) * PORTION_PER_ID));
  let length = bitsPerPortion;
  if (range.isAscending) {
    for (let low = range.low; low < below; length *= WINDOW_GROWTH) {
      const next = low < position ? nextBit(bits, low, { count: bitsPerPortion, position }) : low + length;
      // What appears while this runs counts as new: the last portion is open at its top.
      const end = next > newest && next > position ? below : Math.min(next, below);
      yield { low, below: end };
      low = end;
    }
    return;
  }
  for (let end = below; end > range.low; length *= WINDOW_GROWTH) {
    const top = Math.min(end, newest + 1);
    const next = end <= position ? previousBit(bits, end, bitsPerPortion) : Math.max(position, top - length);
    const low = Math.max(range.low, Math.min(next, end - 1));
    yield { low, below: end };
    end = low;
  }
}

/** Where a portion that begins below the position ends: after so many bits, or at the position. */
function nextBit(
  bits: readonly number[],
  low: number,
  { count, position }: { count: number; position: number },
): number {
  const first = bits.findIndex((id) => id >= low);
  return (first < 0 ? undefined : bits[first + count]) ?? position;
}

/** Where a portion that ends below the position begins. */
function previousBit(bits: readonly number[], below: number, count: number): number {
  const end = bits.findIndex((id) => id >= below);
  return bits[(end < 0 ? bits.length : end) - count] ?? 0;
}
