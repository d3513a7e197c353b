import type { Holder } from '../authentication/api-key-store';

/** The account that a browser is signed in to, and what decides whether it still is. */
export interface SessionHolder extends Holder {
  /** The name of its hash (`nameOfHash`). */
  tokenName: string;
  sessionId: number;
  /** Ended, or past its time. */
  isEnded: boolean;
  /** Seconds since its use was noted last, when it was read. */
  unnotedSeconds: number;
}

/** Where sessions are looked up. */
export abstract class SessionStore {
  /** @param tokenHash keyed hash of the cookie's token (policy's hashSessionToken) */
  abstract findByHash(tokenHash: Buffer): Promise<SessionHolder | undefined>;
}
