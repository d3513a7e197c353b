import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes';

describe('recovery codes', () => {
  it('are ten, each another', () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  });

  it('are stored as hashes of the account, however they are typed', () => {
    const hash = hashRecoveryCode('secret', 7, 'abcde-fghij');
    expect(hash).toHaveLength(32);
    expect(hashRecoveryCode('secret', 7, ' ABCDE fghij')).toEqual(hash);
    expect(hashRecoveryCode('secret', 8, 'abcde-fghij')).not.toEqual(hash);
    expect(hashRecoveryCode('another', 7, 'abcde-fghij')).not.toEqual(hash);
    expect(hashRecoveryCode('secret', 7, 'abcde-fghik')).not.toEqual(hash);
  });
});
