import { Transients } from './transients';

describe('Transients', () => {
  it('gives each thing a place of its own while it is there', () => {
    const things = new Transients<string>();
    const [a, b] = [things.add('a'), things.add('b')];
    expect([things.get(a), things.get(b), things.size]).toEqual(['a', 'b', 2]);
    things.remove(a);
    expect([things.get(a), things.get(b), things.size]).toEqual([undefined, 'b', 1]);
    const c = things.add('c');
    expect(things.get(c)).toBe('c');
    expect(things.values().sort()).toEqual(['b', 'c']);
  });

  it('removes nothing twice, and nothing that is not there', () => {
    const things = new Transients<string>();
    const place = things.add('a');
    things.remove(place);
    things.remove(place);
    things.remove(7);
    expect(things.size).toBe(0);
    expect(things.add('b')).not.toBe(things.add('c'));
    expect(things.size).toBe(2);
  });

  it('leaves what has the place by now, where it is said what is meant', () => {
    const things = new Transients<string>();
    const place = things.add('a');
    expect(things.remove(place, 'a')).toBe(true);
    expect(things.add('b')).toBe(place);
    expect([things.remove(place, 'a'), things.get(place)]).toEqual([false, 'b']);
  });
});
