import { retentionValue } from './loose-text';

describe('a retention value', () => {
  it.each([
    ['unlimited', 'unlimited'],
    ['"unlimited"', 'unlimited'],
    ['30', 30],
    ['1.5', '1.5'],
    ['[]', '[]'],
    ['{"a": 1}', '{"a": 1}'],
    ['null', 'null'],
  ])('%s is read as %j', (text, value) => expect(retentionValue(text)).toBe(value));
});
