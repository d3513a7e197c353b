import { SealedRegistrations, ready } from './sealed-registrations';

const PUBLIC_KEY = 'ST6C/HRGSlkmiBdiPSBTxeuOLMSpiLT+4XnsawENUx0=';
const keys = [{ publicKey: PUBLIC_KEY, privateKey: 'gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp8=' }];
const SEALED =
  'YFpyXSpK3+6xop4X7dYhwbdZPujNvESsbEq24vgF0jy5c2jbaSnIrY837Hg1zw40pcM5tGsa6NwUFm3iwbo11jsrkAyvrB7/XUZ7HIWW' +
  '+ibatMcd0QWsoA+xvEjmqzEBCJ1uztN1CCtIVC0ZbzCWNkDEaGrs';

describe('SealedRegistrations', () => {
  beforeAll(() => ready);

  it("opens the reference's box", () => {
    expect(new SealedRegistrations(keys).open(PUBLIC_KEY, SEALED, 1_771_000_000)).toEqual({
      registration: { token_kind: 'fcm', token: 'android-tokenaz', timestamp: 1_771_000_000 },
    });
  });

  it('refuses it a day later, for another key, and changed', () => {
    const registrations = new SealedRegistrations(keys);
    const tooLate = 1_771_000_000 + 24 * 3600 + 1;
    expect(registrations.open(PUBLIC_KEY, SEALED, tooLate)).toEqual({ problem: 'expired' });
    expect(registrations.open('AAAA', SEALED, 1_771_000_000)).toEqual({ problem: 'unknown key' });
    const changed = `A${SEALED.slice(1)}`;
    expect(registrations.open(PUBLIC_KEY, changed, 1_771_000_000)).toEqual({ problem: 'invalid' });
  });
});
