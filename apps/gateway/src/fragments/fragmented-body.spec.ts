import { gunzipSync } from 'node:zlib';
import { FragmentCache } from './fragment-cache';
import { GatewayEnvironment } from '../gateway-environment';
import { acceptsGzip, gzipBody, plainBody, withEnvelope } from './fragmented-body';
import { SharedBytes } from './shared-bytes';

function cache(bytes: number): FragmentCache {
  return new FragmentCache(Object.assign(new GatewayEnvironment(), { STOA_FRAGMENT_CACHE_BYTES: bytes }));
}
const joined = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString();
const id = (scope: string, name: string, version = '1') => ({ scope, name, version });

describe('bodies made of pieces', () => {
  const users = Array.from({ length: 3_000 }, (_, index) => ({ user_id: index, full_name: `Žofia ${index}` }));
  const fragments = cache(10_000_000);
  const piece = (name: string, from: number, to: number) =>
    fragments.put(id('users', name), Buffer.from(JSON.stringify(users.slice(from, to)).slice(1, -1)));
  const pieces = [
    Buffer.from('{"realm_users":['),
    piece('0', 0, 1_000),
    Buffer.from(','),
    piece('1', 1_000, 3_000),
    fragments.put(id('users', 'none'), Buffer.alloc(0)),
    Buffer.from(`],"long":${JSON.stringify('x'.repeat(70_000))}}`),
  ];
  const whole = { result: 'success', msg: '', realm_users: users, long: 'x'.repeat(70_000) };

  it('are the JSON object in its envelope', () => {
    expect(JSON.parse(joined(plainBody(withEnvelope(pieces, []))))).toEqual(whole);
    expect(JSON.parse(joined(plainBody(withEnvelope(pieces, ['b']))))).toEqual({
      ...whole,
      ignored_parameters_unsupported: ['b'],
    });
  });

  it('are written in few buffers, in which only small pieces are copied', () => {
    const small = Array.from({ length: 100 }, (_, index) =>
      fragments.put(id('small', String(index)), Buffer.from('1,')),
    );
    const [large, own] = [fragments.put(id('large', '0'), Buffer.alloc(10_000, 'l')), Buffer.alloc(10_000, 'o')];
    const body = plainBody([Buffer.from('['), ...small, large, Buffer.from(','), own, Buffer.from(']')]);
    expect(body).toHaveLength(5);
    expect(body[0]?.toString()).toBe(`[${'1,'.repeat(100)}`);
    expect(body[1]).toBe(large.bytes);
    expect(body[3]).toBe(own);
  });

  it('are one gzip stream, however often', async () => {
    for (const ignored of [[], ['b']]) {
      const packed = Buffer.concat(await gzipBody(withEnvelope(pieces, ignored)));
      expect(packed.length).toBeLessThan(40_000);
      expect(gunzipSync(packed).toString()).toBe(joined(plainBody(withEnvelope(pieces, ignored))));
    }
  });
});

describe('shared bytes', () => {
  it('are compressed once, and again after a failure', async () => {
    const shared = new SharedBytes(Buffer.from('[1,2]'));
    expect(shared.deflated()).toBe(shared.deflated());
    const failing = new SharedBytes(Buffer.from('[1,2]'), 99);
    const first = failing.deflated();
    await expect(first).rejects.toThrow('level');
    const second = failing.deflated();
    expect(second).not.toBe(first);
    await expect(second).rejects.toThrow('level');
  });
});

describe('the fragments at hand', () => {
  it('are announced by name and version, the newest only', () => {
    const fragments = cache(1_000);
    fragments.put(id('a', '0', '1'), Buffer.from('old'));
    fragments.put(id('a', '0', '2'), Buffer.from('new'));
    fragments.put(id('b', '0', '1'), Buffer.from('other'));
    expect(fragments.hold(['a', 'c']).known).toEqual({ a: ['0@2'] });
    expect(fragments.size).toBe(8);
  });

  it('stay in hand of a call that announced them', () => {
    const fragments = cache(1_000);
    fragments.put(id('a', '0', '1'), Buffer.from('old'));
    const held = fragments.hold(['a']);
    fragments.put(id('a', '0', '2'), Buffer.from('new'));
    expect(held.find(id('a', '0', '1'))?.bytes.toString()).toBe('old');
    expect(held.find(id('a', '0', '2'))).toBeUndefined();
  });

  it('go by scope, the one used longest ago first', () => {
    const fragments = cache(20);
    fragments.put(id('a', '0'), Buffer.alloc(8));
    fragments.put(id('b', '0'), Buffer.alloc(8));
    fragments.hold(['a']);
    fragments.put(id('c', '0'), Buffer.alloc(8));
    expect(Object.keys(fragments.hold(['a', 'b', 'c']).known)).toEqual(['a', 'c']);
    expect(fragments.size).toBe(16);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1, gzip;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000', false],
    ['identity', false],
    ['*', true],
    ['', false],
    [undefined, false],
  ])('%s', (header, accepted) => {
    expect(acceptsGzip(header)).toBe(accepted);
  });
});
