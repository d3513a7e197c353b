import { entryPageAt } from './entry-page';

describe('pages by which people come in', () => {
  it.each([
    ['/', undefined],
    ['/login/', undefined],
    ['/accounts/password/', undefined],
    ['/accounts/password/reset', { kind: 'forgotten-password' }],
    ['/accounts/password/reset/', { kind: 'forgotten-password' }],
    ['/accounts/password/reset/done/', { kind: 'forgotten-password' }],
    ['/accounts/password/reset/0f1e', { kind: 'new-password', key: '0f1e' }],
    ['/accounts/password/reset/0f1e/', { kind: 'new-password', key: '0f1e' }],
    ['/accounts/password/reset/0f1e/more/', undefined],
  ])('%s', (pathname, page) => {
    expect(entryPageAt(pathname)).toEqual(page);
  });
});
