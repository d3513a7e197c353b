import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  addNavigationView,
  listNavigationViews,
  removeNavigationView,
  updateNavigationView,
} from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { DomainError, badRequest } from '@stoa/errors';
import { roomProblem } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { checkBuiltInName, checkNewView } from './navigation-view-rules';
import { NavigationView, NavigationViewsRepository } from './navigation-views.repository';

const EXISTS = 'Navigation view already exists.';

type ChangeRequest = RequestOf<typeof updateNavigationView>;

/** Which views a user sees in the sidebar (users.md 17). */
@Injectable()
export class NavigationViewsService {
  constructor(
    private readonly database: Database,
    private readonly repository: NavigationViewsRepository,
  ) {}

  @Handles(listNavigationViews)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listNavigationViews>> {
    return { navigation_views: await this.repository.list(actor.userId) };
  }

  @Handles(addNavigationView)
  async add(ctx: ActorContext, request: RequestOf<typeof addNavigationView>): Promise<void> {
    const view = { ...request, name: request.name ?? null };
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

  /** @throws DomainError 404 for a view that was never configured */
  @Handles(updateNavigationView)
  async update(ctx: ActorContext, request: RequestOf<typeof updateNavigationView>): Promise<void> {
    const { fragment, name: newName = null } = request;
    checkBuiltInName(fragment, newName);
    const { userId } = ctx.actor;
    await this.write(ctx, async (tx) => {
      const known = await this.repository.listIn(tx, userId);
      const view = known.find((candidate) => candidate.fragment === fragment);
      if (!view) throw notFound();
      if (newName !== null && known.some(({ name }) => name === newName)) throw badRequest(EXISTS);
      const data = changedData(view, request);
      await this.repository.update(tx, userId, { ...view, ...data });
      tx.emit(eventOf('navigation_view', 'update', { fragment, data }, [userId]));
    });
  }

  @Handles(removeNavigationView)
  async remove(ctx: ActorContext, { fragment }: RequestOf<typeof removeNavigationView>): Promise<void> {
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
  return new DomainError('BAD_REQUEST', 'Navigation view does not exist.', { status: 404 });
}

function changedData(view: NavigationView, { is_pinned, name = null }: ChangeRequest): Partial<NavigationView> {
  return {
    ...(name === null ? {} : { name }),
    ...(is_pinned === undefined || is_pinned === view.is_pinned ? {} : { is_pinned }),
  };
}
