import { addNavigationView, listNavigationViews, removeNavigationView, updateNavigationView } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { AddNavigationViewParams, NavigationViewParams, UpdateNavigationViewParams } from './navigation-views.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const BUILT_IN = bad('Built-in views cannot have a custom name.');
const EXISTS = bad('Navigation view already exists.');
const TOO_MANY = bad(
  'You cannot have more than 1000 navigation views. Delete some that you no longer need and try again.',
);
const NOT_FOUND = { code: 'NOT_FOUND', msg: 'Navigation view does not exist.', status: 404 };

/** Views of the sidebar (users.md 17). */
@EndpointController()
export class NavigationViewsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'navigation_views',
    summary: 'Get your navigation views',
    tag: 'Navigation views',
    auth: 'user',
    response: listNavigationViews.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listNavigationViews, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'navigation_views',
    summary: 'Add a navigation view',
    tag: 'Navigation views',
    auth: 'user',
    params: AddNavigationViewParams,
    response: addNavigationView.response,
    errors: [bad('fragment cannot be blank'), BUILT_IN, bad('Custom views must have a valid name.'), EXISTS, TOO_MANY],
  })
  add(ctx: UserContext, { fragment, isPinned, name }: AddNavigationViewParams): Promise<Buffer> {
    return this.rpc.callRaw(addNavigationView, ctx, { fragment, isPinned, name: name ?? null });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'navigation_views/{fragment}',
    summary: 'Change a navigation view',
    tag: 'Navigation views',
    auth: 'user',
    params: UpdateNavigationViewParams,
    response: updateNavigationView.response,
    errors: [BUILT_IN, EXISTS, NOT_FOUND],
  })
  update(ctx: UserContext, { fragment, isPinned, name }: UpdateNavigationViewParams): Promise<Buffer> {
    const change = { isPinned: isPinned ?? null, name: name ?? null };
    return this.rpc.callRaw(updateNavigationView, ctx, { fragment, ...change });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'navigation_views/{fragment}',
    summary: 'Remove a navigation view',
    tag: 'Navigation views',
    auth: 'user',
    params: NavigationViewParams,
    response: removeNavigationView.response,
    errors: [NOT_FOUND],
  })
  remove(ctx: UserContext, { fragment }: NavigationViewParams): Promise<Buffer> {
    return this.rpc.callRaw(removeNavigationView, ctx, { fragment });
  }
}
