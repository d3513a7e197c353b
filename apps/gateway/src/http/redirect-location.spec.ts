import { redirectLocation } from './redirect-location';

describe('where a redirect leads', () => {
  it.each([
    ['https://x.example/a', '/avatar/7', 'https://x.example/a'],
    ['https://x.example/a', '/avatar/7?', 'https://x.example/a'],
    ['https://x.example/a', '/avatar/7?s=50', 'https://x.example/a?s=50'],
    ['https://x.example/a?d=identicon', '/avatar/7?s=50&version=2', 'https://x.example/a?d=identicon&s=50&version=2'],
    ['https://x.example/a?d=identicon', '/avatar/7?api_key=secret', 'https://x.example/a?d=identicon'],
    ['https://x.example/a', '/avatar/7?s=1&api_key=secret&api%5Fkey=secret&v=2', 'https://x.example/a?s=1&v=2'],
  ])('%s, asked at %s: %s', (location, url, expected) => {
    expect(redirectLocation(location, url)).toBe(expected);
  });
});
