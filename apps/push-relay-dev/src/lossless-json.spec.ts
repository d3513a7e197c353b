import { parseJson, stringifyJson } from './lossless-json';

describe('lossless JSON', () => {
  it('keeps every digit of 64-bit integers and leaves all else alone', () => {
    const text =
      '{"a":9223372036854775807,"b":[-9223372036854775808,1,0.12345678901234567890,1e400],"c":"9223372036854775807 \\" 99999999999999999999"}';
    const parsed = parseJson(text);
    expect(parsed).toEqual({
      a: 9223372036854775807n,
      b: [-9223372036854775808n, 1, 0.12345678901234568, Infinity],
      c: '9223372036854775807 " 99999999999999999999',
    });
    expect(stringifyJson({ a: 9223372036854775807n, b: 'x', c: -1 })).toBe('{"a":9223372036854775807,"b":"x","c":-1}');
  });

  it('refuses what is not JSON', () => {
    expect(() => parseJson('{"a":}')).toThrow(SyntaxError);
  });
});
