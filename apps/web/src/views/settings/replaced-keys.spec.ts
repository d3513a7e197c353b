import { notices } from '../../client/notices';
import { replaceKeys } from './replaced-keys';

afterEach(() => vi.unstubAllGlobals());

describe('keys that are replaced with the password', () => {
  it.each([
    ['are replaced silently', 200, { result: 'success', msg: '', api_key: 'k' }, []],
    [
      'stay, and it is said why, where the service refuses it',
      400,
      { result: 'error', code: 'BAD_REQUEST', msg: 'Sign in again, and repeat this within ten minutes.' },
      ['The API keys were not replaced: Sign in again, and repeat this within ten minutes.'],
    ],
  ])('%s', async (_what, status, body, texts) => {
    notices.update(() => []);
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
    await replaceKeys('a new password');
    expect(notices.get().map(({ text }) => text)).toEqual(texts);
  });
});
