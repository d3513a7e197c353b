import type { RequestOf } from '@stoa/contracts/rpc';
import { reportPresence, storePresence, storePresenceSince } from '@stoa/contracts/presence';
import { badRequest } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { ComposedAnswer } from '../../http/composed-answer';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { type Piece, composeBody, withEnvelope } from '../../fragments/fragmented-body';
import { PresenceCopies } from './presence-copies';

@EndpointController()
export class PresenceController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly copies: PresenceCopies,
  ) {}

  @Endpoint(reportPresence)
  report(ctx: UserContext, params: RequestOf<typeof reportPresence>): Promise<Buffer | ComposedAnswer> {
    const { status, last_update_id, ping_only } = params;
    if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`);
    if (last_update_id !== undefined && last_update_id > 0 && !ping_only) {
      return this.reportSince(ctx, status, last_update_id);
    }
    return this.rpc.callRaw(storePresence, ctx, { ...params, status });
  }

  private async reportSince(
    ctx: UserContext,
    status: 'active' | 'idle',
    lastUpdateId: number,
  ): Promise<ComposedAnswer> {
    const held = this.copies.get(ctx.actor.realmId);
    const copy = held && { usersVersion: held.usersVersion, updateId: held.updateId };
    const answer = await this.rpc.call(storePresenceSince, ctx, { status, last_update_id: lastUpdateId, copy });
    const { server_timestamp } = answer;
    if (answer.own) {
      const { presences, presence_last_update_id } = answer.own;
      const members = JSON.stringify(presences).slice(1, -1);
      return composed(ctx, { presence_last_update_id, server_timestamp }, [Buffer.from(members)]);
    }
    if (!answer.copy) throw new Error('a report was answered with neither an answer nor a copy');
    const text = this.copies.update(ctx.actor.realmId, held, answer.copy);
    const presence_last_update_id = Math.max(text.updateId, lastUpdateId);
    return composed(ctx, { presence_last_update_id, server_timestamp }, text.since(lastUpdateId));
  }
}

/** @param members text of the members of `presences` */
function composed(
  { http }: UserContext,
  fields: { presence_last_update_id: number; server_timestamp: number },
  members: readonly Piece[],
): ComposedAnswer {
  const head = JSON.stringify({ ...fields, zephyr_mirror_active: false, legacy_mirror_active: false });
  const pieces = [Buffer.from(`${head.slice(0, -1)},"presences":{`), ...members, Buffer.from('}}')];
  return new ComposedAnswer((ignored) => composeBody(withEnvelope(pieces, ignored), http.headers['accept-encoding']));
}
