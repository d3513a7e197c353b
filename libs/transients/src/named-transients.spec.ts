import { NamedTransients } from './named-transients';

describe('NamedTransients', () => {
  it('finds things by their names, of which none is given twice', () => {
    const things = new NamedTransients<{ name: string }>('prefix-.');
    const first = things.add((name) => ({ name }));
    expect(first.name).toMatch(/^prefix-\./);
    expect([things.get(first.name), things.has(first.name), things.size]).toEqual([first, true, 1]);
    expect(things.remove(first.name)).toBe(first);
    const second = things.add((name) => ({ name }));
    expect(second.name).not.toBe(first.name);
    // In the place that the first one had.
    expect([things.get(first.name), things.remove(first.name)]).toEqual([undefined, undefined]);
    expect(things.values()).toEqual([second]);
  });

  it.each(['', 'prefix-', 'prefix-.', 'prefix-.zz-1', 'other-.0-1', 'prefix-.x'])(
    'has nothing of the name "%s"',
    (name) => {
      const things = new NamedTransients<number>('prefix-.');
      things.add(() => 7);
      expect([things.get(name), things.has(name), things.remove(name), things.size]).toEqual([
        undefined,
        false,
        undefined,
        1,
      ]);
    },
  );
});
