import type { Place } from '../windows/message-loader';

/** What a place is kept with: the history may say anything of entries that this client did not make. */
interface KeptPlace {
  /** Key of the narrow that was shown. */
  readonly view: string;
  readonly place: Place;
}

type Entries = Pick<History, 'state' | 'replaceState'>;

interface EntryPlacesOptions {
  entries: Entries;
  /** The address of the present entry: what is noted for one entry is not written into the next. */
  address(): string;
}

/** Scrolling rests for so long (ms) before it is written down: browsers refuse to do so all the time. */
const REST_MS = 200;

function isPlace(value: unknown): value is Place {
  if (value === 'end') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'offset' in value &&
    typeof value.id === 'number' &&
    typeof value.offset === 'number'
  );
}

function placeIn(state: unknown): KeptPlace | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  const { place: kept } = state;
  if (typeof kept !== 'object' || kept === null || !('view' in kept) || !('place' in kept)) return undefined;
  return typeof kept.view === 'string' && isPlace(kept.place) ? { view: kept.view, place: kept.place } : undefined;
}

/**
 * Where people were in each entry of the browser's history (web.md 2.11): going back, going forward and loading the page
 * anew lead to the same pixel. Whoever follows a link begins where the link says.
 */
export class EntryPlaces {
  private arrived: KeptPlace | undefined;
  private wished: KeptPlace | undefined;
  private noted: (KeptPlace & { readonly address: string }) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: EntryPlacesOptions) {
    this.arrive();
  }

  /** Another entry is the present one, or the page was loaded. */
  arrive(): void {
    this.drop();
    this.arrived = placeIn(this.options.entries.state) ?? this.wished;
    this.wished = undefined;
  }

  /** The next entry, if it is a new one, begins at a place of a view: what one looks at stays where it is. */
  wish(view: string, place: Place): void {
    this.wished = { view, place };
  }

  /** The place that the entry was left at, once; undefined if it has none for this view. */
  take(view: string): Place | undefined {
    const { arrived } = this;
    if (arrived?.view !== view) return undefined;
    this.arrived = undefined;
    return arrived.place;
  }

  /** Somebody is at a place of the view that is shown. */
  note(view: string, place: Place): void {
    this.drop();
    this.noted = { view, place, address: this.options.address() };
    this.timer = setTimeout(() => this.write(), REST_MS);
  }

  /** Writes down what was noted, before the entry is left. */
  write(): void {
    const { noted } = this;
    this.drop();
    const { entries, address } = this.options;
    if (!noted || noted.address !== address()) return;
    const place: KeptPlace = { view: noted.view, place: noted.place };
    const state: unknown = entries.state;
    try {
      entries.replaceState({ ...(typeof state === 'object' ? state : {}), place }, '');
    } catch (error) {
      // Too often for this browser: the place of the next rest is written again.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.noted = undefined;
  }
}
