import { openSealedSecret, sealSecret } from './sealed-secret';

const SECRET = 'secret of the installation';

describe('sealed secrets', () => {
  it('are opened with the same secret, for the same purpose', () => {
    const sealed = sealSecret(SECRET, 'sign-in-provider', 'geheim é');
    expect(openSealedSecret(SECRET, 'sign-in-provider', sealed)).toBe('geheim é');
    expect(sealed.toString('latin1')).not.toContain('geheim');
    expect(sealSecret(SECRET, 'sign-in-provider', 'geheim é').equals(sealed)).toBe(false);
  });

  it('are not opened otherwise', () => {
    const sealed = sealSecret(SECRET, 'sign-in-provider', 'geheim');
    expect(() => openSealedSecret('another', 'sign-in-provider', sealed)).toThrow();
    expect(() => openSealedSecret(SECRET, 'sign-in-attempt', sealed)).toThrow();
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    expect(() => openSealedSecret(SECRET, 'sign-in-provider', changed)).toThrow();
  });
});
