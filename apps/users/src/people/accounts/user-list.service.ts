import { Injectable } from '@nestjs/common';
import { RpcRequest, listUsers } from '@stoa/contracts';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository } from '@stoa/directory';
import { UserView, visibilityRole } from '@stoa/fragments';
import { isGuest } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { userText } from '@stoa/wire-objects';
import { UserSet } from '../../shared/user-set/user-set';
import { UserSets } from '../../shared/user-set/user-sets';
import { writeUserBlocks } from '../../shared/user-set/user-blocks-writer';
import { StateWriter } from '../../shared/state/state-writer';

type ListRequest = RpcRequest<typeof listUsers>;

/** `GET /users` (users.md 4): the whole organization from shared texts, or a few users. */
@Injectable()
export class UserListService {
  constructor(
    private readonly userSets: UserSets,
    private readonly accessible: AccessibleUsersRepository,
    private readonly database: Database,
  ) {}

  /** @returns a rope: `{"members":[…]}` */
  async list({ actor }: CallContext, request: ListRequest): Promise<Buffer> {
    const users = await this.userSets.current(request.realmId);
    const view: UserView = {
      realmId: request.realmId,
      shape: 'listed',
      viewerRole: actor ? visibilityRole(actor.role) : null,
      clientGravatar: request.clientGravatar,
      includeProfileData: request.includeCustomProfileFields && actor !== undefined,
    };
    const limit =
      actor && isGuest(actor)
        ? await this.accessible.ofGuest(this.database, { realmId: request.realmId, guestId: actor.userId })
        : null;
    const writer = new StateWriter(request.known);
    if (limit === null && request.userIds === null) {
      await users.encode(view);
      writer.array('members', (elements) => {
        for (const isActive of [true, false]) {
          writeUserBlocks({ users, view, isActive, viewerId: actor?.userId ?? null }, elements);
        }
      });
    } else {
      writer.text('members', `[${someUsers(users, view, request.userIds, limit, actor?.userId).join(',')}]`);
    }
    return writer.encode();
  }
}

function someUsers(
  users: UserSet,
  view: UserView,
  userIds: readonly number[] | null,
  limit: ReadonlySet<number> | null,
  viewerId: number | undefined,
): string[] {
  const asked = userIds === null ? [...users] : [...new Set(userIds)].map((id) => users.find(id));
  const texts: string[] = [];
  for (const user of asked) {
    if (!user || (limit && !limit.has(user.id))) continue;
    texts.push(userText(user, view, { isOwn: user.id === viewerId }));
  }
  return texts;
}
