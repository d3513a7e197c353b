import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction, setKeys } from '@stoa/database';
import type { DirectoryUser } from '@stoa/directory';
import { avatarUrl } from '@stoa/policy';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { avatarChange } from '../../shared/user-set/person-change';
import { AudienceFacts, UserAudiences } from '../../shared/user-changes/user-audiences';

/** Gives accounts another avatar (users.md 6). */
@Injectable()
export class AvatarChanges {
  constructor(
    private readonly audiences: UserAudiences,
    private readonly botAudiences: BotAudiences,
  ) {}

  /**
   * Writes the key of stored images, or null for the generated avatar, and notifies everybody who can access the
   * account. Runs under the realm's exclusive lock.
   * @returns the account as it is then
   */
  async set(
    tx: WriteTransaction,
    facts: AudienceFacts,
    target: DirectoryUser,
    key: string | null,
  ): Promise<DirectoryUser> {
    const avatarSource = key === null ? 'G' : 'U';
    const [row] = await tx.query<RowOf<'Account', 'avatar_version'>>(
      `UPDATE account SET avatar_source = $2, avatar_key = $3, avatar_version = avatar_version + 1
       WHERE id = $1 RETURNING avatar_version`,
      [target.id, avatarSource, key],
    );
    if (!row) throw new Error(`there is no account ${target.id}`);
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [target.id] });
    const after = { ...target, avatarSource, avatarKey: key, avatarVersion: row.avatar_version };
    tx.emit(avatarChange(tx.realmId, after, await this.audiences.accessorIds(tx, facts, after)));
    if (after.isBot) {
      const change = { avatar_url: avatarUrl({ ...after, realmId: tx.realmId }) };
      tx.emit(await this.botAudiences.update(tx, facts.users, after, change));
    }
    return after;
  }
}
