import { createHmac } from 'node:crypto';
import { DomainError } from '@stoa/errors';
import fc from 'fast-check';
import type { Integration, Sample } from './frame/declaration';
import type { Delivery } from './frame/delivery';
import { readDelivery } from './frame/read-delivery';
import { INTEGRATIONS, integrationNamed } from './registry';

const NOW = Date.parse('2026-11-23T12:00:00Z');

function named(name: string): Integration {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  return integration;
}

function deliveryOf({ headers = {}, query = {}, body }: Sample): Delivery {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    headers: { 'content-type': 'application/json', ...lower },
    query,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

const read = (integration: Integration, delivery: Delivery, settings: Record<string, string> = {}) =>
  readDelivery(integration, delivery, { settings, now: NOW });

const samples = INTEGRATIONS.flatMap((integration) =>
  integration.samples.map((sample) => [`${integration.name}: ${sample.name}`, integration, sample] as const),
);

describe('every integration', () => {
  it('is listed once, in the order of names', () => {
    const names = INTEGRATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names.every((name) => /^[a-z0-9_]+$/.test(name))).toBe(true);
  });

  it.each(samples)('%s', (_title, integration, sample) => {
    const { notices, events } = read(integration, deliveryOf(sample));
    for (const { topic, content } of notices) {
      expect(topic).not.toBe('');
      expect([...topic].length).toBeLessThanOrEqual(60);
      expect(content.trim()).toBe(content);
      expect(content).not.toMatch(/undefined|\[object|@\*\*/);
    }
    expect(notices.length).toBeGreaterThan(0);
    for (const event of events) if (integration.events) expect(integration.events).toContain(event);
  });

  it.each(samples)(
    '%s: with one value replaced by another kind, only errors that are meant',
    (_title, integration, sample) => {
      if (typeof sample.body === 'string') return;
      const odd = fc.constantFrom<unknown>(null, [], {}, 0, '', 'x', true, [null], { a: 1 });
      const paths = pathsOf(sample.body);
      fc.assert(
        fc.property(fc.constantFrom(...paths), odd, (path, value) => {
          const changed = replaced(sample.body, path, value);
          try {
            const { notices } = read(integration, deliveryOf({ ...sample, body: changed }));
            for (const { content } of notices) expect(content).not.toMatch(/\[object/);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
        }),
        { numRuns: 150 },
      );
    },
  );

  it.each(INTEGRATIONS.map((one) => [one.name, one] as const))(
    '%s refuses what is not signed once the bot has a secret',
    (_name, integration) => {
      const [sample] = integration.samples;
      if (!sample) throw new Error('no sample');
      const settings = { webhook_secret: 's3cret' };
      expect(() => read(integration, deliveryOf(sample), settings)).toThrow('Webhook signature verification failed.');
      const trial = { settings, now: NOW, isTrusted: true };
      expect(readDelivery(integration, deliveryOf(sample), trial)).toEqual(read(integration, deliveryOf(sample)));
    },
  );

  it.each(INTEGRATIONS.map((one) => [one.name, one] as const))('%s refuses what is not JSON', (_name, integration) => {
    const [sample] = integration.samples;
    if (!sample || integration.body === 'fields') return;
    const broken = { ...deliveryOf(sample), body: Buffer.from('{"a":') };
    expect(() => read(integration, broken)).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }));
  });
});

