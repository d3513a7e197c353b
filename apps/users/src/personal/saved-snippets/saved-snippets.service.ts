import { Injectable } from '@nestjs/common';
import {
  DomainError,
  RpcRequest,
  SavedSnippet,
  badRequest,
  createSavedSnippet,
  editSavedSnippet,
} from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { roomProblem } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { SavedSnippetsRepository } from './saved-snippets.repository';

/** Texts that a user keeps for later messages (messages.md 19); nobody else sees them. */
@Injectable()
export class SavedSnippetsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SavedSnippetsRepository,
  ) {}

  list({ actor }: ActorContext): Promise<SavedSnippet[]> {
    return this.repository.list(actor.userId);
  }

  /** @throws DomainError if there would be too many */
  create(ctx: ActorContext, { title, content }: RpcRequest<typeof createSavedSnippet>): Promise<number> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      const problem = roomProblem('saved snippets', (await this.repository.count(tx, userId)) + 1, 1);
      if (problem) throw badRequest(problem);
      const snippet = await this.repository.insert(tx, userId, title, content);
      tx.emit(eventOf('saved_snippets', 'add', { saved_snippet: snippet }, [userId]));
      return snippet.id;
    });
  }

  /** What does not change is not told. @throws DomainError 404 `Saved snippet does not exist.` */
  edit(ctx: ActorContext, request: RpcRequest<typeof editSavedSnippet>): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      const snippet = await this.repository.find(tx, userId, request.savedSnippetId);
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
  delete(ctx: ActorContext, savedSnippetId: number): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, savedSnippetId))) throw unknownSnippet();
      tx.emit(eventOf('saved_snippets', 'remove', { saved_snippet_id: savedSnippetId }, [userId]));
    });
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write(ctx, [lockUser(ctx.actor.userId)], work);
  }
}

function unknownSnippet(): DomainError {
  return new DomainError('BAD_REQUEST', 'Saved snippet does not exist.', { status: 404 });
}
