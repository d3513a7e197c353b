import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { sendToChannel } from '../support/messages';
import { podMetrics, queries } from '../support/monitoring';
import { AskedMetric, askedMetrics, matchesAll } from '../support/promql';
import { PushFixture } from '../support/push-fixture';
import { Sample, Scrape, scrape } from '../support/scrape';
import { TestQueue } from '../support/test-queue';

/** Labels that Prometheus itself adds to what it reads from a pod. */
const OF_TARGETS = new Set(['pod', 'namespace', 'instance', 'container']);
/** Exported only while traces are; tests/e2e/tracing.e2e-spec.ts looks at it. */
const OF_TRACES = 'stoa_trace_spans_total';
/** Values of labels that occur only in failures. */
const OF_FAILURES = new Set(['failure', 'error', 'unavailable', 'credentials']);

describe('metrics', () => {
  let cluster: TestCluster;
  let before: Scrape;
  let found: Scrape;

  beforeAll(async () => {
    cluster = await sharedCluster();
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, channel } = fixture;
    const queue = await TestQueue.register(recipient);
    before = await scrape(cluster);
    const message = queue.next(({ type }) => type === 'message');
    await sendToChannel(sender, channel);
    await message;
    const report = { status: 'active', last_update_id: -1 };
    await recipient.client.succeed('POST', '/users/me/presence', report);
    await fetch(`${cluster.description.base_url}/avatar/${sender.userId}`, { redirect: 'manual' });
    await sender.client.succeed('POST', '/typing', { op: 'start', to: [recipient.userId] });
    await fixture.decided();
    // Rounds of periodic work are as far apart as five seconds.
    await eventually(async () => missing((found = await scrape(cluster))).length === 0).catch(() => undefined);
  }, 180_000);

  it('of every dashboard, rule and autoscaler are exported, with the labels that are asked for', () => {
    expect(missing(found)).toEqual([]);
  });

  it('of autoscalers by pods are exported by the pods that they scale', () => {
    for (const name of podMetrics()) {
      const services = new Set(
        found.samples.filter((sample) => sample.name === name).map(({ labels }) => labels.service),
      );
      expect([name, [...services]]).toEqual([name, ['gateway']]);
    }
  });

  it('of every process tell service, replica and release', () => {
    const { processes } = cluster.description;
    const builds = found.samples.filter(({ name }) => name === 'stoa_build_info');
    const told = builds.map(({ labels }) => `${labels.service} ${labels.replica}`);
    const isService = ({ service }: { service: string }) => service !== 'push-relay-dev';
    expect(told).toEqual(
      expect.arrayContaining(processes.filter(isService).map(({ service, replica }) => `${service} ${replica}`)),
    );
    for (const { labels } of found.samples) expect(labels).toMatchObject({ service: expect.any(String) });
  });

  it('count what happened', () => {
    const sum = (name: string, labels: Record<string, string> = {}, { samples } = found) =>
      samples
        .filter((sample) => sample.name === name && matches(sample, labels))
        .reduce((all, { value }) => all + value, 0);
    expect(sum('stoa_http_request_seconds_count', { method: 'POST', path: '/api/v1/messages' })).toBeGreaterThan(0);
    const sends = { subject: 'rpc.messages.v1.messages.send', outcome: 'success' };
    // Since the first look: a caller that other tests killed has taken its counts with it.
    const [asked, answered] = ['client', 'server'].map((side) => {
      const name = `stoa_rpc_${side}_seconds_count`;
      return sum(name, sends) - sum(name, sends, before);
    });
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBe(answered);
    expect(sum('stoa_http_file_seconds_count', { method: 'GET', path: '/avatar/:who' })).toBeGreaterThan(0);
    expect(sum('stoa_held_poll_answers_total', { reason: 'wake' })).toBeGreaterThan(0);
    expect(sum('stoa_cache_requests_total', { cache: 'api_keys', outcome: 'hit' })).toBeGreaterThan(0);
    expect(sum('stoa_redis_script_seconds_count', { script: 'append', outcome: 'success' })).toBeGreaterThan(0);
    expect(sum('stoa_nats_connected')).toBe(
      new Set(found.samples.map(({ labels }) => `${labels.service} ${labels.replica}`)).size,
    );
    expect(sum('stoa_database_connections_limit', { service: 'messages', replica: '1' })).toBe(15);
  });

  it('tell which process numbers the changes of each partition', async () => {
    // One that gives a partition up for another is seen between the two.
    const holding = ({ samples }: Scrape) =>
      samples.filter(({ name, value }) => name === 'stoa_relay_holding' && value === 1);
    await eventually(async () => {
      const partitions = holding(await scrape(cluster)).map(({ labels }) => labels.partition);
      return partitions.sort().join() === '0,1,2,3';
    });
  });
});

function matches({ labels }: Sample, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value);
}

/** What queries ask for that no process exports. */
function missing({ samples }: Scrape): string[] {
  const byName = new Map<string, Sample[]>();
  for (const sample of samples) byName.set(sample.name, [...(byName.get(sample.name) ?? []), sample]);
  return queries().flatMap(({ place, query }) =>
    askedMetrics(query)
      .filter(({ name }) => !name.includes(':') && name !== OF_TRACES)
      .flatMap((asked) => problemsOf(asked, byName.get(asked.name) ?? []).map((problem) => `${place}: ${problem}`)),
  );
}

function problemsOf({ name, labels, matchers }: AskedMetric, samples: readonly Sample[]): string[] {
  if (samples.length === 0) return [`nothing exports ${name}`];
  const unknown = [...labels].filter(
    (label) => !OF_TARGETS.has(label) && !samples.some((sample) => label in sample.labels),
  );
  // Of expressions only the label is looked for: what they match may not have happened.
  const wanted = matchers.filter(
    ({ label, operator, value }) => operator === '=' && !OF_FAILURES.has(value) && !OF_TARGETS.has(label),
  );
  const isThere = samples.some((sample) => matchesAll(wanted, sample.labels));
  return [
    ...unknown.map((label) => `${name} has no label ${label}`),
    ...(isThere ? [] : [`${name} is never ${JSON.stringify(wanted)}`]),
  ];
}
