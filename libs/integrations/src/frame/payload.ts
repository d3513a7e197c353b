import { badRequest } from '@stoa/errors';

type Step = string | number;

/**
 * What a tool has sent, read by paths such as `issue.title`. Whoever asks for a text gets one, or the error that names the
 * place; `optional…` take null and what is missing as nothing.
 */
export class Payload {
  constructor(
    readonly value: unknown,
    private readonly at: string = 'payload',
  ) {}

  /** @param path names separated by dots; numbers are positions in lists */
  node(path: string): Payload {
    return path.split('.').reduce<Payload>((payload, name) => payload.step(name), this);
  }

  has(path: string): boolean {
    const { value } = this.node(path);
    return value !== undefined && value !== null;
  }

  /** @throws DomainError `payload["x"] is not a string` */
  text(path: string): string {
    const { value, at } = this.node(path);
    if (typeof value !== 'string') throw badRequest(`${at} is not a string`);
    return value;
  }

  /** An empty text is nothing too. */
  optionalText(path: string): string | undefined {
    return this.has(path) ? this.text(path) || undefined : undefined;
  }

  /** A text, or a number as text: tools disagree about ids. */
  label(path: string): string {
    const { value } = this.node(path);
    return typeof value === 'number' ? String(value) : this.text(path);
  }

  optionalLabel(path: string): string | undefined {
    return this.has(path) ? this.label(path) || undefined : undefined;
  }

  number(path: string): number {
    const { value, at } = this.node(path);
    if (typeof value !== 'number') throw badRequest(`${at} is not a number`);
    return value;
  }

  optionalNumber(path: string): number | undefined {
    return this.has(path) ? this.number(path) : undefined;
  }

  flag(path: string): boolean {
    const { value, at } = this.node(path);
    if (typeof value !== 'boolean') throw badRequest(`${at} is not a boolean`);
    return value;
  }

  /** False where nothing is said. */
  optionalFlag(path: string): boolean {
    return this.has(path) && this.flag(path);
  }

  /** Empty where there is none. */
  list(path: string): Payload[] {
    const { value, at } = this.node(path);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw badRequest(`${at} is not a list`);
    return value.map((item: unknown, index) => new Payload(item, `${at}[${index}]`));
  }

  texts(path: string): string[] {
    return this.list(path).map((item) => item.asText());
  }

  asText(): string {
    if (typeof this.value !== 'string') throw badRequest(`${this.at} is not a string`);
    return this.value;
  }

  /** Whatever it is, as text. */
  shown(): string {
    const { value } = this;
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  }

  /** What stands there, also where it is JSON in a text. @throws DomainError `payload["x"] is not valid JSON` */
  decoded(path: string): Payload {
    const node = this.node(path);
    if (typeof node.value !== 'string') return node;
    try {
      return new Payload(JSON.parse(node.value), node.at);
    } catch {
      throw badRequest(`${node.at} is not valid JSON`);
    }
  }

  /** Names and values of an object, in its order; empty where there is none. */
  entries(path: string): [string, Payload][] {
    const node = this.node(path);
    if (node.value === undefined || node.value === null) return [];
    if (!isObject(node.value)) throw badRequest(`${node.at} is not a dict`);
    return Object.keys(node.value).map((name) => [name, node.step(name)]);
  }

  private step(name: Step): Payload {
    const at = `${this.at}[${typeof name === 'number' || /^\d+$/.test(name) ? name : JSON.stringify(name)}]`;
    const { value } = this;
    if (value === undefined || value === null) return new Payload(undefined, at);
    if (Array.isArray(value)) return new Payload(value[Number(name)], at);
    if (!isObject(value)) throw badRequest(`${this.at} is not a dict`);
    return new Payload(Object.hasOwn(value, name) ? value[name] : undefined, at);
  }
}

function isObject(value: unknown): value is Record<Step, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
