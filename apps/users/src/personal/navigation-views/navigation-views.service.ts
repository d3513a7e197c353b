import { Injectable } from '@nestjs/common';
import { DomainError, badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { roomProblem } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { checkBuiltInName, checkNewView } from './navigation-view-rules';
import { NavigationView, NavigationViewsRepository } from './navigation-views.repository';

const EXISTS = 'Navigation view already exists.';

/** What a change of a view names; null leaves it as it is. */
export interface NavigationViewChange {
  isPinned: boolean | null;
  name: string | null;
}

/** Which views a user sees in the sidebar (users.md 17). */
@Injectable()
export class NavigationViewsService {
  constructor(
    private readonly database: Database,
    private readonly repository: NavigationViewsRepository,
  ) {}

  list({ actor }: ActorContext): Promise<NavigationView[]> {
    return this.repository.list(actor.userId);
  }

  async add(ctx: ActorContext, view: NavigationView): Promise<void> {
    checkNewView(view.fragment, view.name);
    const { userId } = ctx.actor;
    await this.write(ctx, async (tx) => {
      const known = await this.repository.listIn(tx, userId);
      const isTaken = known.some(
        ({ fragment, name }) => fragment === view.fragment || (name !== null && name === view.name),
      );
      if (isTaken) throw badRequest(EXISTS);
      const problem = roomProblem('navigation views', known.length + 1, 1);
      if (problem) throw badRequest(problem);
      await this.repository.insert(tx, userId, view);
      tx.emit(eventOf('navigation_view', 'add', { navigation_view: view }, [userId]));
    });
  }

  /** @throws DomainError 404 `NOT_FOUND` for a view that was never configured */
  async update(ctx: ActorContext, fragment: string, change: NavigationViewChange): Promise<void> {
    checkBuiltInName(fragment, change.name);
    const { userId } = ctx.actor;
    await this.write(ctx, async (tx) => {
      const known = await this.repository.listIn(tx, userId);
      const view = known.find((candidate) => candidate.fragment === fragment);
      if (!view) throw notFound();
      if (change.name !== null && known.some(({ name }) => name === change.name)) throw badRequest(EXISTS);
      const data = changedData(view, change);
      await this.repository.update(tx, userId, { ...view, ...data });
      tx.emit(eventOf('navigation_view', 'update', { fragment, data }, [userId]));
    });
  }

  async remove(ctx: ActorContext, fragment: string): Promise<void> {
    const { userId } = ctx.actor;
    await this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, fragment))) throw notFound();
      tx.emit(eventOf('navigation_view', 'remove', { fragment }, [userId]));
    });
  }

  private write(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<void>): Promise<void> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [lockUser(userId)], work);
  }
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Navigation view does not exist.', { status: 404 });
}

function changedData(view: NavigationView, { isPinned, name }: NavigationViewChange): Partial<NavigationView> {
  return {
    ...(name === null ? {} : { name }),
    ...(isPinned === null || isPinned === view.is_pinned ? {} : { is_pinned: isPinned }),
  };
}
