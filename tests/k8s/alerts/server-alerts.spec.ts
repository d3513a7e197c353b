import { serverRules } from '../../support/monitoring';
import { Alerting } from './alerting';
import { DAY, HOUR, Labels, MINUTE, Phase, Series, counter, gauge } from './samples';

const namespace = 'stoa';
const staging = { namespace: 'staging' };

/** A value for so long up to now, another one before. */
const since = (minutes: number, value: number, before: number): Phase[] => [
  [-DAY, before],
  [-minutes * MINUTE, value],
];

/** A value of this installation, and what another one in the cluster has of it. */
function beside(name: string, labels: Labels, elsewhere: number, phases: Phase[]): Series[] {
  return [gauge(name, { namespace, ...labels }, ...phases), gauge(name, { ...labels, ...staging }, [-DAY, elsewhere])];
}

/** Three servers of NATS, of which some are left, the others away for so long. */
function connected(left: number, minutes = 10, labels: Labels = { namespace }): Series[] {
  return [0, 1, 2].map((index) => {
    const end: Phase[] = index < left ? [] : [[-minutes * MINUTE, undefined]];
    return gauge('nats_varz_connections', { ...labels, pod: `nats-${index}` }, [-DAY, 5], ...end);
  });
}

/** Three servers of NATS, of which the last has had no route for so long. */
function joined(minutes: number, labels: Labels = { namespace }): Series[] {
  return [0, 1, 2].map((index) => {
    const end: Phase[] = index < 2 ? [] : [[-minutes * MINUTE, 0]];
    return gauge('nats_varz_routes', { ...labels, pod: `nats-${index}` }, [-DAY, 2], ...end);
  });
}

const standbys = (left: number, minutes: number) =>
  beside('cnpg_pg_replication_streaming_replicas', {}, 2, since(minutes, left, 2));
const archived = (seconds: number, minutes: number) =>
  beside('cnpg_pg_stat_archiver_seconds_since_last_archival', {}, 30, since(minutes, seconds, 30));
const backedUp = (hoursAgo: number) =>
  beside('barman_cloud_cloudnative_pg_io_last_available_backup_timestamp', {}, 0, [[-DAY, -hoursAgo * HOUR]]);
const slow = (minutesAgo: number) => [
  counter(
    'nats_varz_slow_consumers',
    { namespace },
    [-DAY, 0],
    [-minutesAgo * MINUTE, 1 / MINUTE],
    [(1 - minutesAgo) * MINUTE, 0],
  ),
];
const failed = (job: string) => beside('kube_job_failed', { job_name: job, condition: 'true' }, 1, since(1, 1, 0));
const standing = (condition: string) =>
  beside('kube_deployment_status_condition', { deployment: 'users', condition, status: 'false' }, 1, since(1, 1, 0));
const scaled = (replicas: number, minutes: number) => [
  ...beside(
    'kube_horizontalpodautoscaler_status_desired_replicas',
    { horizontalpodautoscaler: 'users' },
    16,
    since(minutes, replicas, 2),
  ),
  ...beside('kube_horizontalpodautoscaler_spec_max_replicas', { horizontalpodautoscaler: 'users' }, 16, [[-DAY, 16]]),
];
const ends = (days: number, labels: Labels) => [
  gauge('certmanager_certificate_expiration_timestamp_seconds', { name: 'nats', ...labels }, [-DAY, days * DAY]),
];

/** What is there, and with which labels the alert fires; what other installations have must not matter. */
const CASES: [alert: string, what: string, series: Series[], firing: object[]][] = [
  ['StoaDatabaseStandbysMissing', 'none is left', standbys(0, 10), [{ namespace }]],
  ['StoaDatabaseStandbysMissing', 'none is left for a minute', standbys(0, 1), []],
  ['StoaDatabaseStandbyAway', 'one is away', standbys(1, 20), [{ namespace }]],
  ['StoaDatabaseStandbyAway', 'one is away for ten minutes', standbys(1, 10), []],
  ['StoaDatabaseNotArchived', 'the store takes nothing', archived(1_200, 10), [{ namespace }]],
  ['StoaDatabaseNotArchived', 'it took something five minutes ago', archived(300, 10), []],
  ['StoaDatabaseNotArchived', 'it has just begun', archived(1_200, 2), []],
  ['StoaDatabaseNotBackedUp', 'two nights had none', backedUp(48), [{ namespace }]],
  ['StoaDatabaseNotBackedUp', 'last night had one', backedUp(20), []],
  ['StoaNatsServersMissing', 'all are there', connected(3), []],
  ['StoaNatsServersMissing', 'one is away for a moment', connected(2, 2), []],
  ['StoaNatsServersMissing', 'one is away', [...connected(2), ...connected(3, 0, staging)], [{ namespace }]],
  ['StoaNatsServersMissing', 'others have theirs', [...connected(0), ...connected(3, 0, staging)], [{ namespace }]],
  ['StoaNatsServersMissing', 'none is left anywhere', connected(0), [{ namespace }, {}]],
  ['StoaNatsServersMissing', 'nobody was ever asked', [], [{}]],
  ['StoaNatsServerAlone', 'two have joined each other', joined(5).slice(0, 2), []],
  ['StoaNatsServerAlone', 'one starts', joined(1), []],
  ['StoaNatsServerAlone', 'one is refused', [...joined(5), ...joined(1, staging)], [{ namespace, pod: 'nats-2' }]],
  ['StoaNatsSlowConsumers', 'one was cut off', slow(5), [{ namespace }]],
  ['StoaNatsSlowConsumers', 'that is half an hour ago', slow(30), []],
  ['StoaMigrationFailed', 'a job has failed', failed('migrate-7'), [{ namespace, job_name: 'migrate-7' }]],
  ['StoaMigrationFailed', 'another job has', failed('backup'), []],
  ['StoaRolloutStuck', 'pods do not become ready', standing('Progressing'), [{ namespace, deployment: 'users' }]],
  ['StoaRolloutStuck', 'a pod is missing', standing('Available'), []],
  ['StoaAutoscalerAtMaximum', 'no more may come', scaled(16, 20), [{ namespace, horizontalpodautoscaler: 'users' }]],
  ['StoaAutoscalerAtMaximum', 'that is so for five minutes', scaled(16, 5), []],
  ['StoaAutoscalerAtMaximum', 'one more may come', scaled(15, 20), []],
  ['StoaCertificateExpires', 'a week is left', ends(7, { exported_namespace: namespace }), [{ name: 'nats' }]],
  ['StoaCertificateExpires', 'a week is left, told otherwise', ends(7, { namespace }), [{ name: 'nats' }]],
  ['StoaCertificateExpires', 'a month is left', ends(30, { namespace }), []],
  ['StoaCertificateExpires', 'it is of others', ends(7, staging), []],
];

describe('alerts about servers and what Kubernetes says', () => {
  it('have each a case that they must tell of, and one that they must not', () => {
    const told = (isFiring: boolean) =>
      new Set(CASES.filter(([, , , firing]) => firing.length > 0 === isFiring).map(([alert]) => alert));
    const both = [...told(true)].filter((alert) => told(false).has(alert));
    expect(both.sort()).toEqual(
      serverRules()
        .map(({ alert }) => alert)
        .sort(),
    );
  });

  it.each(CASES)('%s when %s', (name, _what, series, firing) => {
    const rule = serverRules().find(({ alert }) => alert === name);
    if (!rule) throw new Error('there is no such alert');
    expect(new Alerting(series).firing(rule)).toEqual(firing);
  });
});
