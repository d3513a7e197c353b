/** Numbers, ascending once they are sorted; eight bytes each. */
class NumberList {
  private numbers = new Float64Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = value;
    this.length += 1;
  }

  sorted(): Float64Array {
    return this.numbers.slice(0, this.length).sort();
  }
}

/**
 * Ids of one kind of thing in an archive, ascending, and the block of new ids that they get: first id + place. Between
 * messages lie points: ids that were drawn from the same sequence and say what came before and after.
 */
export class IdBlock {
  private readonly things = new NumberList();
  private readonly points = new NumberList();
  private ids = new Float64Array();
  private isPoint = new Uint8Array();
  /** Of the block; known once it is drawn. */
  private first = 0;
  /** Ids that are no part of the block: accounts that every installation has. */
  private readonly others = new Map<number, number>();

  add(id: number): void {
    this.things.push(id);
  }

  addPoint(id: number): void {
    this.points.push(id);
  }

  /** Ends the adding. @returns ids that name two things, or a thing and a point */
  seal(): number[] {
    const things = this.things.sorted();
    const points = this.points.sorted();
    this.ids = new Float64Array(things.length + points.length);
    this.isPoint = new Uint8Array(this.ids.length);
    const doubled: number[] = [];
    let count = 0;
    for (let thing = 0, point = 0; thing < things.length || point < points.length;) {
      const isThing = (things[thing] ?? Infinity) <= (points[point] ?? Infinity);
      const id = (isThing ? things[thing++] : points[point++]) ?? 0;
      if (count > 0 && this.ids[count - 1] === id) {
        if (isThing || this.isPoint[count - 1] === 0) doubled.push(id);
        continue;
      }
      this.isPoint[count] = isThing ? 0 : 1;
      this.ids[count++] = id;
    }
    this.ids = this.ids.slice(0, count);
    return doubled;
  }

  get size(): number {
    return this.ids.length;
  }

  /** The place of a thing that is not in the block. */
  setOther(oldId: number, newId: number): void {
    this.others.set(oldId, newId);
  }

  /** The new ids are `first`, `first + 1` and so on. */
  placeAt(first: number): void {
    this.first = first;
  }

  /** How many ids are smaller. */
  private rank(id: number): number {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(id: number): boolean {
    return this.newId(id) !== undefined;
  }

  /** @returns undefined for an id that names nothing in the archive */
  newId(id: number): number | undefined {
    const other = this.others.get(id);
    if (other !== undefined) return other;
    const rank = this.rank(id);
    return this.ids[rank] === id && this.isPoint[rank] === 0 ? this.first + rank : undefined;
  }

  /** The new id of the first thing or point whose id is at least this; one beyond the block if there is none. */
  newIdFrom(id: number): number {
    return this.first + this.rank(id);
  }
}
