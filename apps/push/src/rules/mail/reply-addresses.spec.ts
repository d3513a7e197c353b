import { ReplyAddresses } from './reply-addresses';

const SECRET = 'a secret of at least thirty-two characters';
const REPLY = { userId: 1_234, messageId: 987_654_321 };
const DAY_MS = 86_400_000;
const NOW = 20_000 * DAY_MS + 5;

describe('reply addresses', () => {
  const addresses = new ReplyAddresses(SECRET, 'chat+%s@mail.example.com');
  const address = addresses.addressOf(REPLY, NOW) ?? '';
  const token = address.slice('chat+'.length, address.indexOf('@'));

  it('say what they answer, in lower case as well', () => {
    expect(address).toMatch(/^chat\+mm-[0-9a-z-]+@mail\.example\.com$/);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(addresses.read(token, NOW)).toEqual(REPLY);
    expect(addresses.read(token.toUpperCase(), NOW)).toEqual(REPLY);
  });

  it('end after sixty days', () => {
    expect(addresses.read(token, NOW + 59 * DAY_MS)).toEqual(REPLY);
    expect(addresses.read(token, NOW + 61 * DAY_MS)).toBeNull();
  });

  it('are made here alone', () => {
    const [, user, message, day, proof] = token.split('-');
    const forged = [
      `mm-${user}-${message}-${day}-${'0'.repeat(32)}`,
      `mm-1-${message}-${day}-${proof}`,
      `mm-${user}-1-${day}-${proof}`,
      `mm-${user}-${message}-zz-${proof}`,
      `${token}0`,
      'mm-',
      '',
    ];
    for (const one of forged) expect([one, addresses.read(one, NOW)]).toEqual([one, null]);
    expect(new ReplyAddresses(`${SECRET}!`, '%s@x.example').read(token, NOW)).toBeNull();
  });

  it('are none without incoming mail', () => {
    expect(new ReplyAddresses(SECRET, 'none').addressOf(REPLY, NOW)).toBeNull();
  });

  it('fit into the local part of an address, whatever the ids', () => {
    const largest = { userId: 2 ** 31 - 1, messageId: 36 ** 9 };
    const long = new ReplyAddresses(SECRET, '%s@x.example').addressOf(largest, NOW) ?? '';
    expect(long.indexOf('@')).toBeLessThanOrEqual(64);
  });
});
