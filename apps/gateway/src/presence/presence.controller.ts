import { badRequest, getRealmPresence, getUserPresence, reportPresence, reportPresenceSince } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { ComposedAnswer } from '../http/composed-answer';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { plainBody, withEnvelope } from '../ropes/rope-body';
import { PresenceCopies } from './presence-copies';
import { ReportPresenceParams, UserPresenceParams } from './presence.params';

@EndpointController()
export class PresenceController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly copies: PresenceCopies,
  ) {}

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
  report(ctx: UserContext, params: ReportPresenceParams): Promise<Buffer | ComposedAnswer> {
    const { status, lastUpdateId = null, historyLimitDays, pingOnly, slimPresence } = params;
    if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`);
    if (lastUpdateId !== null && lastUpdateId > 0 && !pingOnly) return this.reportSince(ctx, { status, lastUpdateId });
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

  private async reportSince(
    ctx: UserContext,
    { status, lastUpdateId }: { status: 'active' | 'idle'; lastUpdateId: number },
  ): Promise<ComposedAnswer> {
    const held = this.copies.get(ctx.actor.realmId);
    const copy = held && { usersVersion: held.usersVersion, updateId: held.updateId };
    const answer = await this.rpc.call(reportPresenceSince, ctx, { status, lastUpdateId, copy });
    const { server_timestamp } = answer;
    if (answer.own) {
      const { presences, presence_last_update_id } = answer.own;
      const members = JSON.stringify(presences).slice(1, -1);
      return composed({ presence_last_update_id, server_timestamp }, [Buffer.from(members)]);
    }
    if (!answer.copy) throw new Error('a report was answered with neither an answer nor a copy');
    const text = this.copies.update(ctx.actor.realmId, held, answer.copy);
    const presence_last_update_id = Math.max(text.updateId, lastUpdateId);
    return composed({ presence_last_update_id, server_timestamp }, text.since(lastUpdateId));
  }
}

/** @param members text of the members of `presences` */
function composed(
  fields: { presence_last_update_id: number; server_timestamp: number },
  members: readonly Buffer[],
): ComposedAnswer {
  const head = JSON.stringify({ ...fields, zephyr_mirror_active: false, legacy_mirror_active: false });
  const pieces = [Buffer.from(`${head.slice(0, -1)},"presences":{`), ...members, Buffer.from('}}')];
  return new ComposedAnswer((ignored) =>
    Promise.resolve({ headers: {}, body: plainBody(withEnvelope(pieces, ignored)) }),
  );
}
