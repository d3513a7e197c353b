import { processorMs } from '@stoa/testing';
import * as fc from 'fast-check';
import { parseFields } from './form-fields';

const LARGEST_BODY_BYTES = 2_621_440;
/**
 * Times what one look at each byte costs, some 2 ms for the largest body: a bar of about 20 ms on an
 * event loop, which does not follow the load of the machine as times alone would.
 */
const MOST_LOOKS = 12;

function parse(text: string) {
  return { ...parseFields(Buffer.from(text)) };
}

/** Of each kind of work: the first ones are also compiled, and a busy machine may slow down all of a few. */
const FEWEST_RUNS = 5;
const MOST_RUNS = 25;

function lookAtEach(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) sum = (sum + (bytes[at] ?? 0)) | 0;
  return sum;
}

describe('fields of a form', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&a=2', { a: '2' }],
    ['&&a&=x&b=', { a: '', '': 'x', b: '' }],
    ['a+b=c+d%2Be', { 'a b': 'c d+e' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=%zz+%4', { a: '%zz %4' }],
    ['a=%', { a: '%' }],
    ['a=%C5%BDofia', { a: 'Žofia' }],
    ['a=Žofia', { a: 'Žofia' }],
    ['__proto__=1&constructor=2', { ['__proto__']: '1', constructor: '2' }],
  ])('%s', (text, fields) => {
    expect(parse(text)).toEqual(fields);
  });

  it.each(['a=%ff', '%ff=a', 'a=%C5', 'a=%ED%A0%80'])('that are no UTF-8 are refused: %s', (text) => {
    expect(() => parse(text)).toThrow('not valid UTF-8');
  });

  it('are what was encoded, however long', () => {
    for (const text of ['ž', '🎉', '\u0301', '\ufeffxž'].map((unit) => unit.repeat(3_000))) {
      expect(parse(`a=${encodeURIComponent(text)}&b=${text}`)).toEqual({ a: text, b: text });
    }
  });

  it('are 1,000 at most', () => {
    expect(() => parse('a=1&'.repeat(1_000))).not.toThrow();
    expect(() => parse('a=1&'.repeat(1_001))).toThrow('more than 1000 fields');
    expect(() => parse('&'.repeat(1_001))).toThrow('more than 1000 fields');
  });

  it('are what was encoded', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (fields) => {
        const encoded = new URLSearchParams(fields);
        expect(parse(encoded.toString())).toEqual(Object.fromEntries(encoded));
      }),
    );
  });

  it.each(['+', '%3E+', '%', '%zz', '=', 'x', 'ž', '🎉', 'xž', '%C5%BD', '%20+a'])(
    'are read in no time, whatever is repeated: %s',
    (piece) => {
      const text = `content=${piece.repeat(LARGEST_BODY_BYTES / Buffer.byteLength(piece))}`;
      const bytes = Buffer.from(text);
      let look = Infinity;
      let parsing = Infinity;
      for (let run = 0; run < FEWEST_RUNS || (run < MOST_RUNS && parsing >= MOST_LOOKS * look); run += 1) {
        const copy = Buffer.from(text);
        look = Math.min(
          look,
          processorMs(() => lookAtEach(bytes)),
        );
        parsing = Math.min(
          parsing,
          processorMs(() => parseFields(copy)),
        );
      }
      expect(parsing).toBeLessThan(MOST_LOOKS * look);
    },
  );
});
