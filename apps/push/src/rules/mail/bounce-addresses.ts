import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MailOwner } from '@stoa/contracts/push';

/** 128 bits. */
const PROOF_CHARACTERS = 32;
const TOKEN = new RegExp(`^b([ni])-([0-9a-z]{1,7})-([0-9a-z]{1,5})-([0-9a-f]{${PROOF_CHARACTERS}})$`);
const DAY_MS = 86_400_000;
/** Mail servers give up after some days; people complain about what they find after a holiday. */
const GOOD_FOR_DAYS = 30;

/** What a token claims, until it is compared with the address that the user or the invitation has. */
export interface BounceClaim extends Pick<MailOwner, 'kind' | 'id'> {
  day: number;
  proof: string;
}

/**
 * Tokens in the addresses by which mail servers report about mails: whose mail it was, and to which address. They are in
 * no table, survive mail servers that write addresses in lower case, and end, with another address at once.
 */
export class BounceAddresses {
  private readonly secret: Buffer;

  /**
   * @param secret with another one nothing is known of mails that were sent
   * @param pattern address with `%s` for the token; without `%s` none are made, and those of older mails are read
   */
  constructor(
    secret: string,
    private readonly pattern: string,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/bounce-address/v1', 32));
  }

  /** @param now milliseconds since 1970. @returns null: none are made */
  addressOf({ kind, id, address }: MailOwner, now: number): string | null {
    if (!this.pattern.includes('%s')) return null;
    const day = Math.floor(now / DAY_MS);
    const start = kind === 'account' ? 'bn' : 'bi';
    const token = `${start}-${id.toString(36)}-${day.toString(36)}-${this.proof({ kind, id, day }, address)}`;
    return this.pattern.replace('%s', token);
  }

  /** @returns null for what is no token */
  read(token: string): BounceClaim | null {
    const [, start = '', id = '', day = '', proof = ''] = TOKEN.exec(token.toLowerCase()) ?? [];
    if (proof === '') return null;
    const kind = start === 'n' ? 'account' : 'invitation';
    return { kind, id: Number.parseInt(id, 36), day: Number.parseInt(day, 36), proof };
  }

  /** Whether the token was made here for this address, not too long ago. @param now milliseconds since 1970 */
  isOf(claim: BounceClaim, address: string, now: number): boolean {
    const expected = this.proof(claim, address);
    return (
      timingSafeEqual(Buffer.from(claim.proof), Buffer.from(expected)) && now / DAY_MS - claim.day <= GOOD_FOR_DAYS
    );
  }

  private proof({ kind, id, day }: Pick<BounceClaim, 'kind' | 'id' | 'day'>, address: string): string {
    const facts = `${kind === 'account' ? '' : 'invitation\0'}${id}\0${day}\0${address.toLowerCase()}`;
    return createHmac('sha256', this.secret).update(facts).digest('hex').slice(0, PROOF_CHARACTERS);
  }
}
