import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/contracts';
import { Database, lockUser } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { RelayClient } from '../relay/relay-client';
import { LegacyToken, TokenKind } from '../relay/relay-requests';
import { OwnersRepository } from './owners.repository';
import { legacyRelayError } from './relay-errors';
import { TokensRepository } from './tokens.repository';

/** Far above what anybody uses. */
const MOST_TOKENS = 100;
const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i;

/** Legacy registration (push.md 1). */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    private readonly repository: TokensRepository,
    private readonly owners: OwnersRepository,
    private readonly relay: RelayClient,
  ) {}

  /**
   * Stores the token, then tells the relay, whose failure is the caller's: the row stays, and may be added again.
   * @throws DomainError with the texts of push.md 1
   */
  async add(ctx: ActorContext, kind: TokenKind, text: string, iosAppId: string | null): Promise<void> {
    const token: LegacyToken = { kind, token: checkedToken(kind, text), iosAppId };
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      if ((await this.repository.countOthers(tx, userId, token)) >= MOST_TOKENS) {
        throw badRequest(`You cannot have more than ${MOST_TOKENS} push tokens.`);
      }
      await this.repository.store(tx, userId, token);
    });
    if (!this.relay.isConfigured) return;
    const answer = await this.relay.registerToken(await this.owners.owner(userId), token, { isAwaited: true });
    if (answer.kind !== 'ok') throw legacyRelayError(answer);
  }

  /**
   * Where there is a relay it decides whether the token existed.
   * @throws DomainError with the texts of push.md 1
   */
  async remove(ctx: ActorContext, kind: TokenKind, text: string): Promise<void> {
    const token: LegacyToken = { kind, token: checkedToken(kind, text), iosAppId: null };
    const { userId } = ctx.actor;
    const removed = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.remove(tx, userId, kind, [token.token]),
    );
    if (!this.relay.isConfigured) {
      if (removed === 0) throw badRequest('Token does not exist');
      return;
    }
    const answer = await this.relay.unregisterToken(await this.owners.owner(userId), token, { isAwaited: true });
    if (answer.kind !== 'ok') throw legacyRelayError(answer);
  }
}

/** @returns the token as it is stored: those of APNs are hexadecimal numbers, whose case does not matter */
function checkedToken(kind: TokenKind, token: string): string {
  if (kind === TokenKind.Fcm) return token;
  if (!HEXADECIMAL.test(token)) throw badRequest('Invalid APNS token');
  return token.toLowerCase();
}
