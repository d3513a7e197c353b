import { RopeBuilder, decodeRope } from './rope';

const id = { scope: 'u1', name: '0', version: '7' };

describe('rope', () => {
  it('carries texts and fragments in order', () => {
    const encoded = new RopeBuilder()
      .text('{"a":')
      .text('[')
      .fragment(id, () => Buffer.from('1,2'))
      .text(']}')
      .encode();
    const segments = decodeRope(encoded);
    expect(segments.map(({ bytes }) => bytes?.toString())).toEqual(['{"a":[', '1,2', ']}']);
    expect(segments[1]?.fragment).toEqual(id);
    expect(segments[0]?.fragment).toBeUndefined();
  });

  it('withholds what the caller knows, without building it', () => {
    const rope = new RopeBuilder({ u1: ['0@7'] }).fragment(id, () => {
      throw new Error('not to be built');
    });
    expect(decodeRope(rope.encode())).toEqual([{ fragment: id, bytes: null }]);
  });

  it('sends another version, and tells an empty fragment from a withheld one', () => {
    const rope = new RopeBuilder({ u1: ['0@6'] }).fragment(id, () => Buffer.alloc(0));
    expect(decodeRope(rope.encode())).toEqual([{ fragment: id, bytes: Buffer.alloc(0) }]);
  });
});
