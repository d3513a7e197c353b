import { beginPasskeyLogIn } from '@stoa/contracts/users';
import { WebAuthnAbortService, browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser';
import { knowsPasskeys, offerPasskeys } from './passkeys';

vi.mock('@simplewebauthn/browser');
const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../api/client', () => ({ call }));

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

describe('offerPasskeys', () => {
  const OPTIONS = { login_token: 'token', options: { challenge: 'c' } };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  /** What ends the ceremony that the browser holds. */
  let end: (error: Error) => void = () => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    page.visibilityState = 'visible';
    call.mockReset().mockResolvedValue(OPTIONS);
    vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(true);
    vi.mocked(WebAuthnAbortService.cancelCeremony).mockImplementation(() => end(new Error('aborted')));
    vi.mocked(startAuthentication)
      .mockReset()
      .mockImplementation(() => new Promise((_resolve, reject) => (end = reject)));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const turn = () => vi.advanceTimersByTimeAsync(0);

  it('gives what was chosen, by the challenge that was asked for', async () => {
    const response = { clientDataJSON: 'd', authenticatorData: 'a', signature: 's' };
    const common = { rawId: 'id', type: 'public-key', clientExtensionResults: {} } as const;
    vi.mocked(startAuthentication).mockResolvedValue({ id: 'id', response, ...common });
    expect(await offerPasskeys(new AbortController().signal)).toEqual({
      login_token: 'token',
      credential: { id: 'id', response: { ...response, userHandle: null } },
    });
    const asked = { optionsJSON: OPTIONS.options, useBrowserAutofill: true };
    expect(vi.mocked(startAuthentication).mock.calls).toEqual([[asked]]);
  });

  it('asks anew before the service would not wait any more, and only in front', async () => {
    const leaving = new AbortController();
    const offered = offerPasskeys(leaving.signal);
    await vi.advanceTimersByTimeAsync(239_000);
    expect(startAuthentication).toHaveBeenCalledTimes(1);
    page.visibilityState = 'hidden';
    await vi.advanceTimersByTimeAsync(600_000);
    expect(startAuthentication).toHaveBeenCalledTimes(1);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await turn();
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([beginPasskeyLogIn, beginPasskeyLogIn]);
    leaving.abort();
    expect(await offered).toBeUndefined();
  });

  it('ends when another way is begun, when nothing can be asked, and where browsers offer none', async () => {
    const offered = offerPasskeys(new AbortController().signal);
    await turn();
    end(new Error('another ceremony'));
    expect(await offered).toBeUndefined();
    call.mockRejectedValueOnce(new Error('limited'));
    expect(await offerPasskeys(new AbortController().signal)).toBeUndefined();
    vi.mocked(browserSupportsWebAuthnAutofill).mockResolvedValue(false);
    expect(await offerPasskeys(new AbortController().signal)).toBeUndefined();
    expect(startAuthentication).toHaveBeenCalledTimes(1);
  });
});
