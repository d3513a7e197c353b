import { badRequest, getRealmPresence, getUserPresence, reportPresence } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ReportPresenceParams, UserPresenceParams } from './presence.params';

@EndpointController()
export class PresenceController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'users/me/presence',
    tag: 'Presence',
    summary: 'Report the own presence',
    description: 'Stores the report, and returns whose presence has changed since the id that the client knows.',
    auth: 'user',
    guard: 'human',
    params: ReportPresenceParams,
    response: reportPresence.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Invalid status: sleeping' },
      { code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' },
    ],
  })
  report(ctx: UserContext, params: ReportPresenceParams): Promise<Buffer> {
    const { status, lastUpdateId = null, historyLimitDays, pingOnly, slimPresence } = params;
    if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`);
    return this.rpc.callRaw(reportPresence, ctx, { status, lastUpdateId, historyLimitDays, pingOnly, slimPresence });
  }

  @Endpoint({
    method: 'GET',
    path: 'realm/presence',
    tag: 'Presence',
    summary: 'Get the presence of all users',
    description: 'Of the last 14 days, in the legacy format.',
    auth: 'user',
    response: getRealmPresence.response,
  })
  ofRealm(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(getRealmPresence, ctx, {});
  }

  @Endpoint({
    method: 'GET',
    path: 'users/{user}/presence',
    tag: 'Presence',
    summary: 'Get the presence of a user',
    auth: 'user',
    params: UserPresenceParams,
    response: getUserPresence.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'No such user' },
      { code: 'BAD_REQUEST', msg: 'Presence is not supported for bot users.' },
      { code: 'BAD_REQUEST', msg: 'No presence data for 17' },
    ],
  })
  ofUser(ctx: UserContext, { user }: UserPresenceParams): Promise<Buffer> {
    return this.rpc.callRaw(getUserPresence, ctx, { user });
  }
}
