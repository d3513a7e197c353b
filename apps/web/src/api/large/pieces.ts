/** A part of a value that is told apart from the rest: entries of a long list, or of an object with many names. */
export interface Piece {
  /** Where it belongs. */
  readonly path: readonly string[];
  /** A list or an object. */
  readonly json: string;
}

/** A value in pieces, each of which is read in no time. */
export interface Pieces {
  /** The value without them, as JSON. */
  readonly frame: string;
  readonly pieces: readonly Piece[];
}

/** Entries of a list or an object that are one piece. */
const ENTRIES = 500;
/** Lists and objects deeper than this stay whole: what answers have many of stands near their top. */
const DEEPEST = 4;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Lists of at most {@link ENTRIES}, in order. */
function cut<T>(entries: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(entries.length / ENTRIES);
  return Array.from({ length: count }, (_none, index) => entries.slice(index * ENTRIES, (index + 1) * ENTRIES));
}

/** Takes a value apart. @param value what JSON can be parsed to */
export function piecesOf(value: unknown): Pieces {
  const pieces: Piece[] = [];
  const strip = (part: unknown, path: readonly string[]): unknown => {
    if (path.length > DEEPEST) return part;
    if (isList(part)) {
      if (part.length <= ENTRIES) return part.map((item, index) => strip(item, [...path, String(index)]));
      for (const some of cut(part)) pieces.push({ path, json: JSON.stringify(some) });
      return [];
    }
    if (!isObject(part)) return part;
    const entries = Object.entries(part);
    if (entries.length <= ENTRIES) {
      return Object.fromEntries(entries.map(([name, item]) => [name, strip(item, [...path, name])]));
    }
    for (const some of cut(entries)) pieces.push({ path, json: JSON.stringify(Object.fromEntries(some)) });
    return {};
  };
  return { frame: JSON.stringify(strip(value, [])), pieces };
}

function within(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => {
    if (isList(part)) return part[Number(name)];
    return isObject(part) ? part[name] : undefined;
  }, whole);
}

/** Puts a piece where it belongs. @throws Error if it belongs nowhere in this value */
export function addPiece(whole: unknown, { path, json }: Piece): void {
  const place = within(whole, path);
  const part: unknown = JSON.parse(json);
  if (Array.isArray(place) && isList(part)) for (const item of part) place.push(item);
  else if (isObject(place) && isObject(part)) Object.assign(place, part);
  else throw new Error(`a piece belongs to ${path.join('.')}, where nothing is`);
}
