import { AddressKeys, type SuspendedAddress } from './address-keys';

const SUSPENDED = { userId: 12345, address: 'Ada@example.com', sinceMs: 1_764_000_000_000 };
const keys = new AddressKeys('s'.repeat(32));

function isGood(step: string, key: string, suspended: SuspendedAddress = SUSPENDED, by = keys): boolean {
  const claim = by.read(step, key);
  return claim !== null && by.isOf(claim, suspended);
}

describe('keys of addresses that get no mails', () => {
  const [step = '', key = ''] = keys.pathOf('check', SUSPENDED).split('/').slice(-2);

  it('are good for what they were made for', () => {
    expect(keys.read(step, key)).toMatchObject({ step: 'check', userId: SUSPENDED.userId });
    expect(isGood(step, key)).toBe(true);
    expect(isGood(step, key, { ...SUSPENDED, address: 'ada@EXAMPLE.com' })).toBe(true);
  });

  it('are not good for another step, suspension, address or secret', () => {
    expect(isGood('confirm', key)).toBe(false);
    expect(isGood('delete', key)).toBe(false);
    expect(isGood(step, key, { ...SUSPENDED, sinceMs: SUSPENDED.sinceMs + 1 })).toBe(false);
    expect(isGood(step, key, { ...SUSPENDED, address: 'ada@other.example' })).toBe(false);
    expect(isGood(step, key, SUSPENDED, new AddressKeys('t'.repeat(32)))).toBe(false);
    expect(isGood(step, key.slice(0, -1))).toBe(false);
  });
});
