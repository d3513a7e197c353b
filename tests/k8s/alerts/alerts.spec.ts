import { rules } from '../../support/monitoring';
import { Alerting } from './alerting';
import { CASES } from './cases';

const alerts = rules().flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));
/** Each case's rules, with what they have recorded. */
const situations = new Map(
  Object.entries(CASES).map(([alert, { fires, silent }]) => [
    alert,
    [
      ...Object.entries(fires).map(([what, series]) => ({ what, fires: true, alerting: new Alerting(series) })),
      ...Object.entries(silent).map(([what, series]) => ({ what, fires: false, alerting: new Alerting(series) })),
    ],
  ]),
);
const table = alerts.flatMap((rule) => (situations.get(rule.alert) ?? []).map((one) => ({ rule, ...one })));

/** Bounds in an expression: what must be exceeded. (What must not be fallen short of is 0 or 1.) */
const BOUND = /(> )(\d+(?:\.\d+)?)/g;

describe('alerts', () => {
  it('have each a case that they must tell of, and one that they must not; there are no others', () => {
    const complete = Object.entries(CASES).filter(
      ([, { fires, silent }]) => Object.keys(fires).length > 0 && Object.keys(silent).length > 0,
    );
    expect(complete.map(([alert]) => alert).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  it.each(table.filter(({ fires }) => fires).map((one) => [one.rule.alert, one.what, one] as const))(
    '%s tells when %s, of whom its summary names',
    (_alert, _what, { rule, alerting }) => {
      const firing = alerting.firing(rule);
      expect(firing).not.toEqual([]);
      const named = [...(rule.annotations?.summary ?? '').matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      for (const labels of firing) expect(named.filter((label) => !labels[label])).toEqual([]);
    },
  );

  it.each(table.filter(({ fires }) => !fires).map((one) => [one.rule.alert, one.what, one] as const))(
    '%s is silent when %s',
    (_alert, _what, { rule, alerting }) => {
      expect(alerting.firing(rule)).toEqual([]);
    },
  );

  it('have cases near their bounds: with a bound four times as high or low one would come out otherwise', () => {
    const missed = alerts.flatMap((rule) =>
      [...rule.expr.matchAll(BOUND)]
        .filter(([, , bound]) => Number(bound) > 0)
        .flatMap(({ 0: text, 1: comparison = '', 2: bound = '', index }) =>
          [0.25, 4].flatMap((factor) => {
            const moved = `${comparison}${Number(bound) * factor}`;
            const expr = rule.expr.slice(0, index) + moved + rule.expr.slice(index + text.length);
            const isNoticed = situations
              .get(rule.alert)
              ?.some(({ fires, alerting }) => alerting.firing({ ...rule, expr }).length > 0 !== fires);
            return isNoticed ? [] : [`${rule.alert}: ${text} instead of ${moved}`];
          }),
        ),
    );
    expect(missed).toEqual([]);
  });

  it('wait as long as they say: without that, a case of each that waits minutes would come out otherwise', () => {
    const waiting = alerts.filter(({ for: patience = '0m', labels }) => patience !== '0m' && !labels?.slo);
    const missed = waiting.filter(
      (rule) =>
        !situations
          .get(rule.alert)
          ?.some(({ fires, alerting }) => !fires && alerting.firing({ ...rule, for: '0m' }).length > 0),
    );
    expect(missed.map(({ alert }) => alert)).toEqual([]);
  });
});
