import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteTransaction, lockUser, setKeys } from '@stoa/database';
import { roomProblem } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { AlertWordsRepository } from './alert-words.repository';

/** Words that flag messages for a user (users.md 13). Sends read them from the directory, so its version moves along. */
@Injectable()
export class AlertWordsService {
  constructor(
    private readonly database: Database,
    private readonly repository: AlertWordsRepository,
  ) {}

  list({ actor }: ActorContext): Promise<string[]> {
    return this.repository.list(actor.userId);
  }

  /** @returns all words; told even if nothing changed. @throws DomainError if there would be too many */
  add(ctx: ActorContext, words: readonly string[]): Promise<string[]> {
    const cleaned = words.map((word) => word.trim()).filter((word) => word !== '');
    return this.change(ctx, (tx) => this.repository.add(tx, ctx.actor.userId, cleaned));
  }

  remove(ctx: ActorContext, words: readonly string[]): Promise<string[]> {
    return this.change(ctx, async (tx) => {
      await this.repository.remove(tx, ctx.actor.userId, words);
      return 0;
    });
  }

  /** @param work gives how many words it added */
  private change(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<number>): Promise<string[]> {
    const { realmId, userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const added = await work(tx);
      const words = await this.repository.listIn(tx, userId);
      const problem = roomProblem('alert words', words.length, added);
      if (problem) throw badRequest(problem);
      tx.bump(setKeys.realmUsers(realmId), { table: 'account', ids: [userId] });
      tx.emit(eventOf('alert_words', { alert_words: words }, [userId]));
      return words;
    });
  }
}
