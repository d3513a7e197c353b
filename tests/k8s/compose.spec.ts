import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeEnvironment, loadEnvironment } from '@stoa/config';
import { parse } from 'yaml';
import { PrepareEnvironment } from '../../apps/stoa/src/prepare.environment';
import { EventsEnvironment } from '../../apps/events/src/events.environment';
import { GatewayEnvironment } from '../../apps/gateway/src/gateway-environment';
import { MessagesEnvironment } from '../../apps/messages/src/messages.environment';
import { PresenceEnvironment } from '../../apps/presence/src/presence.environment';
import { PushEnvironment } from '../../apps/push/src/push.environment';
import { PushRelayEnvironment } from '../../apps/push-relay-dev/src/push-relay.environment';
import { UsersEnvironment } from '../../apps/users/src/users-environment';

interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
}

const root = path.resolve(__dirname, '..', '..');
const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const { services }: { services: Record<string, ComposeService> } = parse(file, { merge: true });

const ENVIRONMENTS: Record<string, new () => object> = {
  migrate: PrepareEnvironment,
  gateway: GatewayEnvironment,
  messages: MessagesEnvironment,
  users: UsersEnvironment,
  events: EventsEnvironment,
  presence: PresenceEnvironment,
  push: PushEnvironment,
  'push-relay-dev': PushRelayEnvironment,
};
const known = new Set(Object.values(ENVIRONMENTS).flatMap((type) => describeEnvironment(type).map(({ name }) => name)));

describe('docker-compose.yml', () => {
  it('has the servers, the migration job and every service', () => {
    expect(Object.keys(services).sort()).toEqual(['nats', 'postgres', 'redis', ...Object.keys(ENVIRONMENTS)].sort());
  });

  it.each(Object.entries(ENVIRONMENTS))('gives %s an environment that it starts with', (name, type) => {
    const environment = services[name]?.environment ?? {};
    expect(() => loadEnvironment(type, environment)).not.toThrow();
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
  });

  it.each(Object.keys(ENVIRONMENTS))('starts %s with a file that the build makes', (name) => {
    const [program, entry = ''] = services[name]?.command ?? [];
    expect(program).toBe('node');
    expect(existsSync(path.join(root, entry.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
  });

  it('pins images, and waits for the health of what it needs', () => {
    for (const { image, depends_on: needed = {} } of Object.values(services)) {
      expect(image).toMatch(/^[\w-]+:\d[\w.-]+$/);
      for (const [name, { condition }] of Object.entries(needed)) {
        const isJob = name === 'migrate';
        expect(condition).toBe(isJob ? 'service_completed_successfully' : 'service_healthy');
        expect(isJob || services[name]?.healthcheck).toBeTruthy();
      }
    }
  });
});
