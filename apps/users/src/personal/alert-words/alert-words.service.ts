import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { addAlertWords, listAlertWords, removeAlertWords } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser, setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { roomProblem } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AlertWordsRepository } from './alert-words.repository';

type AlertWords = RpcResponse<typeof listAlertWords>;

/** Words that flag messages for a user (users.md 13). Sends read them from the directory, so its version moves along. */
@Injectable()
export class AlertWordsService {
  constructor(
    private readonly database: Database,
    private readonly repository: AlertWordsRepository,
  ) {}

  @Handles(listAlertWords)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listAlertWords>> {
    return { alert_words: await this.repository.list(actor.userId) };
  }

  /** An event follows even if nothing changed. @throws DomainError if there would be too many */
  @Handles(addAlertWords)
  add(ctx: ActorContext, { alert_words }: RequestOf<typeof addAlertWords>): Promise<RpcResponse<typeof addAlertWords>> {
    const cleaned = alert_words.map((word) => word.trim()).filter((word) => word !== '');
    return this.change(ctx, (tx) => this.repository.add(tx, ctx.actor.userId, cleaned));
  }

  @Handles(removeAlertWords)
  remove(
    ctx: ActorContext,
    { alert_words }: RequestOf<typeof removeAlertWords>,
  ): Promise<RpcResponse<typeof removeAlertWords>> {
    return this.change(ctx, async (tx) => {
      await this.repository.remove(tx, ctx.actor.userId, alert_words);
      return 0;
    });
  }

  /** @param work gives how many words it added */
  private change(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<number>): Promise<AlertWords> {
    const { realmId, userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const added = await work(tx);
      const words = await this.repository.listIn(tx, userId);
      const problem = roomProblem('alert words', words.length, added);
      if (problem) throw badRequest(problem);
      tx.bump(setKeys.realmUsers(realmId), { table: 'account', ids: [userId] });
      tx.emit(eventOf('alert_words', { alert_words: words }, [userId]));
      return { alert_words: words };
    });
  }
}
