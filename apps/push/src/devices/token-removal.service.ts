import { Inject, Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { RelayAnswer } from '../relay/relay-answer';
import { RelayClient } from '../relay/relay-client';
import { OwnersRepository } from './owners.repository';
import { TokensRepository } from './tokens.repository';

/** A user whose legacy tokens the relay has to forget. */
export interface Unregistration {
  userId: number;
  /** Microseconds since the epoch. */
  queuedAt: string;
}

/** Takes the legacy tokens of users whose keys were revoked (push.md 1). Registrations with encryption stay. */
@Injectable()
export class TokenRemovalService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokensRepository,
    private readonly owners: OwnersRepository,
    private readonly relay: RelayClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * For the consumer of the change log, in its transaction: the keys of these users were revoked, or their accounts
   * deactivated. Tokens that they registered since stay.
   */
  removeOfRevoked(tx: Pick<WriteTransaction, 'query'>, userIds: readonly number[]): Promise<void> {
    return this.tokens.removeOfRevoked(tx, userIds, this.relay.isConfigured);
  }

  /**
   * One attempt to have the relay forget. It forgets all of a user's tokens; those registered since are told to it again.
   * @returns whether it was the last
   */
  async attempt({ userId, queuedAt }: Unregistration): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    if (!(await this.tokens.isUnregistrationQueued(userId, queuedAt))) return true;
    const owner = await this.owners.owner(userId);
    if (!this.isOver(await this.relay.unregisterAllTokens(owner), userId)) return false;
    for (const token of await this.tokens.ofUser(userId)) {
      if (!this.isOver(await this.relay.registerToken(owner, token), userId)) return false;
    }
    const context = { realmId: owner.realm.id, partition: owner.realm.partition };
    await this.database.write(context, { locks: [lockUser(userId)] }, (tx) =>
      this.tokens.endUnregistration(tx, userId, queuedAt),
    );
    return true;
  }

  /** A refusal would be one again. */
  private isOver(answer: RelayAnswer<object>, userId: number): boolean {
    if (answer.kind === 'ok') return true;
    if (answer.kind !== 'refused') return false;
    this.log.warn({ userId, answer }, 'the push relay refused to forget tokens');
    return true;
  }
}
