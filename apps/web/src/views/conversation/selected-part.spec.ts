import { selectedSource } from './selected-part';

vi.mock('../../compose/paste/rich-text', () => {
  throw new TypeError('not loaded');
});

describe('what is selected of a message', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is nothing where what writes it cannot be loaded: all of the message is taken then', async () => {
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
    expect(await selectedSource(1)).toBeUndefined();
  });
});
