import { ServiceEnvironment } from './service-environment';
import { ConfigurationError, loadEnvironment } from './validate-environment';
import { describeEnvironment } from './variables';

describe('the environment of a service', () => {
  it('fills defaults and converts', () => {
    const environment = loadEnvironment(ServiceEnvironment, { STOA_NATS_URL: 'nats://n:4222', STOA_REPLICA: '3' });
    expect(environment).toMatchObject({ STOA_REPLICA: 3, STOA_LOG_LEVEL: 'info', STOA_INTERNAL_PORT: 0 });
  });

  it.each([
    [{}, 'STOA_NATS_URL: must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'http://n' }, 'STOA_NATS_URL: must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'nats://n,m' }, 'STOA_NATS_URL: must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'nats://user:password@n' }, 'STOA_NATS_URL: must be URLs (nats, tls)'],
    [{ STOA_NATS_URL: 'nats://n', STOA_REPLICA: 'x' }, 'STOA_REPLICA: must be'],
    [{ STOA_NATS_URL: 'nats://n', STOA_LOG_LEVEL: 'loud' }, 'STOA_LOG_LEVEL: must be one of silent'],
    [{ STOA_NATS_URL: 'nats://n', STOA_INTERNAL_PORT: '70000' }, 'STOA_INTERNAL_PORT: must be at most 65535'],
  ])('%j is refused in one line that names the variable', (source, message) => {
    expect(() => loadEnvironment(ServiceEnvironment, source)).toThrow(ConfigurationError);
    expect(() => loadEnvironment(ServiceEnvironment, source)).toThrow(message);
  });

  it('takes several servers', () => {
    const given = { STOA_NATS_URL: 'nats://one:4222, nats://two' };
    expect(loadEnvironment(ServiceEnvironment, given)).toMatchObject(given);
  });

  it('lists its variables', () => {
    expect(describeEnvironment(ServiceEnvironment).map(({ name }) => name)).toContain('STOA_NATS_URL');
  });
});
