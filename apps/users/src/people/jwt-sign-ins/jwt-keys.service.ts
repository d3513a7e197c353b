import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { addJwtKey, listJwtKeys, removeJwtKey } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { isJwtAlgorithm, isOwner, jwtKeyProblem, sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { UsersEnvironment } from '../../users-environment';
import { JwtKeysRepository } from './jwt-keys.repository';

/** Each may be tried for a token. */
const MOST_KEYS = 10;
const LONGEST_NAME = 60;

/** Keys of tokens that sign people in (identity.md 1.8), as owners, in truth operators, give and take them. */
@Injectable()
export class JwtKeysService {
  constructor(
    private readonly database: Database,
    private readonly repository: JwtKeysRepository,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError for what is no key of the algorithm, or has the name of another */
  @Handles(addJwtKey)
  async add(ctx: ActorContext, request: RpcRequest<typeof addJwtKey>): Promise<void> {
    if (!isOwner(ctx.actor)) throw insufficientPermission();
    const { algorithm, key, allows_long_life: allowsLongLife } = request;
    const name = request.name.trim();
    if (name === '' || name.length > LONGEST_NAME) throw badRequest(`A key has a name of 1 to ${LONGEST_NAME} letters`);
    if (!isJwtAlgorithm(algorithm)) throw badRequest(`Unknown algorithm '${algorithm}'`);
    const problem = jwtKeyProblem(algorithm, key);
    if (problem !== undefined) throw badRequest(`The key cannot be used: ${problem}`);
    const sealedKey = sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/jwt-key', key);
    const isAdded = await this.database.write(ctx, [lockRealm(ctx.actor.realmId, 'exclusive')], (tx) =>
      this.repository.insert(tx, { name, algorithm, sealedKey, allowsLongLife }, MOST_KEYS),
    );
    if (!isAdded) throw badRequest(`There is a key '${name}' already, or there are ${MOST_KEYS} keys`);
    this.log.info({ realmId: ctx.actor.realmId, name, algorithm }, 'a key of tokens begins');
  }

  @Handles(listJwtKeys)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listJwtKeys>> {
    if (!isOwner(actor)) throw insufficientPermission();
    const keys = await this.repository.ofRealm(actor.realmId);
    return {
      keys: keys.map(({ name, algorithm, allowsLongLife, created_at }) => ({
        name,
        algorithm,
        allows_long_life: allowsLongLife,
        created_at,
      })),
    };
  }

  /** @throws DomainError if there is no such key */
  @Handles(removeJwtKey)
  async remove(ctx: ActorContext, { name }: RpcRequest<typeof removeJwtKey>): Promise<void> {
    if (!isOwner(ctx.actor)) throw insufficientPermission();
    const isRemoved = await this.database.write(ctx, [lockRealm(ctx.actor.realmId, 'exclusive')], (tx) =>
      this.repository.remove(tx, name),
    );
    if (!isRemoved) throw badRequest(`There is no key '${name}'`);
    this.log.info({ realmId: ctx.actor.realmId, name }, 'a key of tokens ends');
  }
}
