import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { UNSUBSCRIBE_TYPES, type UnsubscribeType } from '@stoa/contracts/users';

const PROOF_CHARACTERS = 40;
const KEY = new RegExp(`^([0-9a-z]{1,7})-([0-9a-f]{${PROOF_CHARACTERS}})$`);

/** Keys of the links that end mails: no login is asked for, and they do not expire. They open nothing else. */
export class UnsubscribeKeys {
  private readonly secret: Buffer;

  /** @param secret with another one the links of mails that were sent lead nowhere */
  constructor(secret: string) {
    this.secret = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/unsubscribe/v1', 32));
  }

  keyOf(userId: number, type: UnsubscribeType): string {
    return `${userId.toString(36)}-${this.proof(userId, type)}`;
  }

  /** The user whose key it is; null for what was not made here for this kind. */
  userOf(key: string, type: string): { userId: number; type: UnsubscribeType } | null {
    const known = UNSUBSCRIBE_TYPES.find((one) => one === type);
    const [, user = '', proof = ''] = KEY.exec(key) ?? [];
    if (known === undefined || user === '') return null;
    const userId = Number.parseInt(user, 36);
    return timingSafeEqual(Buffer.from(proof), Buffer.from(this.proof(userId, known))) ? { userId, type: known } : null;
  }

  private proof(userId: number, type: UnsubscribeType): string {
    return createHmac('sha256', this.secret).update(`${type}\0${userId}`).digest('hex').slice(0, PROOF_CHARACTERS);
  }
}
