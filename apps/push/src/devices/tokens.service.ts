import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { addApnsToken, addFcmToken, removeApnsToken, removeFcmToken } from '@stoa/contracts/push';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { type ActorContext, Handles } from '@stoa/rpc';
import { RelayClient } from '../relay/relay-client';
import { LegacyToken, TokenKind } from '../relay/relay-requests';
import { OwnersRepository } from './owners.repository';
import { legacyRelayError } from './relay-errors';
import { TokensRepository } from './tokens.repository';

/** Far above what anybody uses. */
const MOST_TOKENS = 100;
const LONGEST_TOKEN = 4_096;
const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i;

/** Legacy registration, with the errors of push.md 1. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    private readonly repository: TokensRepository,
    private readonly owners: OwnersRepository,
    private readonly relay: RelayClient,
  ) {}

  @Handles(addApnsToken)
  addApns(ctx: ActorContext, { token, appid }: RequestOf<typeof addApnsToken>): Promise<void> {
    return this.add(ctx, { kind: TokenKind.Apns, token: apnsToken(token), iosAppId: appid });
  }

  @Handles(addFcmToken)
  addFcm(ctx: ActorContext, { token }: RequestOf<typeof addFcmToken>): Promise<void> {
    return this.add(ctx, { kind: TokenKind.Fcm, token: sized(token), iosAppId: null });
  }

  @Handles(removeApnsToken)
  removeApns(ctx: ActorContext, { token }: RequestOf<typeof removeApnsToken>): Promise<void> {
    return this.remove(ctx, { kind: TokenKind.Apns, token: apnsToken(token), iosAppId: null });
  }

  @Handles(removeFcmToken)
  removeFcm(ctx: ActorContext, { token }: RequestOf<typeof removeFcmToken>): Promise<void> {
    return this.remove(ctx, { kind: TokenKind.Fcm, token: sized(token), iosAppId: null });
  }

  /**
   * Stores the token, then notifies the relay. A failure of the relay fails the call: the row stays, and may be added
   * again.
   */
  private async add(ctx: ActorContext, token: LegacyToken): Promise<void> {
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

  /** Where there is a relay it decides whether the token existed. */
  private async remove(ctx: ActorContext, token: LegacyToken): Promise<void> {
    const { userId } = ctx.actor;
    const removed = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.remove(tx, userId, token.kind, [token.token]),
    );
    if (!this.relay.isConfigured) {
      if (removed === 0) throw badRequest('Token does not exist');
      return;
    }
    const answer = await this.relay.unregisterToken(await this.owners.owner(userId), token, { isAwaited: true });
    if (answer.kind !== 'ok') throw legacyRelayError(answer);
  }
}

/** @throws DomainError for texts that can be no token */
function sized(token: string): string {
  if (token === '' || token.length > LONGEST_TOKEN) throw badRequest('Empty or invalid length token');
  return token;
}

/** @returns the token as it is stored: those of APNs are hexadecimal numbers, whose case does not matter */
function apnsToken(token: string): string {
  if (!HEXADECIMAL.test(sized(token))) throw badRequest('Invalid APNS token');
  return token.toLowerCase();
}
