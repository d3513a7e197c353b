import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, listSavedSnippets } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { DomainError, badRequest } from '@stoa/errors';
import { roomProblem } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { SavedSnippetsRepository } from './saved-snippets.repository';

/** Texts that a user keeps for later messages (messages.md 19); nobody else sees them. */
@Injectable()
export class SavedSnippetsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SavedSnippetsRepository,
  ) {}

  @Handles(listSavedSnippets)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listSavedSnippets>> {
    return { saved_snippets: await this.repository.list(actor.userId) };
  }

  /** @throws DomainError if there would be too many */
  @Handles(createSavedSnippet)
  create(
    ctx: ActorContext,
    { title, content }: RequestOf<typeof createSavedSnippet>,
  ): Promise<RpcResponse<typeof createSavedSnippet>> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      const problem = roomProblem('saved snippets', (await this.repository.count(tx, userId)) + 1, 1);
      if (problem) throw badRequest(problem);
      const snippet = await this.repository.insert(tx, userId, title, content);
      tx.emit(eventOf('saved_snippets', 'add', { saved_snippet: snippet }, [userId]));
      return { saved_snippet_id: snippet.id };
    });
  }

  /**
   * What does not change sends no event; a request without a change succeeds without looking at the snippet.
   * @throws DomainError 404 `Saved snippet does not exist.`
   */
  @Handles(editSavedSnippet)
  async edit(ctx: ActorContext, request: RequestOf<typeof editSavedSnippet>): Promise<void> {
    if (request.title === undefined && request.content === undefined) return;
    const { userId } = ctx.actor;
    await this.write(ctx, async (tx) => {
      const snippet = await this.repository.find(tx, userId, request.saved_snippet_id);
      if (!snippet) throw unknownSnippet();
      const edited = {
        ...snippet,
        title: request.title ?? snippet.title,
        content: request.content ?? snippet.content,
      };
      if (edited.title === snippet.title && edited.content === snippet.content) return;
      await this.repository.update(tx, edited);
      tx.emit(eventOf('saved_snippets', 'update', { saved_snippet: edited }, [userId]));
    });
  }

  /** @throws DomainError 404 `Saved snippet does not exist.` */
  @Handles(deleteSavedSnippet)
  delete(ctx: ActorContext, { saved_snippet_id }: RequestOf<typeof deleteSavedSnippet>): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, saved_snippet_id))) throw unknownSnippet();
      tx.emit(eventOf('saved_snippets', 'remove', { saved_snippet_id }, [userId]));
    });
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write(ctx, [lockUser(ctx.actor.userId)], work);
  }
}

function unknownSnippet(): DomainError {
  return new DomainError('BAD_REQUEST', 'Saved snippet does not exist.', { status: 404 });
}
