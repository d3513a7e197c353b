import { FragmentId, KnownFragments, FragmentedAnswerBuilder } from '@stoa/fragments';

/** Writes the members of one JSON object, piece by piece, into a fragmented answer. */
export class StateWriter {
  private readonly answer: FragmentedAnswerBuilder;
  private isFirst = true;

  constructor(known: KnownFragments) {
    this.answer = new FragmentedAnswerBuilder(known);
    this.answer.text('{');
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
    this.answer.text(json);
  }

  /** An array whose elements `write` adds. */
  array(name: string, write: (elements: ArrayWriter) => void): void {
    this.name(name);
    this.answer.text('[');
    write(new ArrayWriter(this.answer));
    this.answer.text(']');
  }

  encode(): Buffer {
    this.answer.text('}');
    return this.answer.encode();
  }

  private name(name: string): void {
    this.answer.text(this.isFirst ? `"${name}":` : `,"${name}":`);
    this.isFirst = false;
  }
}

/** Below this, naming the version of a text that the caller holds costs more than the text. */
const SHORTEST_SHARED_BYTES = 256;

/** Elements of an array; empty runs of elements leave no trace. */
export class ArrayWriter {
  private isFirst = true;

  constructor(private readonly answer: FragmentedAnswerBuilder) {}

  /** One element, or several joined by commas. */
  text(elements: string): void {
    if (elements === '') return;
    this.separate();
    this.answer.text(elements);
  }

  bytes(elements: Buffer): void {
    if (elements.length === 0) return;
    this.separate();
    this.answer.bytes(elements);
  }

  /** Elements that many answers share. */
  fragment(id: FragmentId, elements: Buffer): void {
    if (elements.length === 0) return;
    this.separate();
    this.answer.fragment(id, () => elements);
  }

  /** An object with an array as last member, shared if it is long: `head` is the object's text up to that array's bracket. */
  objectWithShared(head: string, id: FragmentId, elements: Buffer): void {
    this.separate();
    this.answer.text(head);
    if (elements.length < SHORTEST_SHARED_BYTES) this.answer.text(elements.toString());
    else this.answer.fragment(id, () => elements);
    this.answer.text(']}');
  }

  private separate(): void {
    if (!this.isFirst) this.answer.text(',');
    this.isFirst = false;
  }
}
