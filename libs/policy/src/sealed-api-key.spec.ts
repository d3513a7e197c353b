import { API_KEY_PATTERN, hashApiKey } from './api-key';
import { generateApiKey, openSealedApiKey, sealApiKey } from './sealed-api-key';

describe('API keys', () => {
  const secret = 's'.repeat(32);

  it('are 32 letters and digits, and differ', () => {
    const keys = Array.from({ length: 100 }, generateApiKey);
    for (const key of keys) expect(key).toMatch(API_KEY_PATTERN);
    expect(new Set(keys).size).toBe(100);
  });

  it('can be opened with the secret that sealed them only', () => {
    const sealed = sealApiKey(secret, 'abc');
    expect(openSealedApiKey(secret, sealed)).toBe('abc');
    expect(() => openSealedApiKey('t'.repeat(32), sealed)).toThrow();
  });

  it('hash to 32 bytes under the secret', () => {
    expect(hashApiKey(secret, 'abc')).toHaveLength(32);
    expect(hashApiKey(secret, 'abc').equals(hashApiKey('other', 'abc'))).toBe(false);
  });
});