/** Headers by which vendors sign, written from their pages and not from the code. */
describe('a signature as its vendor makes it', () => {
  type Encoding = 'hex' | 'base64';
  const hmac = (secret: string, text: string, encoding: Encoding = 'hex') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const SECONDS = String(NOW / 1_000);
  const ISO = new Date(NOW).toISOString();
  const ofBody =
    (header: string, prefix = '') =>
    (secret: string, body: string) => ({
      [header]: prefix + hmac(secret, body),
    });

  it.each<[string, (secret: string, body: string) => Record<string, string>]>([
    ['bitbucket2', ofBody('x-hub-signature', 'sha256=')],
    ['bitbucket3', ofBody('x-hub-signature', 'sha256=')],
    ['buildkite', (secret) => ({ 'x-buildkite-token': secret })],
    [
      'buildkite',
      (secret, body) => ({
        'x-buildkite-signature': `timestamp=${SECONDS},signature=${hmac(secret, `${SECONDS}.${body}`)}`,
      }),
    ],
    ['circleci', ofBody('circleci-signature', 'v1=')],
    ['confluence', ofBody('x-hub-signature', 'sha256=')],
    ['gitea', ofBody('x-gitea-signature')],
    ['gitea', ofBody('x-hub-signature-256', 'sha256=')],
    ['github', ofBody('x-hub-signature-256', 'sha256=')],
    ['gitlab', (secret) => ({ 'x-gitlab-token': secret })],
    ['grafana', ofBody('x-grafana-alerting-signature')],
    ['jira', ofBody('x-hub-signature', 'sha256=')],
    ['pagerduty', (secret, body) => ({ 'x-pagerduty-signature': `v1=${hmac('old', body)},v1=${hmac(secret, body)}` })],
    ['sentry', ofBody('sentry-hook-signature')],
    [
      'stripe',
      (secret, body) => ({ 'stripe-signature': `t=${SECONDS},v1=${hmac(secret, `${SECONDS}.${body}`)},v0=0` }),
    ],
    [
      'zendesk',
      (secret, body) => ({
        'x-zendesk-webhook-signature': hmac(secret, ISO + body, 'base64'),
        'x-zendesk-webhook-signature-timestamp': ISO,
      }),
    ],
  ])('%s', (name, sign) => {
    const integration = named(name);
    const [sample] = integration.samples;
    if (!sample) throw new Error('no sample');
    const delivery = deliveryOf(sample);
    const body = delivery.body.toString();
    const signedBy = (secret: string) => ({ ...delivery, headers: { ...delivery.headers, ...sign(secret, body) } });
    const settings = { webhook_secret: 's3cret', previous_webhook_secret: 'before' };
    expect(read(integration, signedBy('s3cret'), settings)).toEqual(read(integration, delivery));
    expect(read(integration, signedBy('before'), settings)).toEqual(read(integration, delivery));
    expect(() => read(integration, signedBy('another'), settings)).toThrow('verification failed');
  });
});

describe('signatures', () => {
  const [sample] = named('github').samples;
  if (!sample) throw new Error('no sample');
  const delivery = deliveryOf(sample);
  const signed = (secret: string, body = delivery.body): Delivery => ({
    ...delivery,
    headers: {
      ...delivery.headers,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  });

  it('accepts the secret and the one before it', () => {
    const settings = { webhook_secret: 'new', previous_webhook_secret: 'old' };
    expect(read(named('github'), signed('new'), settings).notices).toHaveLength(1);
    expect(read(named('github'), signed('old'), settings).notices).toHaveLength(1);
    expect(() => read(named('github'), signed('older'), settings)).toThrow('verification failed');
  });

  it('is of the bytes, not of what they mean', () => {
    const again = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString()), null, 1));
    const changed = { ...signed('new'), body: again };
    expect(() => read(named('github'), changed, { webhook_secret: 'new' })).toThrow('verification failed');
  });

  it('with a time is good for five minutes', () => {
    const grafana = named('grafana');
    const [alert] = grafana.samples;
    if (!alert) throw new Error('no sample');
    const base = deliveryOf(alert);
    const at = (millis: number): Delivery => {
      const time = String(Math.floor(millis / 1_000));
      const signature = createHmac('sha256', 's').update(`${time}:`).update(base.body).digest('hex');
      const headers = { 'x-grafana-alerting-timestamp': time, 'x-grafana-alerting-signature': signature };
      return { ...base, headers: { ...base.headers, ...headers } };
    };
    expect(read(grafana, at(NOW - 60_000), { webhook_secret: 's' }).notices).toHaveLength(1);
    expect(() => read(grafana, at(NOW - 600_000), { webhook_secret: 's' })).toThrow('verification failed');
  });
});

