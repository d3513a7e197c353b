import { FragmentedAnswerBuilder, decodeFragmentedAnswer } from './fragmented-answer';

const id = { scope: 'u1', name: '0', version: '7' };

describe('fragmented answer', () => {
  it('carries texts and fragments in order', () => {
    const encoded = new FragmentedAnswerBuilder()
      .text('{"a":')
      .text('[')
      .fragment(id, () => Buffer.from('1,2'))
      .text(']}')
      .encode();
    const segments = decodeFragmentedAnswer(encoded);
    expect(segments.map(({ bytes }) => bytes?.toString())).toEqual(['{"a":[', '1,2', ']}']);
    expect(segments[1]?.fragment).toEqual(id);
    expect(segments[0]?.fragment).toBeUndefined();
  });

  it('withholds what the caller knows, without building it', () => {
    const answer = new FragmentedAnswerBuilder({ u1: ['0@7'] }).fragment(id, () => {
      throw new Error('not to be built');
    });
    expect(decodeFragmentedAnswer(answer.encode())).toEqual([{ fragment: id, bytes: null }]);
  });

  it('sends another version, and tells an empty fragment from a withheld one', () => {
    const answer = new FragmentedAnswerBuilder({ u1: ['0@6'] }).fragment(id, () => Buffer.alloc(0));
    expect(decodeFragmentedAnswer(answer.encode())).toEqual([{ fragment: id, bytes: Buffer.alloc(0) }]);
  });
});
