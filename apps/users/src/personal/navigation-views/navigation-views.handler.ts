import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  addNavigationView,
  listNavigationViews,
  removeNavigationView,
  updateNavigationView,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { NavigationViewsService } from './navigation-views.service';

@Controller()
export class NavigationViewsHandler {
  constructor(private readonly views: NavigationViewsService) {}

  @Handles(listNavigationViews)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listNavigationViews>> {
    return { navigation_views: await this.views.list(requireActor(context)) };
  }

  @Handles(addNavigationView)
  async add({ fragment, isPinned, name }: RpcRequest<typeof addNavigationView>, context: CallContext): Promise<object> {
    await this.views.add(requireActor(context), { fragment, is_pinned: isPinned, name });
    return {};
  }

  @Handles(updateNavigationView)
  async update(
    { fragment, ...change }: RpcRequest<typeof updateNavigationView>,
    context: CallContext,
  ): Promise<object> {
    await this.views.update(requireActor(context), fragment, change);
    return {};
  }

  @Handles(removeNavigationView)
  async remove({ fragment }: RpcRequest<typeof removeNavigationView>, context: CallContext): Promise<object> {
    await this.views.remove(requireActor(context), fragment);
    return {};
  }
}
