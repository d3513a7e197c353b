import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { deleteBotStorage, getBotStorage, putBotStorage } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { BotStorageRepository } from './bot-storage.repository';

/** Characters of keys and values together. */
const LARGEST_STORAGE = 10_000_000;
/** The keys of its index hold no more. */
const LONGEST_KEY_BYTES = 2500;
const NO_SUCH_KEY = 'Key does not exist.';

/** What the calling account keeps here between its runs (users.md 16). */
@Injectable()
export class BotStorageService {
  constructor(
    private readonly database: Database,
    private readonly repository: BotStorageRepository,
  ) {}

  /** @throws DomainError `Key does not exist.` */
  @Handles(getBotStorage)
  async get(
    { actor }: ActorContext,
    { keys }: RequestOf<typeof getBotStorage>,
  ): Promise<RpcResponse<typeof getBotStorage>> {
    const storage = await this.repository.read(actor.userId, keys ?? null);
    if (keys?.some((key) => !Object.hasOwn(storage, key))) throw badRequest(NO_SUCH_KEY);
    return { storage };
  }

  /** @throws DomainError when more than the limit would be stored, or under too long a key; then nothing is */
  @Handles(putBotStorage)
  async put(ctx: ActorContext, { storage }: RequestOf<typeof putBotStorage>): Promise<void> {
    if (Object.keys(storage).some((key) => Buffer.byteLength(key) > LONGEST_KEY_BYTES)) {
      throw badRequest(`A key of the storage is too long (limit: ${LONGEST_KEY_BYTES} bytes).`);
    }
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.repository.write(tx, userId, storage);
      const excess = (await this.repository.size(tx, userId)) - LARGEST_STORAGE;
      if (excess > 0) {
        throw badRequest(
          `Request exceeds storage limit by ${excess} characters. The limit is ${LARGEST_STORAGE} characters.`,
        );
      }
    });
  }

  /** @throws DomainError `Key does not exist.`; then nothing is deleted */
  @Handles(deleteBotStorage)
  async remove(ctx: ActorContext, { keys }: RequestOf<typeof deleteBotStorage>): Promise<void> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const removed = new Set(await this.repository.remove(tx, userId, keys ?? null));
      if (keys?.some((key) => !removed.has(key))) throw badRequest(NO_SUCH_KEY);
    });
  }
}
