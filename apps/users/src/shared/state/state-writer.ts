import { FragmentId, KnownFragments, RopeBuilder } from '@stoa/fragments';

/** Writes the members of one JSON object, piece by piece, into a rope. */
export class StateWriter {
  private readonly rope: RopeBuilder;
  private isFirst = true;

  constructor(known: KnownFragments) {
    this.rope = new RopeBuilder(known);
    this.rope.text('{');
  }

  field(name: string, value: unknown): void {
    this.text(name, JSON.stringify(value));
  }

  fields(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.field(name, value);
  }

  /** @param json text of the value */
  text(name: string, json: string): void {
    this.name(name);
    this.rope.text(json);
  }

  /** An array whose elements `write` adds. */
  array(name: string, write: (elements: ArrayWriter) => void): void {
    this.name(name);
    this.rope.text('[');
    write(new ArrayWriter(this.rope));
    this.rope.text(']');
  }

  encode(): Buffer {
    this.rope.text('}');
    return this.rope.encode();
  }

  private name(name: string): void {
    this.rope.text(this.isFirst ? `"${name}":` : `,"${name}":`);
    this.isFirst = false;
  }
}

/** Below this, telling which version of a text one holds costs more than the text. */
const SHORTEST_SHARED_BYTES = 256;

/** Elements of an array; empty runs of elements leave no trace. */
export class ArrayWriter {
  private isFirst = true;

  constructor(private readonly rope: RopeBuilder) {}

  /** One element, or several joined by commas. */
  text(elements: string): void {
    if (elements === '') return;
    this.separate();
    this.rope.text(elements);
  }

  bytes(elements: Buffer): void {
    if (elements.length === 0) return;
    this.separate();
    this.rope.bytes(elements);
  }

  /** Elements that many answers share. */
  fragment(id: FragmentId, elements: Buffer): void {
    if (elements.length === 0) return;
    this.separate();
    this.rope.fragment(id, () => elements);
  }

  /** An object with an array as last member, shared if it is long: `head` is the object's text up to that array's bracket. */
  objectWithShared(head: string, id: FragmentId, elements: Buffer): void {
    this.separate();
    this.rope.text(head);
    if (elements.length < SHORTEST_SHARED_BYTES) this.rope.text(elements.toString());
    else this.rope.fragment(id, () => elements);
    this.rope.text(']}');
  }

  private separate(): void {
    if (!this.isFirst) this.rope.text(',');
    this.isFirst = false;
  }
}
