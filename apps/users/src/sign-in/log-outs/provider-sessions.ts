import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import type { ProviderSession } from '@stoa/policy';
import { ProviderSessionsRepository } from './provider-sessions.repository';

/** What a session began with: the provider, and the session there if it may say that it is over. */
export interface BegunWith {
  providerId: number | undefined;
  session: ProviderSession | undefined;
  /** When the person signed in there, in seconds since 1970; absent where it does not say. */
  authenticatedAt?: number;
  /** The end that the provider's limit has set already, in seconds since 1970. */
  longestUntil?: number;
}

/** Remembers by which names providers will end sessions. */
@Injectable()
export class ProviderSessions {
  constructor(private readonly repository: ProviderSessionsRepository) {}

  /** @returns what notes it for a session that is being made; undefined where no provider ends sessions */
  noting({ providerId, session }: BegunWith): ((tx: WriteTransaction, sessionId: number) => Promise<void>) | undefined {
    if (providerId === undefined || session === undefined) return undefined;
    return (tx, sessionId) => this.repository.insert(tx, sessionId, providerId, session);
  }
}
