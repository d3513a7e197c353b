import { rules, serverRules } from '../../support/monitoring';
import { Alerting } from './alerting';
import { CASES } from './cases';
import { DAY, Labels, MINUTE, Phase, Series, gauge } from './samples';

const serverRule = (name: string) => serverRules().find(({ alert }) => alert === name);

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

describe('StoaNatsServersMissing', () => {
  const rule = serverRule('StoaNatsServersMissing');

  /** Three servers, of which some are left, the others away for so long. */
  function servers(namespace: string, left: number, minutes = 10): Series[] {
    return [0, 1, 2].map((index) => {
      const end: Phase[] = index < left ? [] : [[-minutes * MINUTE, undefined]];
      return gauge('nats_varz_connections', { namespace, pod: `nats-${index}` }, [-DAY, 5], ...end);
    });
  }

  it.each<[what: string, series: Series[], firing: object[]]>([
    ['all are there', servers('stoa', 3), []],
    ['one is away for a moment', servers('stoa', 2, 2), []],
    ['one is away', [...servers('stoa', 2), ...servers('staging', 3)], [{ namespace: 'stoa' }]],
    [
      'none is left, and others have theirs',
      [...servers('stoa', 0), ...servers('staging', 3)],
      [{ namespace: 'stoa' }],
    ],
    ['none is left anywhere', servers('stoa', 0), [{ namespace: 'stoa' }, {}]],
    ['nobody was ever asked', [], [{}]],
  ])('when %s', (_what, series, firing) => {
    if (!rule) throw new Error('there is no such alert');
    expect(new Alerting(series).firing(rule)).toEqual(firing);
  });
});

describe('StoaNatsServerAlone', () => {
  const rule = serverRule('StoaNatsServerAlone');

  /** Three servers, of which the last has had no route for so long. */
  function servers(namespace: string, minutes: number): Series[] {
    return [0, 1, 2].map((index) => {
      const end: Phase[] = index < 2 ? [] : [[-minutes * MINUTE, 0]];
      return gauge('nats_varz_routes', { namespace, pod: `nats-${index}` }, [-DAY, 2], ...end);
    });
  }

  it.each<[what: string, series: Series[], firing: object[]]>([
    ['two have joined each other', servers('stoa', 5).slice(0, 2), []],
    ['one starts', servers('stoa', 1), []],
    ['one is refused', [...servers('stoa', 5), ...servers('staging', 1)], [{ namespace: 'stoa', pod: 'nats-2' }]],
  ])('when %s', (_what, series, firing) => {
    if (!rule) throw new Error('there is no such alert');
    expect(new Alerting(series).firing(rule)).toEqual(firing);
  });
});

describe('alerts about what Kubernetes says', () => {
  const namespace = 'stoa';
  const gauges = (name: string, labels: Labels, ...phases: Phase[]) => [
    gauge(name, { namespace, ...labels }, ...phases),
    gauge(name, { ...labels, namespace: 'staging' }, ...phases),
  ];
  const since = (minutes: number, value: number, before = 0): Phase[] => [
    [-DAY, before],
    [-minutes * MINUTE, value],
  ];
  const failed = (job: string, minutes: number) =>
    gauges('kube_job_failed', { job_name: job, condition: 'true' }, ...since(minutes, 1));
  const standing = (condition: string) =>
    gauges('kube_deployment_status_condition', { deployment: 'users', condition, status: 'false' }, ...since(1, 1));
  const scaled = (replicas: number, minutes: number) => [
    ...gauges(
      'kube_horizontalpodautoscaler_status_desired_replicas',
      { horizontalpodautoscaler: 'users' },
      ...since(minutes, replicas, 2),
    ),
    ...gauges('kube_horizontalpodautoscaler_spec_max_replicas', { horizontalpodautoscaler: 'users' }, [-DAY, 16]),
  ];
  const ends = (days: number, labels: Labels) =>
    gauge('certmanager_certificate_expiration_timestamp_seconds', { name: 'nats', ...labels }, [-DAY, days * DAY]);
  const expiring = { name: 'nats' };

  it.each<[alert: string, what: string, series: Series[], firing: object[]]>([
    ['StoaMigrationFailed', 'a job has failed', failed('migrate-7', 1), [{ namespace, job_name: 'migrate-7' }]],
    ['StoaMigrationFailed', 'another job has', failed('backup', 60), []],
    ['StoaRolloutStuck', 'pods do not become ready', standing('Progressing'), [{ namespace, deployment: 'users' }]],
    ['StoaRolloutStuck', 'a pod is missing', standing('Available'), []],
    ['StoaAutoscalerAtMaximum', 'no more may come', scaled(16, 20), [{ namespace, horizontalpodautoscaler: 'users' }]],
    ['StoaAutoscalerAtMaximum', 'that is so for five minutes', scaled(16, 5), []],
    ['StoaAutoscalerAtMaximum', 'one more may come', scaled(15, 20), []],
    ['StoaCertificateExpires', 'a week is left', [ends(7, { exported_namespace: namespace })], [expiring]],
    ['StoaCertificateExpires', 'a week is left, told otherwise', [ends(7, { namespace })], [expiring]],
    ['StoaCertificateExpires', 'a month is left', [ends(30, { namespace })], []],
    ['StoaCertificateExpires', 'it is of others', [ends(7, { namespace: 'staging' })], []],
  ])('%s when %s', (name, _what, series, firing) => {
    const rule = serverRule(name);
    if (!rule) throw new Error('there is no such alert');
    expect(new Alerting(series).firing(rule)).toEqual(firing);
  });
});
