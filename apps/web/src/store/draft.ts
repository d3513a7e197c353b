/** State that one batch of events is being applied to: each part is copied before its first change, and only then. */
export class Draft<State extends object> {
  private readonly copied = new Set<unknown>();
  private changed: State | undefined;

  constructor(private readonly base: State) {}

  /** As it is with what was changed so far. */
  get state(): Readonly<State> {
    return this.changed ?? this.base;
  }

  /** Replaces a part. */
  set<K extends keyof State>(part: K, value: State[K]): void {
    if (Object.is(this.state[part], value)) return;
    this.changed ??= { ...this.base };
    this.changed[part] = value;
  }

  /** The part's Map or Set, a copy that may be changed until the batch ends. */
  write<K extends keyof State>(part: K): WritableOf<State[K]> {
    const value = this.state[part];
    return this.own(value, (copy) => this.set(part, copy)) as WritableOf<State[K]>;
  }

  /** A Map or Set that stands in a Map, likewise; made by `empty` where there is none. */
  writeIn<Key, Value>(map: Map<Key, Value>, key: Key, empty: () => Value): WritableOf<Value> {
    const value = map.get(key) ?? empty();
    const own = this.own(value, (copy) => map.set(key, copy));
    if (!map.has(key)) map.set(key, own);
    return own as WritableOf<Value>;
  }

  private own<Value>(value: Value, replace: (copy: Value) => void): Value {
    if (this.copied.has(value)) return value;
    const copy = copyOf(value);
    this.copied.add(copy);
    replace(copy);
    return copy;
  }
}

type WritableOf<T> =
  T extends ReadonlyMap<infer K, infer V> ? Map<K, V> : T extends ReadonlySet<infer V> ? Set<V> : never;

function copyOf<Value>(value: Value): Value {
  // Only Maps and Sets come here (WritableOf), and their copies are of the same kind.
  if (value instanceof Map) return new Map(value) as Value;
  if (value instanceof Set) return new Set(value) as Value;
  throw new TypeError('only Maps and Sets are copied');
}
