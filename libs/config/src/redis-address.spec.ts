import { clusterNames, redisAddress, redisNodes } from './redis-address';
import { RedisServiceEnvironment } from './service-environment';

describe('the address of Redis', () => {
  it.each([
    ['redis://redis', [{ host: 'redis', port: 6379 }]],
    ['redis://[::1]:7000/3', [{ host: '::1', port: 7000, db: 3 }]],
    ['redis://:p%40ss@redis', [{ host: 'redis', port: 6379, password: 'p@ss' }]],
    [
      'rediss://u:p@one:7000, rediss://two',
      [
        { host: 'one', port: 7000, username: 'u', password: 'p', tls: {} },
        { host: 'two', port: 6379, username: 'u', password: 'p', tls: {} },
      ],
    ],
  ])('reads %s', (url, nodes) => {
    expect(redisNodes({ url })).toEqual(nodes);
  });

  it('has several servers only as a cluster', () => {
    const environment = new RedisServiceEnvironment();
    environment.STOA_REDIS_URL = 'redis://one,redis://two';
    environment.STOA_REDIS_CLUSTER = true;
    expect(redisAddress(environment)).toEqual({ url: 'redis://one,redis://two', cluster: true });
    environment.STOA_REDIS_CLUSTER = false;
    expect(() => redisAddress(environment)).toThrow('STOA_REDIS_URL: several servers need STOA_REDIS_CLUSTER=on');
  });

  it('keeps the names of an encrypted cluster, whose certificates are for them', () => {
    const lookup = vi.fn();
    clusterNames({ url: 'rediss://one,rediss://two', cluster: true }).dnsLookup?.('two', lookup);
    expect(lookup).toHaveBeenCalledWith(null, 'two');
    expect(clusterNames({ url: 'redis://one,redis://two', cluster: true })).toEqual({});
  });
});
