import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { createScimToken, listScimTokens, revokeScimToken } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { generateScimToken, hashScimToken } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { UsersEnvironment } from '../../users-environment';
import { ScimTokensRepository } from './scim-tokens.repository';

/** One in use and the one that follows it. */
const MOST_TOKENS = 2;
const LONGEST_NAME = 100;

/** The credentials of organizations' identity providers, for the operator's tool (identity.md 8.1). */
@Injectable()
export class ScimTokensService {
  constructor(
    private readonly database: Database,
    private readonly repository: ScimTokensRepository,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError for a third token, or a name that is none */
  @Handles(createScimToken)
  async create(
    { requestId }: CallContext,
    given: RpcRequest<typeof createScimToken>,
  ): Promise<RpcResponse<typeof createScimToken>> {
    const { realm_id: realmId, partition } = given;
    const name = given.name.trim();
    if (name === '' || name.length > LONGEST_NAME) throw badRequest('The name of a token has 1 to 100 characters.');
    const token = generateScimToken();
    const row = {
      name,
      tokenHash: hashScimToken(this.environment.STOA_API_KEY_SECRET, token),
      givesWholeNames: given.gives_whole_names,
      createsGuestsWithoutChannels: given.creates_guests_without_channels,
      acceptsDeletions: given.accepts_deletions,
      adoptsGroups: given.adopts_groups,
      profileFields: given.profile_fields ?? [],
      expiresInDays: given.expires_in_days,
    };
    const locks = [lockRealm(realmId, 'exclusive')];
    const id = await this.database.write({ realmId, partition, requestId }, locks, async (tx) => {
      if ((await this.repository.countInForce(tx)) >= MOST_TOKENS) {
        throw badRequest('The organization has two tokens already: revoke one first.');
      }
      return this.repository.insert(tx, row);
    });
    this.log.info({ requestId, realmId, tokenId: id, name }, 'a token for SCIM is made');
    return { id, token };
  }

  @Handles(listScimTokens)
  async list(
    _ctx: CallContext,
    { realm_id: realmId }: RpcRequest<typeof listScimTokens>,
  ): Promise<RpcResponse<typeof listScimTokens>> {
    const rows = await this.repository.list(realmId);
    const tokens = rows.map((row) => ({
      id: row.id,
      name: row.name,
      gives_whole_names: row.givesWholeNames,
      creates_guests_without_channels: row.createsGuestsWithoutChannels,
      accepts_deletions: row.acceptsDeletions,
      adopts_groups: row.adoptsGroups,
      profile_fields: row.profileFields,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      last_used_at: row.lastUsedAt,
    }));
    return { tokens };
  }

  /** Its next request is refused: gateways read tokens with each. @throws DomainError if there is none */
  @Handles(revokeScimToken)
  async revoke({ requestId }: CallContext, given: RpcRequest<typeof revokeScimToken>): Promise<void> {
    const { realm_id: realmId, partition, token_id: tokenId } = given;
    const isRevoked = await this.database.write({ realmId, partition, requestId }, [], (tx) =>
      this.repository.revoke(tx, tokenId),
    );
    if (!isRevoked) throw badRequest('The organization has no such token.');
    this.log.info({ requestId, realmId, tokenId }, 'a token for SCIM is revoked');
  }
}
