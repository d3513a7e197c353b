import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { drawGeneratedAvatars } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { requireRole } from '../../shared/user-changes/user-rules';
import { avatarChange } from '../../shared/user-set/person-change';
import { AvatarMovesRepository } from './avatar-moves.repository';

/** As many events, each to everybody who sees the account, under the realm's lock. */
const BATCH = 100;

/** Takes accounts off the hosted service that makes avatars of their addresses (users.md 6); for operators. */
@Injectable()
export class AvatarMovesService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: AvatarMovesRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /** One batch; uploaded avatars stay. @throws DomainError for who is no administrator */
  @Handles(drawGeneratedAvatars)
  async move(
    ctx: ActorContext,
    { after_id: afterId }: RpcRequest<typeof drawGeneratedAvatars>,
  ): Promise<RpcResponse<typeof drawGeneratedAvatars>> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      requireRole('administrator', facts.requester);
      const ids = await this.repository.generated(tx, afterId, BATCH);
      if (ids.length === 0) return { moved: 0, last_id: null };
      const subjects = (await this.repository.draw(tx, ids)).flatMap((row) => {
        const user = facts.users.get(row.id);
        const { avatar_key: avatarKey, avatar_version: avatarVersion } = row;
        return user ? [{ ...user, avatarSource: 'J', avatarKey, avatarVersion }] : [];
      });
      const audiences = await this.audiences.ofAll(tx, facts, subjects);
      for (const [index, subject] of subjects.entries()) {
        const to = (audiences[index]?.accessors ?? []).map(({ id }) => id);
        tx.emit(avatarChange(realmId, subject, to));
      }
      return { moved: ids.length, last_id: ids.at(-1) ?? null };
    });
  }
}
