import { SteadyFollow, hasTurnedBack, keptScroll, seenIn } from './steady-follow';

const rows = [
  { kind: 'day', key: 'd1' },
  { kind: 'message', key: '1' },
  { kind: 'message', key: '2' },
  { kind: 'end', key: 'end' },
] as const;

/** Rows of these heights, below each other, of which 100 pixels are on the screen. */
function listOf(heights: readonly number[], scrollOffset = 0) {
  const getItemOffset = (index: number): number => heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  const findItemIndex = (offset: number): number => {
    const found = heights.findIndex((height, index) => getItemOffset(index) + height > offset);
    return found < 0 ? heights.length - 1 : found;
  };
  return { scrollOffset, viewportSize: 100, getItemOffset, findItemIndex };
}

describe('what is read while rows change', () => {
  it('is remembered by the last message on the screen', () => {
    expect(seenIn(listOf([50, 40, 60, 10], 60), rows)).toEqual({ key: '2', offset: 90, scrolled: 60 });
    expect(seenIn(listOf([50, 40, 60, 10]), rows)).toEqual({ key: '2', offset: 90, scrolled: 0 });
    expect(seenIn(listOf([50, 80, 60, 10]), rows)).toEqual({ key: '1', offset: 50, scrolled: 0 });
  });

  it('is the message that fills the screen, in which one may go back, too', () => {
    const heights = [50, 40, 300, 10];
    const inside = seenIn(listOf(heights, 150), rows);
    expect(inside).toEqual({ key: '2', offset: 90, scrolled: 150 });
    expect(inside && hasTurnedBack(inside, { list: listOf(heights, 120), rows, nearestEnd: 300 })).toBe(true);
    expect(seenIn(listOf([50], 0), [{ kind: 'day', key: 'd1' }])).toBeUndefined();
  });

  it('keeps its place when what is above grows or shrinks', () => {
    const seen = { key: '2', offset: 90, scrolled: 60 };
    expect(keptScroll(seen, listOf([50, 88, 60, 10]), rows)).toBe(108);
    expect(keptScroll(seen, listOf([20, 40, 60, 10]), rows)).toBe(30);
  });

  it('has nothing to be kept from where what is above stays, or where it is gone', () => {
    const seen = { key: '2', offset: 90, scrolled: 60 };
    expect(keptScroll(seen, listOf([50, 40, 90, 10]), rows)).toBeUndefined();
    expect(keptScroll({ ...seen, key: 'gone' }, listOf([98, 40, 60, 10]), rows)).toBeUndefined();
  });
});

describe('turning back', () => {
  const seen = { key: '2', offset: 90, scrolled: 60 };
  const nearestEnd = 60;

  it('is seen by what one read standing lower', () => {
    expect(hasTurnedBack(seen, { list: listOf([50, 40, 60, 10], 30), rows, nearestEnd })).toBe(true);
  });

  it('is not what happens when rows above shrink and the list goes with them', () => {
    expect(hasTurnedBack(seen, { list: listOf([20, 40, 60, 10], 30), rows, nearestEnd })).toBe(false);
  });

  it('is not what a browser does with a list that was too short for a moment, although another row has come since', () => {
    const list = listOf([50, 40, 52, 10, 50], 52);
    expect(hasTurnedBack(seen, { list, rows, nearestEnd: 52 })).toBe(false);
    expect(hasTurnedBack(seen, { list, rows, nearestEnd })).toBe(true);
  });

  it('is not going on, nor staying', () => {
    expect(hasTurnedBack(seen, { list: listOf([98, 40, 60, 10], 60), rows, nearestEnd: 108 })).toBe(false);
    expect(hasTurnedBack(seen, { list: listOf([50, 40, 60, 90], 90), rows, nearestEnd: 140 })).toBe(false);
  });
});

describe('following the end', () => {
  let frames: (() => void)[];
  const picture = (): void => frames.splice(0).forEach((run) => run());
  const heights = [50, 40, 60, 10];
  const list = {
    ...listOf(heights, 60),
    get scrollSize() {
      return heights.reduce((sum, height) => sum + height, 0);
    },
    scrollTo: (offset: number) => void scrolls.push(offset),
  };
  let scrolls: (number | 'end')[];
  const following = () => {
    const steady = new SteadyFollow<typeof list, typeof rows>();
    steady.attend({ toEnd: () => scrolls.push('end'), isAtEnd: () => true });
    steady.notePicture(list, rows);
    picture();
    return steady;
  };

  beforeEach(() => {
    frames = [];
    scrolls = [];
    heights.splice(0, heights.length, 50, 40, 60, 10);
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is done at once where nothing above has changed', () => {
    const steady = following();
    heights[3] = 50;
    steady.follow(list, rows);
    picture();
    expect(scrolls).toEqual(['end']);
  });

  it('keeps what is read in its place first where something above has, and comes with the next picture', () => {
    const steady = following();
    heights[0] = 70;
    steady.follow(list, rows);
    expect(scrolls).toEqual([80]);
    picture();
    expect(scrolls).toEqual([80, 'end']);
  });

  it('waits for no more than one picture, although something above changes in each', () => {
    const steady = following();
    const sent: (number | 'end')[] = [];
    for (let round = 0; round < 4; round += 1) {
      heights[0] = (heights[0] ?? 0) + 10;
      steady.follow(list, rows);
      sent.push(scrolls.at(-1) ?? 0);
      picture();
    }
    // What the list is sent to last before each picture.
    expect(sent).toEqual([70, 'end', 70, 'end']);
  });
});
