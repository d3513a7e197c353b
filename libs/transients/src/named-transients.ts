import { Transients } from './transients';

const RADIX = 36;

/** {@link Transients} that others know by a name, which nothing else ever has. */
export class NamedTransients<T> {
  private readonly held = new Transients<{ name: string; item: T }>();
  private count = 0;

  /** @param prefix what all names begin with */
  constructor(private readonly prefix: string) {}

  get size(): number {
    return this.held.size;
  }

  /** @param make what makes the thing of its name */
  add(make: (name: string) => T): T {
    this.count += 1;
    const place = this.held.nextPlace;
    const name = `${this.prefix}${place.toString(RADIX)}-${this.count.toString(RADIX)}`;
    const item = make(name);
    this.held.add({ name, item });
    return item;
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  get(name: string): T | undefined {
    return this.find(name)?.item;
  }

  /** @returns what had the name */
  remove(name: string): T | undefined {
    const found = this.find(name);
    if (found) this.held.remove(this.placeOf(name));
    return found?.item;
  }

  /** All that is there now, in no order. */
  values(): T[] {
    return this.held.values().map(({ item }) => item);
  }

  private find(name: string): { name: string; item: T } | undefined {
    const found = this.held.get(this.placeOf(name));
    return found?.name === name ? found : undefined;
  }

  /** Of whatever others call a name: no place for what is none. */
  private placeOf(name: string): number {
    const place = Number.parseInt(name.slice(this.prefix.length, name.lastIndexOf('-')), RADIX);
    return Number.isNaN(place) ? -1 : place;
  }
}
