import { clientSummary } from './client-summary';

describe('the summary of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['', ''],
  ])('of %s', (userAgent, summary) => {
    expect(clientSummary(userAgent)).toBe(summary);
  });

  it('comes in a moment for the longest header that is kept', () => {
    const startedAt = performance.now();
    for (const part of ['Mozilla/5.0 ', '(', ' ', '/1', 'Version/1 Safari/'])
      clientSummary(part.repeat(500).slice(0, 500));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
