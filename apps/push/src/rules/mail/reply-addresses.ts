import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** 128 bits. */
const PROOF_CHARACTERS = 32;
const TOKEN = new RegExp(`^mm-([0-9a-z]{1,7})-([0-9a-z]{1,11})-([0-9a-z]{1,5})-([0-9a-f]{${PROOF_CHARACTERS}})$`);
const DAY_MS = 86_400_000;
/** Days for which a mail can be answered. */
const GOOD_FOR_DAYS = 60;

export interface ReplyTo {
  userId: number;
  messageId: number;
}

/**
 * Tokens in the addresses by which mails about messages are answered: whoever has one writes as the user. They are in no
 * table, survive mail servers that write addresses in lower case, and end.
 */
export class ReplyAddresses {
  private readonly secret: Buffer;

  /**
   * @param secret with another one the addresses of mails that were sent lead nowhere
   * @param pattern address with `%s` for the token; without `%s` mails cannot be answered
   */
  constructor(
    secret: string,
    private readonly pattern: string,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/reply-address/v1', 32));
  }

  /** @param now milliseconds since 1970. @returns null: there is no incoming mail */
  addressOf(reply: ReplyTo, now: number): string | null {
    if (!this.pattern.includes('%s')) return null;
    const day = Math.floor(now / DAY_MS);
    const facts = [reply.userId, reply.messageId, day].map((number) => number.toString(36)).join('-');
    return this.pattern.replace('%s', `mm-${facts}-${this.proof({ ...reply, day })}`);
  }

  /** @param now milliseconds since 1970. @returns null for what was not made here, or too long ago */
  read(token: string, now: number): ReplyTo | null {
    const [, user = '', message = '', written = '', proof = ''] = TOKEN.exec(token.toLowerCase()) ?? [];
    if (proof === '') return null;
    const reply = { userId: Number.parseInt(user, 36), messageId: Number.parseInt(message, 36) };
    const day = Number.parseInt(written, 36);
    if (!timingSafeEqual(Buffer.from(proof), Buffer.from(this.proof({ ...reply, day })))) return null;
    return now / DAY_MS - day <= GOOD_FOR_DAYS ? reply : null;
  }

  private proof({ userId, messageId, day }: ReplyTo & { day: number }): string {
    const facts = `${userId}\0${messageId}\0${day}`;
    return createHmac('sha256', this.secret).update(facts).digest('hex').slice(0, PROOF_CHARACTERS);
  }
}
