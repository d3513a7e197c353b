import { ChangePoke } from './change-poke';
import { pokeSubject } from './subjects';

describe('ChangePoke', () => {
  const published: string[] = [];
  const transport = {
    publish: (subject: string) => void published.push(subject),
    subscribe: () => ({ unsubscribe: () => undefined }),
  };

  beforeEach(() => {
    published.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('sends the first poke at once and those that follow as one', () => {
    const poke = new ChangePoke(transport, 4);
    for (let count = 0; count < 50; count++) poke.poke(1);
    poke.poke(3);
    expect(published).toEqual([pokeSubject(1), pokeSubject(3)]);
    vi.advanceTimersByTime(4);
    expect(published).toEqual([pokeSubject(1), pokeSubject(3), pokeSubject(1)]);
    vi.advanceTimersByTime(100);
    expect(published).toHaveLength(3);
    poke.poke(1);
    expect(published).toHaveLength(4);
  });

  it('sends what it held back when it closes', () => {
    const poke = new ChangePoke(transport, 4);
    poke.poke(0);
    poke.poke(0);
    poke.close();
    expect(published).toEqual([pokeSubject(0), pokeSubject(0)]);
    vi.advanceTimersByTime(100);
    expect(published).toHaveLength(2);
  });
});
