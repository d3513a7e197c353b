import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeEnvironment, loadEnvironment } from '@stoa/config';
import { parse } from 'yaml';
import { ToolEnvironment } from '../../apps/stoa/src/tool.environment';
import { EventsEnvironment } from '../../apps/events/src/events.environment';
import { GatewayEnvironment } from '../../apps/gateway/src/gateway-environment';
import { MessagesEnvironment } from '../../apps/messages/src/messages.environment';
import { PresenceEnvironment } from '../../apps/presence/src/presence.environment';
import { PushEnvironment } from '../../apps/push/src/push.environment';
import { PushRelayEnvironment } from '../../apps/push-relay-dev/src/push-relay.environment';
import { UsersEnvironment } from '../../apps/users/src/users-environment';

interface ComposeService {
  environment?: Record<string, string>;
}

const root = path.resolve(__dirname, '..', '..');
const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const { services }: { services: Record<string, ComposeService> } = parse(file, { merge: true });

const ENVIRONMENTS: Record<string, new () => object> = {
  migrate: ToolEnvironment,
  gateway: GatewayEnvironment,
  messages: MessagesEnvironment,
  users: UsersEnvironment,
  events: EventsEnvironment,
  presence: PresenceEnvironment,
  push: PushEnvironment,
  'push-relay-dev': PushRelayEnvironment,
};
const known = new Set(Object.values(ENVIRONMENTS).flatMap((type) => describeEnvironment(type).map(({ name }) => name)));

/** What somebody might do to the file by mistake, and what the check says of it. */
const MISTAKES: [string, string, string][] = [
  ['  presence:\n', '  presences:\n', 'has the services events, gateway'],
  ['redis:7.2.16-bookworm', 'redis:latest', 'redis: redis:latest is not pinned'],
  ["volumes: ['redis:/data']", "volumes: ['radis:/data']", 'redis: there is no volume radis'],
  ['        --appendonly,', '        --appendOnly,', 'Redis runs redis-server --appendOnly'],
  ['tcp_user_timeout=20000', 'tcp_user_timeouts=20000', 'docker-compose.yml: PostgreSQL has no tcp_user_timeout'],
  ['ping_interval: "2s"', 'ping_interval: "120s"', 'ping_interval of NATS is 120s instead of 2s'],
  ['max_payload: 8MB', 'max_payload: 1MB', 'max_payload of NATS is 1MB instead of 8MB'],
  ['read_only: true', 'read_only: false', 'users: may write its root file system'],
  ['cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'events: keeps capabilities'],
  ['dist/apps/push/src/main.js', 'dist/apps/push/main.js', 'push: dist/apps/push/main.js is nothing that is built'],
  ['/health/ready', '/health', 'messages: its health check asks for /health, which is not served'],
  ['stop_grace_period: 30s', 'stop_grace_period: 10s', 'gateway: is killed before it has drained'],
  [
    "STOA_INTERNAL_PORT: '9090'",
    "STOA_INTERNAL_PORT: '9091'",
    'users: its health check does not ask STOA_INTERNAL_PORT',
  ],
  ['STOA_API_KEY_SECRET: ', 'STOA_API_KEYS: ', 'messages: STOA_API_KEYS is read by nothing'],
  ['STOA_MODE: development', 'STOA_MODE: demo', 'events: STOA_MODE is wrong'],
  [
    'messages: { condition: service_healthy }',
    'messages: { condition: service_started }',
    'gateway: waits for messages with service_started instead of service_healthy',
  ],
  [
    'postgres: { condition: service_healthy }',
    'redis: { condition: service_healthy }',
    'migrate: does not wait for postgres',
  ],
];

function problemsOf(text: string): string {
  const program = `
    import { readFileSync } from 'node:fs';
    import { composeProblems } from './tools/k8s/compose-rules.mjs';
    import { readFacts } from './tools/k8s/facts.mjs';
    import { serverProblems } from './tools/k8s/server-rules.mjs';
    const [compose, facts] = [JSON.parse(readFileSync(0, 'utf8')), readFacts()];
    console.log([...composeProblems(compose, facts), ...serverProblems(facts, compose)].join('\\n'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    input: JSON.stringify(parse(text, { merge: true })),
  });
  if (!stdout) throw new Error(stderr);
  return stdout;
}

describe('docker-compose.yml', () => {
  it.each(Object.entries(ENVIRONMENTS))('gives %s an environment that it starts with', (name, type) => {
    const environment = services[name]?.environment ?? {};
    expect(() => loadEnvironment(type, environment)).not.toThrow();
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('is checked by npm run k8s:check: each of many mistakes is found', () => {
    let text = file;
    for (const [right, wrong] of MISTAKES) text = text.replace(right, wrong);
    const problems = problemsOf(text);
    expect(MISTAKES.map(([, , problem]) => problem).filter((problem) => !problems.includes(problem))).toEqual([]);
  });

  it('gives the services what npm start gives them', () => {
    const sources = ['cluster.mjs', 'service-settings.mjs'];
    const launcher = sources.map((name) => readFileSync(path.join(root, 'tools', 'launcher', name), 'utf8')).join('');
    const told = new Set([...launcher.matchAll(/^ +(STOA_[A-Z_]+):/gm)].map(([, name]) => name ?? ''));
    // The number of a replica, and the wait for load balancers that one machine has none of.
    for (const name of ['STOA_REPLICA', 'STOA_HTTP_DRAIN_SECONDS']) expect(told.delete(name)).toBe(true);
    const given = Object.assign({}, ...Object.values(services).map(({ environment }) => environment));
    expect([...told].filter((name) => !(name in given))).toEqual([]);
    expect(services.migrate?.environment).toMatchObject({ STOA_DEMO: 'on', STOA_MODE: 'development' });
  });
});

describe('Dockerfile', () => {
  it('is checked by npm run k8s:check: each of many mistakes is found', () => {
    const mistakes: ['dockerfile' | 'ignore', string, string, string][] = [
      ['dockerfile', 'node:24.21.0-bookworm-slim', 'node:24', 'the base image is not named exactly'],
      ['dockerfile', 'USER 10001:10001', 'USER node', 'runs as node, pods as 10001:10001'],
      ['dockerfile', 'EXPOSE 9991 9090', 'EXPOSE 8080', 'exposes 8080, pods have'],
      ['dockerfile', 'STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL', 'does not stop with SIGTERM'],
      ['dockerfile', 'image.revision=', 'image.vision=', 'has no label org.opencontainers.image.revision'],
      ['dockerfile', 'COPY libs libs', 'COPY lib libs', 'there is no lib to copy'],
      ['ignore', '!apps', '!app', '.dockerignore: keeps apps from the build'],
      ['ignore', '*\n', '', '.dockerignore: lets everything in'],
    ];
    const program = `
      import { imageProblems, readImage } from './tools/k8s/image-rules.mjs';
      import { readKustomizationFiles } from './tools/k8s/render.mjs';
      const image = readImage();
      const base = readKustomizationFiles('k8s/base');
      const right = imageProblems(image, base);
      for (const [file, from, to] of JSON.parse(process.env.MISTAKES)) image[file] = image[file].replace(from, to);
      console.log(JSON.stringify([right, imageProblems(image, base)]));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, MISTAKES: JSON.stringify(mistakes) },
    });
    if (!stdout) throw new Error(stderr);
    const [right, wrong]: string[][] = JSON.parse(stdout);
    expect(right).toEqual([]);
    const missed = mistakes.filter(([, , , problem]) => !wrong?.some((found) => found.includes(problem)));
    expect(missed).toEqual([]);
  });
});
