import { openSealedText, sealText } from './sealed-text';

describe('sealed texts', () => {
  it('open again with the secret and the purpose that they were sealed for', () => {
    const sealed = sealText('secret', 'stoa/totp-secret', 'JBSWY3DPEHPK3PXP');
    expect(openSealedText('secret', 'stoa/totp-secret', sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
    expect(sealText('secret', 'stoa/totp-secret', 'JBSWY3DPEHPK3PXP')).not.toEqual(sealed);
  });

  it('open neither with another secret, nor for another purpose, nor when they were changed', () => {
    const sealed = sealText('secret', 'stoa/totp-secret', 'text');
    expect(() => openSealedText('another', 'stoa/totp-secret', sealed)).toThrow();
    expect(() => openSealedText('secret', 'stoa/jwt-key', sealed)).toThrow();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => openSealedText('secret', 'stoa/totp-secret', changed)).toThrow();
  });
});
