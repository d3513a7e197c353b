import { del, delMany, get, getMany, keys, set } from 'idb-keyval';

/** What is read: the note that was written with it, and its parts by name. */
export interface RecordRead {
  readonly about: unknown;
  /** Unread until asked for, as parts can be large. Undefined if some part is no longer there. */
  parts(): Promise<ReadonlyMap<string, unknown> | undefined>;
}

interface Head {
  readonly about: unknown;
  /** Where each part lies, by its name. */
  readonly places: Readonly<Record<string, string>>;
}

function isHead(value: unknown): value is Head {
  return typeof value === 'object' && value !== null && 'about' in value && 'places' in value;
}

/**
 * One large value that the browser keeps, in parts. A part that is the same object as at the last writing is not written
 * again, and each is written by itself, so that no writing holds the page up. The head names the parts that belong
 * together and is written last: whoever reads finds all of one writing or, when two tabs write at once, nothing.
 */
export class KeptRecord {
  private written = new Map<string, { value: unknown; place: string }>();

  /**
   * @param owner distinguishes records in this browser
   * @param pause comes between two parts
   */
  constructor(
    private readonly owner: string,
    private readonly pause: () => Promise<void>,
  ) {}

  /**
   * @param about a note to judge it by before its parts are read
   * @param signal ends the writing; what was there before stays then
   */
  async write(about: unknown, parts: ReadonlyMap<string, unknown>, signal: AbortSignal): Promise<void> {
    const next = new Map<string, { value: unknown; place: string }>();
    for (const [name, value] of parts) {
      const known = this.written.get(name);
      if (known && Object.is(known.value, value)) {
        next.set(name, known);
        continue;
      }
      const place = this.keyOf(`${name} ${crypto.randomUUID()}`);
      await this.pause();
      if (signal.aborted) return;
      await set(place, value);
      next.set(name, { value, place });
    }
    if (signal.aborted) return;
    const places = Object.fromEntries([...next].map(([name, { place }]) => [name, place]));
    await set(this.keyOf(''), { about, places } satisfies Head);
    this.written = next;
    await this.removeBut(new Set(Object.values(places)));
  }

  /** @returns undefined if there is none */
  async read(): Promise<RecordRead | undefined> {
    const head = await get<unknown>(this.keyOf(''));
    if (!isHead(head)) return undefined;
    const names = Object.keys(head.places);
    return {
      about: head.about,
      parts: async () => {
        const values = await getMany<unknown>(Object.values(head.places));
        const found = names.map((name, index) => [name, values[index]] as const);
        return found.some(([, value]) => value === undefined) ? undefined : new Map(found);
      },
    };
  }

  /** Forgets it; the head goes first, so that nobody reads half of it. */
  async remove(): Promise<void> {
    this.written = new Map();
    await del(this.keyOf(''));
    await this.removeBut(new Set());
  }

  private async removeBut(places: ReadonlySet<string>): Promise<void> {
    const head = this.keyOf('');
    const own = (await keys<string>()).filter((key) => key.startsWith(head));
    const old = own.filter((key) => !places.has(key) && (key !== head || places.size === 0));
    if (old.length > 0) await delMany(old);
  }

  private keyOf(name: string): string {
    return `${this.owner} record ${name}`;
  }
}
