import { parser } from '@prometheus-io/lezer-promql';
import { LabelMatcher, matchesAll } from '../../support/promql';
import { growthIn, histogramQuantile } from './functions';
import { Labels, Series, samplesIn, valueAt } from './samples';
import { Element, Value, aggregate, binary } from './vector';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Where an expression finds its series: exported ones, and those that rules record. */
export interface Source {
  series: readonly Series[];
  /** Elements of a recorded metric at a moment; undefined if it is none. */
  recorded: (name: string, time: number) => Element[] | undefined;
}

export function seconds(duration: string): number {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`the duration ${duration} is not supported here`);
  return Number(amount) * factor;
}

/**
 * An expression at a moment, as Prometheus would evaluate it, for what our rules are made of. It is not a whole PromQL:
 * whatever else is asked for is refused, so that no rule passes a test by being misunderstood.
 */
export class Expression {
  private readonly root: SyntaxNode;

  /** @throws Error if it is not PromQL */
  constructor(
    private readonly text: string,
    private readonly source: Source,
  ) {
    const tree = parser.parse(text);
    tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      },
    });
    const [root] = children(tree.topNode);
    if (!root) throw new Error(`nothing is asked for: ${text}`);
    this.root = root;
  }

  /** @throws Error for anything that our rules do not use */
  at(time: number): Value {
    return this.value(this.root, time);
  }

  private value(node: SyntaxNode, time: number): Value {
    const [first, ...rest] = children(node);
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(this.textOf(node));
      case 'ParenExpr':
        return this.value(first ?? this.refuse(node), time);
      case 'VectorSelector':
        return this.selected(node, time);
      case 'FunctionCall':
        return this.called(node, time);
      case 'AggregateExpr':
        return this.aggregated(node, time);
      case 'BinaryExpr': {
        const [operator, right] = rest;
        if (!first || !operator || !right || rest.length > 2) return this.refuse(node);
        return binary(operator.name, this.value(first, time), this.value(right, time));
      }
      default:
        return this.refuse(node);
    }
  }

  private called(node: SyntaxNode, time: number): Value {
    const [name, body] = children(node);
    if (!name || !body) return this.refuse(node);
    const args = children(body);
    const [first, second] = args;
    switch (this.textOf(name)) {
      case 'time':
        return time;
      case 'rate':
      case 'increase': {
        if (first?.name !== 'MatrixSelector' || second) return this.refuse(node);
        return this.grown(first, time, this.textOf(name) === 'rate');
      }
      case 'max_over_time':
        if (first?.name !== 'MatrixSelector' || second) return this.refuse(node);
        return this.largest(first, time);
      case 'absent':
        if (first?.name !== 'VectorSelector' || second) return this.refuse(node);
        return this.selected(first, time).length > 0 ? [] : [{ labels: this.equalities(first), value: 1 }];
      case 'histogram_quantile': {
        const [quantile, buckets] = args.map((argument) => this.value(argument, time));
        if (typeof quantile !== 'number' || typeof buckets !== 'object') return this.refuse(node);
        return histogramQuantile(quantile, buckets);
      }
      default:
        return this.refuse(node);
    }
  }

  private aggregated(node: SyntaxNode, time: number): Element[] {
    const [operator, body, modifier] = ['AggregateOp', 'FunctionCallBody', 'AggregateModifier'].map((name) =>
      node.getChild(name),
    );
    const [argument, ...others] = body ? children(body) : [];
    if (!operator || !argument || others.length > 0 || (modifier && !modifier.getChild('By'))) return this.refuse(node);
    const by = modifier?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
    const elements = this.value(argument, time);
    if (typeof elements === 'number') return this.refuse(node);
    const labels = by.map((label) => this.textOf(label));
    return aggregate(this.textOf(operator), elements, labels);
  }

  private grown(matrix: SyntaxNode, time: number, isPerSecond: boolean): Element[] {
    const [selector, duration, ...others] = children(matrix);
    if (selector?.name !== 'VectorSelector' || !duration || others.length > 0) return this.refuse(matrix);
    const window = seconds(this.textOf(duration));
    return this.series(selector).flatMap((series) => {
      const growth = growthIn(samplesIn(series, time, window), time, window);
      if (growth === undefined) return [];
      return [{ labels: series.labels, value: isPerSecond ? growth / window : growth }];
    });
  }

  private largest(matrix: SyntaxNode, time: number): Element[] {
    const [selector, duration, ...others] = children(matrix);
    if (selector?.name !== 'VectorSelector' || !duration || others.length > 0) return this.refuse(matrix);
    return this.series(selector).flatMap((series) => {
      const values = samplesIn(series, time, seconds(this.textOf(duration))).map(({ value }) => value);
      return values.length > 0 ? [{ labels: series.labels, value: Math.max(...values) }] : [];
    });
  }

  private selected(node: SyntaxNode, time: number): Element[] {
    const recorded = this.source.recorded(this.nameOf(node), time);
    if (recorded) return recorded.filter(({ labels }) => matchesAll(this.matchersOf(node), labels));
    return this.series(node).flatMap((series) => {
      const value = valueAt(series, time);
      return value === undefined ? [] : [{ labels: series.labels, value }];
    });
  }

  private series(selector: SyntaxNode): Series[] {
    const [name, matchers] = [this.nameOf(selector), this.matchersOf(selector)];
    return this.source.series.filter((series) => series.name === name && matchesAll(matchers, series.labels));
  }

  private nameOf(selector: SyntaxNode): string {
    return this.textOf(selector.getChild('Identifier') ?? this.refuse(selector));
  }

  private matchersOf(selector: SyntaxNode): LabelMatcher[] {
    return children(selector.getChild('LabelMatchers') ?? undefined).map((matcher) => {
      if (matcher.name !== 'UnquotedLabelMatcher') return this.refuse(matcher);
      const [label = '', operator = '', value = ''] = children(matcher).map((part) => this.textOf(part));
      return { label, operator, value: value.slice(1, -1) };
    });
  }

  /** What an absent series would have been labelled. */
  private equalities(selector: SyntaxNode): Labels {
    const exact = this.matchersOf(selector).filter(({ operator }) => operator === '=');
    return Object.fromEntries(exact.map(({ label, value }) => [label, value]));
  }

  private textOf(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  private refuse(node: SyntaxNode): never {
    throw new Error(`${node.name} is not supported here: ${this.textOf(node)}`);
  }
}

function children(node: SyntaxNode | undefined): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node?.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}
