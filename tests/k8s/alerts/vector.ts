import { Labels } from './samples';

export interface Element {
  labels: Labels;
  value: number;
}

/** What an expression gives: a number, or elements that differ in their labels. */
export type Value = number | Element[];

export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
};
const COMPARISON: Record<string, (a: number, b: number) => boolean> = {
  Gtr: (a, b) => a > b,
  Lss: (a, b) => a < b,
};
const SETS: Record<string, (left: Element[], right: Element[]) => Element[]> = {
  And: (left, right) => left.filter(({ labels }) => has(right, labels)),
  Unless: (left, right) => left.filter(({ labels }) => !has(right, labels)),
  Or: (left, right) => [...left, ...right.filter(({ labels }) => !has(left, labels))],
};

function has(elements: Element[], labels: Labels): boolean {
  const key = keyOf(labels);
  return elements.some((element) => keyOf(element.labels) === key);
}

/** @throws Error for operators that no rule of ours uses */
export function binary(operator: string, left: Value, right: Value): Value {
  const [arithmetic, comparison, set] = [ARITHMETIC[operator], COMPARISON[operator], SETS[operator]];
  if (arithmetic) return combined(left, right, (a, b) => arithmetic(a, b));
  if (comparison && !(typeof left === 'number' && typeof right === 'number'))
    return combined(left, right, (a, b) => (comparison(a, b) ? (typeof left === 'number' ? b : a) : undefined));
  if (set && typeof left !== 'number' && typeof right !== 'number') return set(left, right);
  throw new Error(`${operator} between these operands is not supported here`);
}

/** Element by element; those for which nothing results are left out. */
function combined(left: Value, right: Value, of: (a: number, b: number) => number | undefined): Value {
  const kept = (labels: Labels, value: number | undefined) => (value === undefined ? [] : [{ labels, value }]);
  if (typeof left === 'number') {
    if (typeof right === 'number') return of(left, right) ?? Number.NaN;
    return right.flatMap(({ labels, value }) => kept(labels, of(left, value)));
  }
  if (typeof right === 'number') return left.flatMap(({ labels, value }) => kept(labels, of(value, right)));
  const others = new Map(right.map((element) => [keyOf(element.labels), element.value]));
  if (others.size < right.length || new Set(left.map(({ labels }) => keyOf(labels))).size < left.length)
    throw new Error('several elements have the same labels');
  return left.flatMap(({ labels, value }) => {
    const other = others.get(keyOf(labels));
    return other === undefined ? [] : kept(labels, of(value, other));
  });
}

const AGGREGATES: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};

/** @throws Error for aggregations that no rule of ours uses */
export function aggregate(operator: string, elements: Element[], by: readonly string[]): Element[] {
  const of = AGGREGATES[operator];
  if (!of) throw new Error(`${operator} is not supported here`);
  return grouped(elements, (label) => by.includes(label)).map(({ labels, members }) => ({
    labels,
    value: of(members.map(({ value }) => value)),
  }));
}

/** Elements with the same values of the labels that are kept. */
export function grouped(
  elements: Element[],
  isKept: (label: string) => boolean,
): { labels: Labels; members: Element[] }[] {
  const groups = new Map<string, { labels: Labels; members: Element[] }>();
  for (const element of elements) {
    const labels = Object.fromEntries(Object.entries(element.labels).filter(([label]) => isKept(label)));
    const key = keyOf(labels);
    const group = groups.get(key) ?? { labels, members: [] };
    groups.set(key, group);
    group.members.push(element);
  }
  return [...groups.values()];
}
