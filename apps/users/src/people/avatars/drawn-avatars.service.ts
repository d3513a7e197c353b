import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { drawAvatar } from '@stoa/contracts/users';
import { Database, RowOf } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { AvatarFiles } from './avatar-files';

/** Avatars that the service draws, when somebody wants to see them for the first time (users.md 1). */
@Injectable()
export class DrawnAvatarsService {
  constructor(
    private readonly database: Database,
    private readonly files: AvatarFiles,
  ) {}

  /** Only for keys of accounts: nobody can have other images made. Two at once store the same. */
  @Handles(drawAvatar)
  async draw(_ctx: CallContext, request: RpcRequest<typeof drawAvatar>): Promise<RpcResponse<typeof drawAvatar>> {
    const { realm_id: realmId, key } = request;
    const [account] = await this.database.query<RowOf<'Account', 'id'> & RowOf<'Realm', 'uuid'>>(
      'avatar_to_draw',
      `SELECT a.id, r.uuid FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE a.realm_id = $1 AND a.avatar_key = $2 AND a.avatar_source = 'J'`,
      [realmId, key],
    );
    if (!account) return { is_drawn: false };
    await this.files.draw(realmId, key, `${account.uuid}:${account.id}`);
    return { is_drawn: true };
  }
}
