import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction, setKeys } from '@stoa/database';
import type { DirectoryUser } from '@stoa/directory';
import { avatarUrl, newAvatarKey } from '@stoa/policy';
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
   * Writes the key of stored images, or null for the generated avatar of the organization's kind, and notifies everybody who can access the
   * account. Runs under the realm's exclusive lock.
   * @returns the account as it is then
   */
  async set(
    tx: WriteTransaction,
    facts: AudienceFacts,
    target: DirectoryUser,
    key: string | null,
  ): Promise<DirectoryUser> {
    const [row] = await tx.query<RowOf<'Account', 'avatar_version' | 'avatar_source' | 'avatar_key'>>(
      `UPDATE account a SET avatar_version = a.avatar_version + 1,
         avatar_source = CASE WHEN $2::text IS NULL THEN r.default_avatar_source ELSE 'U' END,
         avatar_key = CASE WHEN $2::text IS NULL AND r.default_avatar_source = 'J' THEN $3 ELSE $2::text END
       FROM realm r WHERE r.id = a.realm_id AND a.id = $1
       RETURNING a.avatar_version, a.avatar_source, a.avatar_key`,
      [target.id, key, newAvatarKey()],
    );
    if (!row) throw new Error(`there is no account ${target.id}`);
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [target.id] });
    const { avatar_source: avatarSource, avatar_key: avatarKey, avatar_version: avatarVersion } = row;
    const after = { ...target, avatarSource, avatarKey, avatarVersion };
    tx.emit(avatarChange(tx.realmId, after, await this.audiences.accessorIds(tx, facts, after)));
    if (after.isBot) {
      const change = { avatar_url: avatarUrl({ ...after, realmId: tx.realmId }) };
      tx.emit(await this.botAudiences.update(tx, facts.users, after, change));
    }
    return after;
  }
}
