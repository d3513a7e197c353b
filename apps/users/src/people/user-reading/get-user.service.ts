import { Injectable } from '@nestjs/common';
import { FetchedUser, RpcRequest, UserReference, badRequest, getUser } from '@stoa/contracts';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import { UserView, visibilityRole } from '@stoa/fragments';
import { isGuest } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { userText } from '@stoa/wire-objects';
import { UserSets } from '../../shared/user-set/user-sets';
import { UserLookupRepository } from './user-lookup.repository';

/** `GET /users/{user_id}` and `GET /users/{email}` (users.md 4). */
@Injectable()
export class GetUserService {
  constructor(
    private readonly database: Database,
    private readonly userSets: UserSets,
    private readonly lookup: UserLookupRepository,
    private readonly accessible: AccessibleUsersRepository,
  ) {}

  /** @throws DomainError `No such user`, `Insufficient permission` for a limited guest */
  async read({ actor }: ActorContext, request: RpcRequest<typeof getUser>): Promise<FetchedUser> {
    const { realmId, realmHost, role, userId: viewerId } = actor;
    const userId = await this.idOf({ realmId, realmHost, viewerRole: role }, request.user);
    const user = userId === undefined ? undefined : (await this.userSets.current(realmId)).find(userId);
    if (!user) throw badRequest('No such user');
    const limit = isGuest({ role })
      ? await this.accessible.ofGuest(this.database, { realmId, guestId: viewerId })
      : null;
    if (limit && !limit.has(user.id)) throw badRequest('Insufficient permission');
    const view: UserView = {
      realmId,
      shape: 'listed',
      viewerRole: visibilityRole(role),
      clientGravatar: request.clientGravatar,
      includeProfileData: request.includeCustomProfileFields,
    };
    const object: FetchedUser = JSON.parse(userText(user, view, { isOwn: user.id === viewerId }));
    return { ...object, bot_type: user.botType, bot_owner_id: user.botOwnerId };
  }

  private async idOf(
    viewer: { realmId: number; realmHost: string; viewerRole: number },
    user: UserReference,
  ): Promise<number | undefined> {
    return 'userId' in user ? user.userId : this.lookup.idOf(this.database, { ...viewer, email: user.email });
  }
}
