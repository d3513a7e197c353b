import type { MailOwner } from '@stoa/contracts/push';
import { BounceAddresses } from './bounce-addresses';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 12);
const RECIPIENT: MailOwner = { kind: 'account', id: 12345, address: 'Ada@example.com' };
const addresses = new BounceAddresses('s'.repeat(32), 'chat+%s@mail.example.com');
const tokenOf = (address: string | null) => /^chat\+(.*)@mail\.example\.com$/.exec(address ?? '')?.[1] ?? '';
const token = tokenOf(addresses.addressOf(RECIPIENT, NOW));

/** Whether the token is good for the address. */
function isGood(given: string, address = RECIPIENT.address, now = NOW, by = addresses): boolean {
  const claim = by.read(given);
  return claim !== null && by.isOf(claim, address, now);
}

describe('addresses for reports about mails', () => {
  it('say whose mail it was, in lower case as well', () => {
    expect(token).toMatch(/^bn-[0-9a-z-]+$/);
    expect(addresses.read(token)).toMatchObject({ kind: 'account', id: RECIPIENT.id });
    expect(isGood(token)).toBe(true);
    expect(isGood(token.toUpperCase(), 'ada@EXAMPLE.com')).toBe(true);
  });

  it('fit into the local part of an address', () => {
    const longest = addresses.addressOf({ ...RECIPIENT, id: 2 ** 31 - 1 }, Date.UTC(2100, 0, 1));
    expect(tokenOf(longest).length).toBeLessThanOrEqual(50);
  });

  it('are not good for another address, for long, or with another secret', () => {
    expect(isGood(token, 'ada@other.example')).toBe(false);
    expect(isGood(token, RECIPIENT.address, NOW + 29 * DAY_MS)).toBe(true);
    expect(isGood(token, RECIPIENT.address, NOW + 31 * DAY_MS)).toBe(false);
    expect(isGood(token, RECIPIENT.address, NOW, new BounceAddresses('t'.repeat(32), '%s@x.example'))).toBe(false);
  });

  it.each(['', 'bn-1-2', token.slice(0, -1), `${token}0`, token.replace(/^bn/, 'mm'), `x${token}`])(
    'are not made of %j',
    (given) => {
      expect(addresses.read(given)).toBeNull();
    },
  );

  it('are for one user and one day', () => {
    const [, user = '', day = '', proof = ''] = token.split('-');
    expect(isGood(`bn-${user}1-${day}-${proof}`)).toBe(false);
    expect(isGood(`bn-${user}-${day}1-${proof}`)).toBe(false);
  });

  it('are for a user or for an invitation', () => {
    const invitation = tokenOf(addresses.addressOf({ ...RECIPIENT, kind: 'invitation' }, NOW));
    expect(addresses.read(invitation)).toMatchObject({ kind: 'invitation', id: RECIPIENT.id });
    expect(isGood(invitation)).toBe(true);
    expect(isGood(invitation.replace(/^bi/, 'bn'))).toBe(false);
    expect(isGood(token.replace(/^bn/, 'bi'))).toBe(false);
  });

  it('are none without a pattern, and those of older mails are read', () => {
    const none = new BounceAddresses('s'.repeat(32), 'none');
    expect(none.addressOf(RECIPIENT, NOW)).toBeNull();
    expect(isGood(token, RECIPIENT.address, NOW, none)).toBe(true);
  });
});
