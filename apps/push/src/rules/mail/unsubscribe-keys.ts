import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { UNSUBSCRIBE_TYPES, type UnsubscribeType } from '@stoa/contracts/users';

const PROOF_CHARACTERS = 40;
const KEY = new RegExp(`^([0-9a-z]{1,7})-([0-9a-f]{${PROOF_CHARACTERS}})$`);
/** 128 bits: what stands before the @ of an address has 64 characters at most. */
const TOKEN_PROOF_CHARACTERS = 32;
const TOKEN = new RegExp(`^un-([a-z])-([0-9a-z]{1,7})-([0-9a-f]{${TOKEN_PROOF_CHARACTERS}})$`);
/** How a token says what it ends. */
const LETTERS: Readonly<Record<UnsubscribeType, string>> = {
  missed_messages: 'm',
  login: 'l',
  digest: 'd',
  welcome: 'w',
};

/** What ends mails of a kind: a link, and an address to write to where mail comes in. */
export interface UnsubscribeWays {
  unsubscribeUrl: string;
  unsubscribeAddress: string | null;
}

/** Whose mails of which kind are to end. */
interface Unsubscribing {
  userId: number;
  type: UnsubscribeType;
}

/**
 * Keys of the links, and tokens of the addresses, that end mails: no login is asked for, and they do not expire. They
 * open nothing else, and nobody makes them for somebody else.
 */
export class UnsubscribeKeys {
  private readonly secret: Buffer;

  /**
   * @param secret with another one the links of mails that were sent lead nowhere
   * @param pattern address with `%s` for the token; without `%s` there is no incoming mail
   */
  constructor(
    secret: string,
    private readonly pattern: string,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/unsubscribe/v1', 32));
  }

  /** @param realmUrl where the page of the link is */
  waysOf(realmUrl: string, { userId, type }: Unsubscribing): UnsubscribeWays {
    const proof = this.proof(`mail\0${type}`, userId, TOKEN_PROOF_CHARACTERS);
    const token = `un-${LETTERS[type]}-${userId.toString(36)}-${proof}`;
    return {
      unsubscribeUrl: `${realmUrl}/accounts/unsubscribe/${type}/${this.keyOf(userId, type)}`,
      unsubscribeAddress: this.pattern.includes('%s') ? this.pattern.replace('%s', token) : null,
    };
  }

  keyOf(userId: number, type: UnsubscribeType): string {
    return `${userId.toString(36)}-${this.proof(type, userId, PROOF_CHARACTERS)}`;
  }

  /** The user whose key it is; null for what was not made here for this kind. */
  userOf(key: string, type: string): Unsubscribing | null {
    const known = UNSUBSCRIBE_TYPES.find((one) => one === type);
    const [, user = '', proof = ''] = KEY.exec(key) ?? [];
    if (known === undefined || user === '') return null;
    const userId = Number.parseInt(user, 36);
    return isSame(proof, this.proof(known, userId, PROOF_CHARACTERS)) ? { userId, type: known } : null;
  }

  /** The same for a token of an address, which mail servers may have written in upper case. */
  read(token: string): Unsubscribing | null {
    const [, letter = '', user = '', proof = ''] = TOKEN.exec(token.toLowerCase()) ?? [];
    const type = UNSUBSCRIBE_TYPES.find((one) => LETTERS[one] === letter);
    if (type === undefined) return null;
    const userId = Number.parseInt(user, 36);
    return isSame(proof, this.proof(`mail\0${type}`, userId, TOKEN_PROOF_CHARACTERS)) ? { userId, type } : null;
  }

  private proof(what: string, userId: number, characters: number): string {
    return createHmac('sha256', this.secret).update(`${what}\0${userId}`).digest('hex').slice(0, characters);
  }
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
