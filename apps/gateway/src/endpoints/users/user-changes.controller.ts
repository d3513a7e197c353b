import type { RequestOf } from '@stoa/contracts/rpc';
import {
  applyUserChanges,
  applyUserChangesByEmail,
  requireProof,
  updateUser,
  updateUserByEmail,
} from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';

/** Changes of other users (users.md 4): browsers show once more who asks before an address changes at once. */
@EndpointController()
export class UserChangesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(updateUser)
  async update(ctx: UserContext, { password, ...changes }: RequestOf<typeof updateUser>): Promise<Buffer> {
    if (changes.new_email !== undefined) await this.prove(ctx, password);
    return this.rpc.callRaw(applyUserChanges, ctx, changes);
  }

  @Endpoint(updateUserByEmail)
  async updateByEmail(
    ctx: UserContext,
    { password, ...changes }: RequestOf<typeof updateUserByEmail>,
  ): Promise<Buffer> {
    if (changes.new_email !== undefined) await this.prove(ctx, password);
    return this.rpc.callRaw(applyUserChangesByEmail, ctx, changes);
  }

  /** Whoever has an administrator's browser must not take accounts over by their addresses. Keys have no session to steal. */
  private async prove(ctx: UserContext, password = ''): Promise<void> {
    if (ctx.http.sessionId === undefined) return;
    await this.passwords.counted(ctx, password, (proof) => this.rpc.call(requireProof, ctx, proof));
  }
}
