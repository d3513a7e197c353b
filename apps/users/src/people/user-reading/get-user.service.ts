import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import type { FetchedUser } from '@stoa/contracts/users';
import { getUser, getUserByEmail } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import { insufficientPermission, noSuchUser } from '@stoa/errors';
import { UserView, visibilityRole } from '@stoa/fragments';
import { isGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { userText } from '@stoa/wire-objects';
import { UserSets } from '../../shared/user-set/user-sets';
import { UserLookupRepository } from './user-lookup.repository';

type GetRequest = RequestOf<typeof getUser> | RequestOf<typeof getUserByEmail>;

/** Reads single users, by id or address (users.md 4). */
@Injectable()
export class GetUserService {
  constructor(
    private readonly database: Database,
    private readonly userSets: UserSets,
    private readonly lookup: UserLookupRepository,
    private readonly accessible: AccessibleUsersRepository,
  ) {}

  @Handles(getUser)
  async byId(ctx: ActorContext, request: RequestOf<typeof getUser>): Promise<RpcResponse<typeof getUser>> {
    return { user: await this.read(ctx, request) };
  }

  @Handles(getUserByEmail)
  async byEmail(
    ctx: ActorContext,
    request: RequestOf<typeof getUserByEmail>,
  ): Promise<RpcResponse<typeof getUserByEmail>> {
    return { user: await this.read(ctx, request) };
  }

  /** @throws DomainError `No such user`, `Insufficient permission` for a limited guest */
  private async read({ actor }: ActorContext, request: GetRequest): Promise<FetchedUser> {
    const { realmId, realmHost, role, userId: viewerId } = actor;
    const userId = await this.idOf({ realmId, realmHost, viewerRole: role }, request);
    const user = userId === undefined ? undefined : (await this.userSets.current(realmId)).find(userId);
    if (!user) throw noSuchUser();
    const limit = isGuest({ role })
      ? await this.accessible.ofGuest(this.database, { realmId, guestId: viewerId })
      : null;
    if (limit && !limit.has(user.id)) throw insufficientPermission();
    const view: UserView = {
      realmId,
      shape: 'listed',
      viewerRole: visibilityRole(role),
      clientGravatar: request.client_gravatar,
      includeProfileData: request.include_custom_profile_fields,
    };
    const object: FetchedUser = JSON.parse(userText(user, view, { isOwn: user.id === viewerId }));
    return { ...object, bot_type: user.botType, bot_owner_id: user.botOwnerId };
  }

  private async idOf(
    viewer: { realmId: number; realmHost: string; viewerRole: number },
    request: GetRequest,
  ): Promise<number | undefined> {
    if ('user_id' in request) return request.user_id;
    return this.lookup.idOf(this.database, { ...viewer, email: request.email });
  }
}
