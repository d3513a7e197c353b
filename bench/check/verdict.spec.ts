import { figuresOf, isAnotherMachine, verdictsOf } from './verdict';

describe('the check of figures', () => {
  it('goes by the median of the rounds: one disturbed round says nothing', () => {
    const rounds = [{ send: 10 }, { send: 11 }, { send: 90 }];
    expect(verdictsOf({ send: 10 }, rounds)).toMatchObject([{ operation: 'send', measured: 11, isWorse: false }]);
  });

  it('fails what takes more than a fifth more', () => {
    const [send, poll] = verdictsOf({ send: 10, poll: 10 }, [{ send: 12.1, poll: 11.9 }]);
    expect([send?.isWorse, poll?.isWorse]).toEqual([true, false]);
    expect(send?.ratio).toBeCloseTo(1.21);
  });

  it('does not judge what is new, and writes it down', () => {
    const rounds = [{ send: 10.123 }];
    expect(verdictsOf({}, rounds)).toMatchObject([{ committed: undefined, ratio: undefined, isWorse: false }]);
    expect(figuresOf(rounds)).toEqual({ send: 10.1 });
  });

  it('also counts operations of which some rounds know nothing', () => {
    expect(verdictsOf({}, [{ a: 1 }, { a: 3, b: 2 }, { b: 4 }]).map(({ operation }) => operation)).toEqual(['a', 'b']);
  });

  it.each([
    [20, 20, false],
    [20, 27, false],
    [20, 29, true],
    [29, 20, true],
  ])('knows a machine of another speed: %d µs for a request there, %d here', (written, measured, expected) => {
    expect(isAnotherMachine(written, measured)).toBe(expected);
  });
});
