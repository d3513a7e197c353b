import type { FragmentFields } from '@stoa/contracts/users';
import { type ByteRange, FragmentedAnswerBuilder } from '@stoa/fragments';
import type { SharedText } from './shared-text';

/** Writes the members of one JSON object, piece by piece, into a fragmented answer. */
export class StateWriter {
  private readonly answer: FragmentedAnswerBuilder;
  private isFirst = true;

  constructor({ known, takes_parts }: FragmentFields) {
    this.answer = new FragmentedAnswerBuilder(known, takes_parts);
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

  /** A value that many answers share. */
  shared(name: string, { id, bytes }: SharedText): void {
    this.name(name);
    this.answer.fragment(id, () => bytes);
  }

  /** Members that many answers share: the text of an object without its braces. */
  sharedFields({ id, bytes }: SharedText): void {
    if (!this.isFirst) this.answer.text(',');
    this.isFirst = false;
    this.answer.fragment(id, () => bytes);
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

  /** Elements that many answers share. */
  fragment({ id, bytes }: SharedText): void {
    if (bytes.length === 0) return;
    this.separate();
    this.answer.fragment(id, () => bytes);
  }

  /** Those elements of a shared text that a range has, joined by commas. */
  part({ id, bytes }: SharedText, range: ByteRange): void {
    this.separate();
    this.answer.part(id, bytes, range);
  }

  /** One element or several joined by commas, written by `write` in pieces. */
  pieces(write: (answer: FragmentedAnswerBuilder) => void): void {
    this.separate();
    write(this.answer);
  }

  private separate(): void {
    if (!this.isFirst) this.answer.text(',');
    this.isFirst = false;
  }
}
