import { Inject, Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { RelayAnswer } from '../relay/relay-answer';
import { RelayClient } from '../relay/relay-client';
import { OwnersRepository } from './owners.repository';
import { TokensRepository, Unregistration } from './tokens.repository';

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
   * Removes the tokens of logins whose keys were revoked, and of deactivated accounts.
   * @param realmIds null looks at all organizations
   * @returns what the relay has to forget
   */
  removeOfRevoked(realmIds: readonly number[] | null): Promise<Unregistration[]> {
    return this.tokens.removeOfRevoked(realmIds, this.relay.isConfigured);
  }

  /**
   * One attempt to have the relay forget. It forgets all of a user's tokens; those registered since are sent to it
   * again.
   * @returns whether it was the last
   */
  async attempt(unregistration: Unregistration): Promise<boolean> {
    const { userId } = unregistration;
    if (!this.relay.isConfigured) return false;
    if (!(await this.tokens.isUnregistrationQueued(unregistration))) return true;
    const owner = await this.owners.owner(userId);
    if (!this.isOver(await this.relay.unregisterAllTokens(owner), userId)) return false;
    for (const token of await this.tokens.ofUser(userId)) {
      if (!this.isOver(await this.relay.registerToken(owner, token), userId)) return false;
    }
    const context = { realmId: owner.realm.id, partition: owner.realm.partition };
    await this.database.write(context, [lockUser(userId)], (tx) => this.tokens.endUnregistration(tx, unregistration));
    return true;
  }

  /** The relay refused for good: retrying cannot help. */
  private isOver(answer: RelayAnswer<object>, userId: number): boolean {
    if (answer.kind === 'ok') return true;
    if (answer.kind !== 'refused') return false;
    this.log.warn({ userId, answer }, 'the push relay refused to forget tokens');
    return true;
  }
}
