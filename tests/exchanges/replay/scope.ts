import { randomInt } from 'node:crypto';
import { Credentials } from './requests';
import { Json, JsonObject, isObject } from './scenario';

/** Somebody of a scenario; `password` is there only if the scenario names it. */
export interface ScenarioPerson {
  id: number;
  email: string;
  api_key: string;
  name: string;
  password?: string;
}

export interface Queue {
  id: string;
  last: number;
  account: Credentials;
}

export class UnknownName extends Error {
  constructor(name: string) {
    super(`\${${name}} is unknown: an earlier step did not give it`);
  }
}

const PLACEHOLDER = /\$\{([^}]+)\}/g;

function randomLetters(length: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz';
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** What a scenario knows while it runs: people, saved values, ids by name. */
export class Scope {
  readonly run = randomLetters(8);
  readonly people = new Map<string, ScenarioPerson>();
  readonly queues = new Map<string, Queue>();
  readonly values = new Map<string, Json>();
  private ids = new Map<string, { id: number; kind: string }>();

  constructor(values: Record<string, Json>) {
    for (const [name, value] of Object.entries({ ...values, run: this.run })) this.values.set(name, value);
  }

  bind(name: string, id: number, kind = name.replace(/-\d+$/, '')): void {
    this.ids.set(name, { id, kind });
  }

  idOf(name: string): number | undefined {
    return this.ids.get(name)?.id;
  }

  addPerson(name: string, person: ScenarioPerson): void {
    this.people.set(name, person);
    this.bind(name, person.id, 'user');
  }

  /** Ids that belong to this scenario's people, or were saved by its steps. */
  ownIds(kind: string | undefined): Set<Json> {
    const own = [...this.ids].filter(
      ([name, bound]) => (this.people.has(name) || this.values.has(name)) && (!kind || bound.kind === kind),
    );
    return new Set(own.map(([, bound]) => bound.id));
  }

  lookup(name: string): Json | undefined {
    if (name.startsWith('now')) return Math.floor(Date.now() / 1000) + Number(name.slice(3) || 0);
    if (name.startsWith('id:')) return this.idOf(name.slice(3));
    if (name.startsWith('queue:')) return this.queues.get(name.slice(6))?.id;
    if (name.startsWith('repeat:')) {
      const [, text = '', times] = name.split(':');
      return text.repeat(Number(times));
    }
    const [first = '', field] = name.split('.');
    const person = this.people.get(first);
    if (person && field) return new Map(Object.entries(person)).get(field);
    return this.values.get(name) ?? this.idOf(name);
  }

  /** A request's value with every placeholder filled in; a text that is one placeholder alone becomes the value itself. */
  fill(value: Json): Json {
    if (typeof value === 'string') return this.fillPart(value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    return isObject(value) ? this.fillAll(value) : value;
  }

  fillAll(fields: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(fields).map(([key, item]) => [this.fillText(key), this.fill(item)]));
  }

  fillText(text: string): string {
    return text.replace(PLACEHOLDER, (_, name: string) => String(this.need(name)));
  }

  private fillPart(text: string): Json {
    const alone = /^\$\{([^}]+)\}$/.exec(text)?.[1];
    return alone === undefined ? this.fillText(text) : this.need(alone);
  }

  private need(name: string): Json {
    const value = this.lookup(name);
    if (value === undefined) throw new UnknownName(name);
    return value;
  }

  /** Ids that a comparison learns are forgotten again by {@link restore} when it was only a try. */
  snapshot(): ReadonlyMap<string, { id: number; kind: string }> {
    return new Map(this.ids);
  }

  restore(ids: ReadonlyMap<string, { id: number; kind: string }>): void {
    this.ids = new Map(ids);
  }
}
