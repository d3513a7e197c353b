/**
 * Things that are held for a moment each, such as requests under way, by the number of their place.
 *
 * A Map or Set that things come and go in keeps them longer: when it grows or shrinks, V8 links the table that it gives up to the
 * next one. Once one of these tables is among the objects that live long, so is all that was in any later one at such a moment, until
 * the whole heap is collected. An array has no such links (docs/decisions/085-what-garbage-costs.md).
 */
export class Transients<T> {
  private readonly items: (T | undefined)[] = [];
  private readonly free: number[] = [];

  get size(): number {
    return this.items.length - this.free.length;
  }

  /** Where the next thing will be. */
  get nextPlace(): number {
    return this.free.at(-1) ?? this.items.length;
  }

  /** @returns its place, which is another thing's once it is removed */
  add(item: T): number {
    const place = this.nextPlace;
    this.free.pop();
    this.items[place] = item;
    return place;
  }

  get(place: number): T | undefined {
    return this.items[place];
  }

  /**
   * Does nothing where there is nothing, or something else than the `item` that is given.
   * @returns whether something was removed
   */
  remove(place: number, item: T | undefined = this.items[place]): boolean {
    if (item === undefined || this.items[place] !== item) return false;
    this.items[place] = undefined;
    this.free.push(place);
    return true;
  }

  /** All that is there now, in no order. */
  values(): T[] {
    return this.items.filter((item) => item !== undefined);
  }
}
