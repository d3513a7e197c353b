import { isClientPath } from './client-paths';

const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('paths of the web client', () => {
  it.each<[string, string, string | undefined]>([
    ['GET', '/', PAGE],
    ['HEAD', '/', undefined],
    ['GET', '/', '*/*'],
    ['GET', '/login', PAGE],
    ['GET', '/login/', PAGE],
    ['GET', '/register/abc', PAGE],
    ['GET', '/accounts/password/reset/', PAGE],
    ['HEAD', '/anything', PAGE],
  ])('are %s %s for %s', (method, path, accept) => {
    expect(isClientPath(method, path, accept)).toBe(true);
  });

  it.each<[string, string, string | undefined]>([
    ['POST', '/', PAGE],
    ['OPTIONS', '/login', PAGE],
    ['GET', '/login', '*/*'],
    ['GET', '/login', undefined],
    ['GET', '/favicon.ico', PAGE],
    ['GET', '/deep/script.js', PAGE],
    ['GET', '/.env', PAGE],
    ['GET', '/.well-known/thing', PAGE],
    ...['api', 'json', 'assets', 'static', 'user_uploads', 'user_avatars', 'avatar', 'thumbnail', 'exports'].map(
      (first): [string, string, string] => ['GET', `/${first}/nothing`, PAGE],
    ),
    ['GET', '/api', PAGE],
    ['GET', '/json', PAGE],
    ['GET', '/scim/v2/Users', PAGE],
    ['GET', '/external_content/x/y', PAGE],
  ])('are not %s %s for %s', (method, path, accept) => {
    expect(isClientPath(method, path, accept)).toBe(false);
  });
});
