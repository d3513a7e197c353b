import { parser } from '@prometheus-io/lezer-promql';

/** A metric as a query asks for it. */
export interface AskedMetric {
  name: string;
  /** Labels that it must have: those that are matched, and those that are grouped by. */
  labels: Set<string>;
  matchers: LabelMatcher[];
}

export interface LabelMatcher {
  label: string;
  operator: string;
  value: string;
}

/** Whether a series with these labels is meant. */
export function matchesAll(matchers: readonly LabelMatcher[], labels: Record<string, string>): boolean {
  return matchers.every(({ label, operator, value }) => {
    const given = labels[label] ?? '';
    const isMeant = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(given) : given === value;
    return operator.startsWith('!') ? !isMeant : isMeant;
  });
}

/** What Grafana puts into queries. */
const GRAFANA_INTERVAL = /\$__rate_interval/g;

/** The metrics that a query asks for, with their labels. @throws Error if it is not PromQL */
export function askedMetrics(query: string): AskedMetric[] {
  const text = query.replace(GRAFANA_INTERVAL, '5m');
  const asked: AskedMetric[] = [];
  const tree = parser.parse(text);
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
      if (node.name !== 'VectorSelector') return;
      const metric: AskedMetric = { name: '', labels: new Set(), matchers: [] };
      const { node: selector } = node;
      const name = selector.getChild('Identifier');
      if (!name) throw new Error(`a selector without a metric in ${text}`);
      metric.name = text.slice(name.from, name.to);
      for (const matcher of selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
        const part = (child: string) => {
          const found = matcher.getChild(child);
          return found ? text.slice(found.from, found.to) : '';
        };
        metric.labels.add(part('LabelName'));
        metric.matchers.push({
          label: part('LabelName'),
          operator: part('MatchOp'),
          value: part('StringLiteral').slice(1, -1),
        });
      }
      for (let parent = selector.parent; parent; parent = parent.parent) {
        if (parent.name !== 'AggregateExpr') continue;
        const grouping = parent.getChild('AggregateModifier')?.getChild('GroupingLabels');
        for (const label of grouping?.getChildren('LabelName') ?? [])
          metric.labels.add(text.slice(label.from, label.to));
      }
      asked.push(metric);
    },
  });
  return asked;
}
