import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { ADDRESS_STEPS, type AddressStep } from '@stoa/contracts/push';

const PROOF_CHARACTERS = 40;
const KEY = new RegExp(`^([0-9a-z]{1,7})-([0-9a-f]{${PROOF_CHARACTERS}})$`);

/** What a link ends: the mails to an address are suspended since a moment. */
export interface SuspendedAddress {
  userId: number;
  address: string;
  /** Milliseconds since 1970. */
  sinceMs: number;
}

/** What a key claims, until it is compared with the suspension that the user has. */
export interface AddressClaim {
  step: AddressStep;
  userId: number;
  proof: string;
}

/** Keys of the links by which mails to an address are switched on again. They end with the suspension that they are for. */
export class AddressKeys {
  private readonly secret: Buffer;

  /** @param secret with another one the links that were given lead nowhere */
  constructor(secret: string) {
    this.secret = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/address-check/v1', 32));
  }

  /** The path of the page, below the organization's address. */
  pathOf(step: AddressStep, suspended: SuspendedAddress): string {
    return `/accounts/mail/${step}/${suspended.userId.toString(36)}-${this.proof(step, suspended)}`;
  }

  /** @returns null for what is no key */
  read(step: string, key: string): AddressClaim | null {
    const known = ADDRESS_STEPS.find((one) => one === step);
    const [, user = '', proof = ''] = KEY.exec(key) ?? [];
    return known === undefined || user === '' ? null : { step: known, userId: Number.parseInt(user, 36), proof };
  }

  /** Whether the key was made here for this suspension. */
  isOf({ step, proof }: AddressClaim, suspended: SuspendedAddress): boolean {
    return timingSafeEqual(Buffer.from(proof), Buffer.from(this.proof(step, suspended)));
  }

  private proof(step: AddressStep, { userId, address, sinceMs }: SuspendedAddress): string {
    const facts = `${step}\0${userId}\0${address.toLowerCase()}\0${sinceMs}`;
    return createHmac('sha256', this.secret).update(facts).digest('hex').slice(0, PROOF_CHARACTERS);
  }
}
