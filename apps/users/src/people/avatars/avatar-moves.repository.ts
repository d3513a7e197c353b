import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction, setKeys } from '@stoa/database';
import { newAvatarKey } from '@stoa/policy';

type MovedAvatar = RowOf<'Account', 'id' | 'avatar_version' | 'avatar_key'>;

/** Accounts whose avatar a hosted service makes of their address. Callers hold the realm's exclusive lock. */
@Injectable()
export class AvatarMovesRepository {
  /** The first accounts with a greater id, ascending. */
  async generated(tx: WriteTransaction, afterId: number, most: number): Promise<number[]> {
    const rows = await tx.query<RowOf<'Account', 'id'>>(
      `SELECT id FROM account WHERE realm_id = $1 AND id > $2::bigint AND avatar_source = 'G' AND NOT is_system_bot
       ORDER BY id LIMIT $3`,
      [tx.realmId, afterId, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Gives them keys under which avatars are drawn when they are first asked for. */
  async draw(tx: WriteTransaction, ids: readonly number[]): Promise<MovedAvatar[]> {
    const rows = await tx.query<MovedAvatar>(
      `UPDATE account a SET avatar_source = 'J', avatar_version = a.avatar_version + 1, avatar_key = n.key
       FROM unnest($1::int[], $2::text[]) AS n (id, key) WHERE a.id = n.id
       RETURNING a.id, a.avatar_version, a.avatar_key`,
      [ids, ids.map(() => newAvatarKey())],
    );
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids });
    return rows;
  }
}
