import { EntryPlaces } from './entry-places';

const FAR = { id: 5, offset: -12.5 };

describe('places in the history of the browser', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A history with one entry that is shown. */
  function browser(state: unknown = null) {
    const here = { address: '#a', state, writes: 0 };
    const entries = {
      get state(): unknown {
        return here.state;
      },
      replaceState: (next: unknown): void => {
        here.state = next;
        here.writes += 1;
      },
    };
    const places = new EntryPlaces({ entries, address: () => here.address });
    /** Goes to another entry. */
    const goTo = (address: string, next: unknown = null): void => {
      Object.assign(here, { address, state: next });
      places.arrive();
    };
    return { here, places, goTo };
  }

  it('are found again by who comes back or loads the page anew, once', () => {
    const { here, places, goTo } = browser();
    places.note('topic', { id: 1, offset: 0 });
    places.note('topic', FAR);
    vi.runAllTimers();
    expect(here.writes).toBe(1);
    const left = here.state;
    goTo('#b');
    expect(places.take('topic')).toBeUndefined();
    goTo('#a', left);
    expect([places.take('other'), places.take('topic'), places.take('topic')]).toEqual([undefined, FAR, undefined]);
    expect(browser(left).places.take('topic')).toEqual(FAR);
  });

  it('are wished for the next entry, if it is a new one', () => {
    const { here, places, goTo } = browser();
    places.note('topic', { id: 1, offset: 0 });
    places.write();
    const left = here.state;
    places.wish('topic', FAR);
    goTo('#b');
    expect([places.take('topic'), places.take('topic')]).toEqual([FAR, undefined]);
    goTo('#c');
    expect(places.take('topic')).toBeUndefined();
    places.wish('topic', FAR);
    goTo('#a', left);
    expect(places.take('topic')).toEqual({ id: 1, offset: 0 });
    goTo('#d');
    expect(places.take('topic')).toBeUndefined();
  });

  it('keep what else the entry says, and the end is one', () => {
    const { here, places } = browser({ from: 'elsewhere' });
    places.note('topic', 'end');
    places.write();
    expect(here.state).toEqual({ from: 'elsewhere', place: { view: 'topic', place: 'end' } });
    vi.runAllTimers();
    expect(here.writes).toBe(1);
  });

  it('are not written into another entry', () => {
    const { here, places, goTo } = browser();
    places.note('topic', FAR);
    here.address = '#b';
    vi.runAllTimers();
    places.note('topic', FAR);
    goTo('#c');
    vi.runAllTimers();
    expect([here.state, here.writes]).toEqual([null, 0]);
  });

  it.each([
    [5],
    ['end'],
    [{ place: 5 }],
    [{ place: { view: 1, place: 'end' } }],
    [{ place: { view: 'topic', place: {} } }],
  ])('are none in %j', (state) => {
    expect(browser(state).places.take('topic')).toBeUndefined();
  });

  it('survive a browser that refuses to write', () => {
    const entries = {
      state: null,
      replaceState: () => {
        throw new DOMException('too often', 'SecurityError');
      },
    };
    const places = new EntryPlaces({ entries, address: () => '' });
    places.note('topic', FAR);
    expect(() => places.write()).not.toThrow();
  });
});
