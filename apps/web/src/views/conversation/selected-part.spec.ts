import { selectedSource } from './selected-part';

// There is no network.
vi.mock('../../compose/paste/rich-text', () => new Promise(() => undefined));

describe('what is selected of a message', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is nothing where what writes it does not come in time: all of the message is taken then', async () => {
    const range = {
      intersectsNode: () => true,
      compareBoundaryPoints: () => 0,
      selectNodeContents: () => undefined,
      toString: () => 'said',
      cloneContents: () => ({ textContent: 'said' }),
      collapsed: false,
    };
    vi.stubGlobal('Range', { START_TO_START: 0, END_TO_END: 2 });
    vi.stubGlobal('document', {
      createRange: () => range,
      querySelector: () => ({}),
      getSelection: () => ({ isCollapsed: false, rangeCount: 1, getRangeAt: () => range }),
    });
    let source: string | undefined = 'on its way';
    void selectedSource(1).then((found) => {
      source = found;
    });
    await vi.advanceTimersByTimeAsync(9_900);
    expect(source).toBe('on its way');
    await vi.advanceTimersByTimeAsync(200);
    expect(source).toBeUndefined();
  });
});
