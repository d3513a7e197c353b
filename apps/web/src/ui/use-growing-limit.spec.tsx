import { renderToString } from 'react-dom/server';
import { useGrowingLimit } from './use-growing-limit';

function Limit() {
  return <>{useGrowingLimit(300)[0]}</>;
}

describe('the rows of a long list that are drawn at once', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [1200, 50],
    [0, 20],
  ])('on a screen %i pixels high: %i', (innerHeight, count) => {
    vi.stubGlobal('window', { innerHeight });
    expect(renderToString(<Limit />)).toBe(String(count));
  });
});
