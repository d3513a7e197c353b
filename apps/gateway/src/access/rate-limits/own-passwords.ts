import { Injectable } from '@nestjs/common';
import { RateLimits } from './rate-limits';

/** Who is signed in, and by which session if by one. */
export interface SignedIn {
  actor: { realmId: number; deliveryEmail: string };
  http: { sessionId?: number };
}

/** What proves again who asks. */
export interface OwnProof {
  password: string;
  session_id: number | null;
}

/** Asks for the password of who is signed in: attempts are counted as those of sign-ins are. */
@Injectable()
export class OwnPasswords {
  constructor(private readonly limits: RateLimits) {}

  /**
   * No password is no guess: it counts for nothing, and forgives nothing where another proof is enough.
   * @throws DomainError RATE_LIMIT_HIT (429), and what `ask` throws
   */
  async counted<T>({ actor, http }: SignedIn, password: string, ask: (proof: OwnProof) => Promise<T>): Promise<T> {
    const { realmId, deliveryEmail } = actor;
    const proof = { password, session_id: http.sessionId ?? null };
    if (password === '') return ask(proof);
    await this.limits.countLogin(realmId, deliveryEmail);
    const answer = await ask(proof);
    await this.limits.clearLogins(realmId, deliveryEmail);
    return answer;
  }
}
