import type { RequestOf } from '@stoa/contracts/rpc';
import { listUsers, readUserList } from '@stoa/contracts/users';
import { usersScope, visibilityRole } from '@stoa/fragments';
import type { ComposedAnswer } from '../../http/composed-answer';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { Spectators } from '../../http/spectators';
import { FragmentedCalls } from '../../fragments/fragmented-calls';

@EndpointController()
export class UsersController {
  constructor(
    private readonly calls: FragmentedCalls,
    private readonly spectators: Spectators,
  ) {}

  @Endpoint(listUsers)
  async list(ctx: RequestContext, params: RequestOf<typeof listUsers>): Promise<ComposedAnswer> {
    const realmId = await this.spectators.realmOf(ctx);
    const view = {
      realmId,
      shape: 'listed' as const,
      viewerRole: ctx.actor ? visibilityRole(ctx.actor.role) : null,
      clientGravatar: params.client_gravatar,
      includeProfileData: params.include_custom_profile_fields && ctx.actor !== undefined,
    };
    return this.calls.call(ctx, {
      contract: readUserList,
      scopes: params.user_ids ? [] : [usersScope(view)],
      request: (fragments) => ({ ...params, realm_id: realmId, ...fragments }),
    });
  }
}
