import fc from 'fast-check';
import { FragmentId, FragmentedAnswerBuilder, KnownFragments, decodeFragmentedAnswer } from './fragmented-answer';

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

  it('sends the bytes of a fragment once, whichever parts are shown', () => {
    const content = Buffer.from('abcdef');
    const answer = new FragmentedAnswerBuilder({}, true)
      .part(id, content, [1, 3])
      .text('-')
      .part({ ...id }, content, [4, 6])
      .fragment({ ...id }, () => content);
    const segments = decodeFragmentedAnswer(answer.encode());
    expect(segments.map(({ bytes }) => bytes?.toString())).toEqual(['abcdef', '-', undefined, undefined]);
    expect(segments.map(({ range }) => range)).toEqual([[1, 3], undefined, [4, 6], [0, 6]]);
    expect(segments[3]?.fragment).toBe(segments[0]?.fragment);
  });

  it('gives callers that know no parts the bytes of those', () => {
    const content = Buffer.from('abcdef');
    const answer = new FragmentedAnswerBuilder({ u1: ['0@7'] }).part(id, content, [1, 3]).part(id, content, [0, 6]);
    expect(decodeFragmentedAnswer(answer.encode())).toEqual([
      { bytes: Buffer.from('bc') },
      { fragment: id, bytes: null },
    ]);
  });

  it('reads as what was written, with any caller', () => {
    const contents = ['', 'x', 'žluťoučký', 'a longer one'].map((text) => Buffer.from(text));
    const step = fc.record({
      kind: fc.constantFrom('text', 'bytes', 'fragment', 'part'),
      which: fc.nat(contents.length - 1),
      from: fc.nat(20),
      to: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(step), fc.boolean(), fc.subarray([0, 1, 2, 3]), (steps, takesParts, held) => {
        const known: KnownFragments = { u1: held.map((which) => `${which}@1`) };
        const answer = new FragmentedAnswerBuilder(known, takesParts);
        const written: Buffer[] = [];
        for (const { kind, which, from, to } of steps) {
          const content = contents[which] ?? Buffer.alloc(0);
          const fragment: FragmentId = { scope: 'u1', name: String(which), version: '1' };
          const range = [Math.min(from, to, content.length), Math.min(Math.max(from, to), content.length)] as const;
          if (kind === 'text') answer.text(content.toString());
          else if (kind === 'bytes') answer.bytes(content);
          else if (kind === 'fragment') answer.fragment(fragment, () => content);
          else answer.part(fragment, content, range);
          written.push(kind === 'part' ? content.subarray(...range) : content);
        }
        const got = new Map<FragmentId, Buffer>();
        const read = decodeFragmentedAnswer(answer.encode()).map(({ fragment, bytes, range }) => {
          if (!fragment) return bytes ?? Buffer.alloc(0);
          if (bytes) got.set(fragment, bytes);
          const whole = got.get(fragment) ?? (held.includes(Number(fragment.name)) && contents[Number(fragment.name)]);
          if (!whole) throw new Error(`${fragment.name} was withheld`);
          return whole.subarray(...(range ?? []));
        });
        expect(Buffer.concat(read).toString()).toBe(Buffer.concat(written).toString());
      }),
    );
  });
});
