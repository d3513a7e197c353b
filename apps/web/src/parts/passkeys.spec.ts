import { knowsPasskeys } from './passkeys';

describe('knowsPasskeys', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['chat.example.com', true],
    ['localhost', true],
    ['127.0.0.1', false],
    ['[::1]', false],
  ])('at %s: %s', (hostname, expected) => {
    vi.stubGlobal('window', { PublicKeyCredential: class {} });
    vi.stubGlobal('location', { hostname });
    expect(knowsPasskeys()).toBe(expected);
  });

  it('not where the browser has none', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('location', { hostname: 'chat.example.com' });
    expect(knowsPasskeys()).toBe(false);
  });
});
