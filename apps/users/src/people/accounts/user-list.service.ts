import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { readUserList } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import { UserView, visibilityRole } from '@stoa/fragments';
import { isGuest } from '@stoa/policy';
import { Handles, RawJson } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { userText } from '@stoa/wire-objects';
import { UserSet } from '../../shared/user-set/user-set';
import { UserSets } from '../../shared/user-set/user-sets';
import { writeUserBlocks } from '../../shared/user-set/user-blocks-writer';
import { StateWriter } from '../../shared/state/state-writer';

/** Lists users (users.md 4): the whole organization from shared texts, or a few users. */
@Injectable()
export class UserListService {
  constructor(
    private readonly userSets: UserSets,
    private readonly accessible: AccessibleUsersRepository,
    private readonly database: Database,
  ) {}

  /** @returns a fragmented answer: `{"members":[…]}` */
  @Handles(readUserList)
  async list({ actor }: CallContext, request: RpcRequest<typeof readUserList>): Promise<RawJson> {
    const { realm_id: realmId, user_ids: userIds } = request;
    const users = await this.userSets.current(realmId);
    const view: UserView = {
      realmId,
      shape: 'listed',
      viewerRole: actor ? visibilityRole(actor.role) : null,
      clientGravatar: request.client_gravatar,
      includeProfileData: request.include_custom_profile_fields && actor !== undefined,
    };
    const limit =
      actor && isGuest(actor) ? await this.accessible.ofGuest(this.database, { realmId, guestId: actor.userId }) : null;
    const writer = new StateWriter(request);
    if (limit === null && userIds === undefined) {
      await users.encode(view);
      writer.array('members', (elements) => {
        for (const isActive of [true, false]) {
          writeUserBlocks({ users, view, isActive, viewerId: actor?.userId ?? null }, elements);
        }
      });
    } else {
      writer.text('members', `[${someUsers(users, view, userIds, limit, actor?.userId).join(',')}]`);
    }
    return new RawJson(writer.encode());
  }
}

function someUsers(
  users: UserSet,
  view: UserView,
  userIds: readonly number[] | undefined,
  limit: ReadonlySet<number> | null,
  viewerId: number | undefined,
): string[] {
  const asked = userIds === undefined ? [...users] : [...new Set(userIds)].map((id) => users.find(id));
  const texts: string[] = [];
  for (const user of asked) {
    if (!user || (limit && !limit.has(user.id))) continue;
    texts.push(userText(user, view, { isOwn: user.id === viewerId }));
  }
  return texts;
}
