import { entryPageAt, isAccountFinder } from './entry-page';

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
    ['/register/', { kind: 'join', key: undefined }],
    ['/accounts/register', { kind: 'join', key: undefined }],
    ['/accounts/home/', { kind: 'join', key: undefined }],
    ['/join/', undefined],
    ['/join/0f1e/', { kind: 'join', key: '0f1e' }],
    ['/accounts/confirm_new_email/0f1e', { kind: 'new-address', key: '0f1e' }],
    ['/accounts/register/external/Ab-1', { kind: 'external-sign-up', key: 'Ab-1' }],
    ['/accounts/find/', undefined],
    ['/accounts/do_confirm/0f1e', { kind: 'register', key: '0f1e' }],
  ])('%s', (pathname, page) => {
    expect(entryPageAt(pathname)).toEqual(page);
  });

  it('find organizations at one path', () => {
    const paths = ['/accounts/find', '/accounts/find/', '/accounts/find/more', '/'];
    expect(paths.map(isAccountFinder)).toEqual([true, true, false, false]);
  });
});