describe('the frame', () => {
  const push = named('github').samples.find(({ name }) => name === 'A push');
  if (!push) throw new Error('no sample');

  it('puts the title into the message when the address has a topic', () => {
    const { notices } = read(named('github'), deliveryOf({ ...push, query: { topic: 'Code' } }));
    expect(notices).toMatchObject([
      { topic: 'Code', content: expect.stringMatching(/^\*\*shop \/ main\*\*\nada pushed/) },
    ]);
  });

  it('filters by event and branch', () => {
    const by = (query: Record<string, string>) => read(named('github'), deliveryOf({ ...push, query }));
    expect(by({ branches: 'release' })).toMatchObject({ notices: [], filteredBy: ['branches'] });
    expect(by({ exclude_events: '["push_*"]' })).toMatchObject({ notices: [], filteredBy: ['exclude_events'] });
    expect(by({ only_events: '["push_*"]' }).notices).toHaveLength(1);
  });

  it('shows no pages with what links to commits and builds, unlike with what people discuss', () => {
    const issue = named('github').samples.find(({ name }) => name === 'An issue was opened');
    if (!issue) throw new Error('no sample');
    const isWithout = (name: string, sample: Sample) =>
      read(named(name), deliveryOf(sample)).notices[0]?.isWithoutPreviews;
    expect([isWithout('github', push), isWithout('github', issue)]).toEqual([true, undefined]);
    const [build] = named('circleci').samples;
    expect(build && isWithout('circleci', build)).toBe(true);
    for (const { events, withoutPreviews = [] } of INTEGRATIONS) {
      if (withoutPreviews !== 'all') expect(events ?? []).toEqual(expect.arrayContaining([...withoutPreviews]));
    }
  });

  it('says which event it does not know, and which header is missing', () => {
    const unknown = { ...push, headers: { 'X-GitHub-Event': 'package' } };
    expect(() => read(named('github'), deliveryOf(unknown))).toThrow(
      expect.objectContaining({
        status: 200,
        code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
        message: "The 'package' event isn't currently supported by the GitHub webhook; ignoring",
      }),
    );
    expect(() => read(named('github'), deliveryOf({ ...push, headers: {} }))).toThrow(
      expect.objectContaining({ code: 'MISSING_HTTP_EVENT_HEADER', data: { header: 'X-GitHub-Event' } }),
    );
  });

  it('names the place of a wrong value', () => {
    const wrong = { ...push, body: { ...Object(push.body), ref: 7 } };
    expect(() => read(named('github'), deliveryOf(wrong))).toThrow('payload["ref"] is not a string');
  });

  it('reads JSON in a form', () => {
    const body = new URLSearchParams({ payload: JSON.stringify(push.body) }).toString();
    const delivery = deliveryOf({ ...push, body });
    const form = { ...delivery, headers: { ...delivery.headers, 'content-type': 'application/x-www-form-urlencoded' } };
    expect(read(named('github'), form).notices).toHaveLength(1);
  });

  it('refuses JSON that is deeper than any tool sends', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(() => read(named('json'), deliveryOf({ name: '', body: deep }))).toThrow(DomainError);
  });

  it('fills templates, and mentions only whom the template names', () => {
    const settings = {
      topic_template: '{{ host | upper }}',
      content_template: '@**Ada** {{ text }}: {{ n.0 }} {{ no | default:– }}',
    };
    const body = { host: 'db', text: '@**all** @**Grace**', n: [7] };
    expect(read(named('template'), deliveryOf({ name: '', body }), settings).notices).toEqual([
      { topic: 'DB', content: '@**Ada** @\u200b**all** @\u200b**Grace**: 7 –' },
    ]);
  });

  it('converts what Slack marks up', () => {
    const text = '*b* _i_ ~s~ <https://x.example|x *y*> <!here> <@U1|ada> `*c*` 2 * 3 &amp; &lt;';
    expect(read(named('slack_incoming'), deliveryOf({ name: '', body: { text } })).notices[0]?.content).toBe(
      '**b** *i* ~~s~~ [x *\u200by*\u200b](https://x.example/) @here @ada `*c*` 2 * 3 & <'.replace('y*\u200b]', 'y*]'),
    );
  });
});

function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(key) ? replaced(item, rest, by) : item));
  return { ...Object(value), [key]: replaced(Reflect.get(Object(value), key), rest, by) };
}
