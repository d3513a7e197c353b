import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** 128 bits. */
const PROOF_CHARACTERS = 32;
const TOKEN = new RegExp(`^bn-([0-9a-z]{1,7})-([0-9a-z]{1,5})-([0-9a-f]{${PROOF_CHARACTERS}})$`);
const DAY_MS = 86_400_000;
/** Mail servers give up after some days; people complain about what they find after a holiday. */
const GOOD_FOR_DAYS = 30;

/** What a token claims, until it is compared with the address that the user has. */
export interface BounceClaim {
  userId: number;
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
  addressOf({ userId, address }: { userId: number; address: string }, now: number): string | null {
    if (!this.pattern.includes('%s')) return null;
    const day = Math.floor(now / DAY_MS);
    const token = `bn-${userId.toString(36)}-${day.toString(36)}-${this.proof(userId, day, address)}`;
    return this.pattern.replace('%s', token);
  }

  /** @returns null for what is no token */
  read(token: string): BounceClaim | null {
    const [, user = '', day = '', proof = ''] = TOKEN.exec(token.toLowerCase()) ?? [];
    if (proof === '') return null;
    return { userId: Number.parseInt(user, 36), day: Number.parseInt(day, 36), proof };
  }

  /** Whether the token was made here for this address, not too long ago. @param now milliseconds since 1970 */
  isOf({ userId, day, proof }: BounceClaim, address: string, now: number): boolean {
    const expected = this.proof(userId, day, address);
    return timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) && now / DAY_MS - day <= GOOD_FOR_DAYS;
  }

  private proof(userId: number, day: number, address: string): string {
    const facts = `${userId}\0${day}\0${address.toLowerCase()}`;
    return createHmac('sha256', this.secret).update(facts).digest('hex').slice(0, PROOF_CHARACTERS);
  }
}
