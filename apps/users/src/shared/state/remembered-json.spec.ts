import { RememberedJson } from './remembered-json';

describe('remembered JSON', () => {
  it('is the same object as long as the text is the same', () => {
    const remembered = new RememberedJson<{ name: string }>(2);
    const first = remembered.parse(1, '{"name":"a"}');
    expect(first).toEqual({ name: 'a' });
    expect(remembered.parse(1, '{"name":"a"}')).toBe(first);
    expect(remembered.parse(1, '{"name":"b"}')).toEqual({ name: 'b' });
    expect(remembered.parse(1, '{"name":"a"}')).not.toBe(first);
  });

  it('of organizations asked of longest ago goes first', () => {
    const remembered = new RememberedJson<{ name: string }>(2);
    const [first, second] = [remembered.parse(1, '{"name":"a"}'), remembered.parse(2, '{"name":"b"}')];
    remembered.parse(1, '{"name":"a"}');
    remembered.parse(3, '{"name":"c"}');
    expect(remembered.parse(1, '{"name":"a"}')).toBe(first);
    expect(remembered.parse(2, '{"name":"b"}')).not.toBe(second);
  });
});
