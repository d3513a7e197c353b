import { Rule, rules } from '../../support/monitoring';
import { Expression, seconds } from './expression';
import { Labels, MINUTE, Series } from './samples';
import { Element, keyOf } from './vector';

/** Prometheus evaluates rules once a minute unless configured otherwise. */
const STEP_SECONDS = MINUTE;

/** The rules of the manifests over given series. */
export class Alerting {
  private readonly known = new Map<string, Element[]>();
  private readonly records = new Map<string, { expression: Expression; labels: Labels }[]>();

  constructor(private readonly series: readonly Series[]) {
    for (const { record, expr, labels = {} } of rules()) {
      if (record === undefined) continue;
      const one = { expression: new Expression(expr, this.source), labels };
      this.records.set(record, [...(this.records.get(record) ?? []), one]);
    }
  }

  /** The labels with which an alert fires now, having been so at each look for as long as it must. */
  firing({ expr, for: patience = '0m' }: Pick<Rule, 'expr' | 'for'>): Labels[] {
    const expression = new Expression(expr, this.source);
    const steps = Math.ceil(seconds(patience) / STEP_SECONDS);
    let lasting: Map<string, Labels> | undefined;
    for (let step = steps; step >= 0; step--) {
      const found = expression.at(-step * STEP_SECONDS);
      if (typeof found === 'number') throw new Error(`an alert that gives a number: ${expr}`);
      const now = new Map(found.map(({ labels }) => [keyOf(labels), labels]));
      lasting = new Map([...(lasting ?? now)].filter(([key]) => now.has(key)));
      if (lasting.size === 0) return [];
    }
    return [...(lasting ?? new Map<string, Labels>()).values()];
  }

  private get source() {
    return { series: this.series, recorded: (name: string, time: number) => this.recorded(name, time) };
  }

  private recorded(name: string, time: number): Element[] | undefined {
    const records = this.records.get(name);
    if (!records) return undefined;
    const key = `${name} ${time}`;
    const elements =
      this.known.get(key) ?? records.flatMap(({ expression, labels }) => labelled(expression.at(time), labels));
    this.known.set(key, elements);
    return elements;
  }
}

function labelled(value: ReturnType<Expression['at']>, labels: Labels): Element[] {
  const elements = typeof value === 'number' ? [{ labels: {}, value }] : value;
  return elements.map((element) => ({ labels: { ...element.labels, ...labels }, value: element.value }));
}
