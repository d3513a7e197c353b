import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { findAvatar, removeAvatar, setSpooledAvatar } from '@stoa/contracts/users';
import { Database, RowOf, WriteTransaction, lockRealm } from '@stoa/database';
import {
  AccessibleUsersRepository,
  ChangeFacts,
  ChangeFactsReader,
  Directory,
  DirectoryUser,
  DirectoryView,
  RealmUsers,
} from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { UNKNOWN_USER_AVATAR_URL } from '@stoa/event-shape';
import { avatarUrl, canSeeEmail, isAdministrator, isGuest } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { FieldAuthority } from '../../shared/directory-accounts/field-authority';
import { SpooledImages } from '../../shared/images/spooled-images';
import { AvatarChanges } from './avatar-changes';
import { AvatarFiles } from './avatar-files';

const NOT_ONE = 'You must upload exactly one avatar.';
const DISABLED = 'Avatar changes are disabled in this organization.';

/** The own avatar, and everybody's address (users.md 1, 6). */
@Injectable()
export class AvatarsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly changes: AvatarChanges,
    private readonly files: AvatarFiles,
    private readonly spooled: SpooledImages,
    private readonly accessible: AccessibleUsersRepository,
    private readonly authority: FieldAuthority,
  ) {}

  /** @throws DomainError with a text of users.md 6, or that a directory has the say over it */
  @Handles(setSpooledAvatar)
  async set(
    ctx: ActorContext,
    { files: upload }: RpcRequest<typeof setSpooledAvatar>,
  ): Promise<RpcResponse<typeof setSpooledAvatar>> {
    this.spooled.requireOne(upload, NOT_ONE);
    await this.write(ctx, (tx, facts) => this.checkAllowed(tx, facts));
    const { realmId } = ctx.actor;
    const { before, after } = await this.files.withStored(realmId, upload, (key) =>
      this.write(ctx, async (tx, facts) => {
        await this.checkAllowed(tx, facts);
        return { before: facts.requester, after: await this.changes.set(tx, facts, facts.requester, key) };
      }),
    );
    await this.files.release(realmId, before.avatarKey);
    return { avatar_url: urlOf(ctx, after) };
  }

  /** Back to the generated avatar. @throws DomainError if the organization forbids changes */
  @Handles(removeAvatar)
  async remove(ctx: ActorContext): Promise<RpcResponse<typeof removeAvatar>> {
    const { before, after } = await this.write(ctx, async (tx, facts) => {
      await this.checkAllowed(tx, facts);
      const { requester } = facts;
      return { before: requester, after: await this.changes.set(tx, facts, requester, null) };
    });
    if (before.avatarKey !== after.avatarKey) await this.files.release(ctx.actor.realmId, before.avatarKey);
    return { avatar_url: urlOf(ctx, after) };
  }

  /** Unknown users get an identicon of the text, inaccessible ones the image of unknown users. */
  @Handles(findAvatar)
  find(
    { actor }: CallContext,
    { realm_id: realmId, who, is_medium }: RpcRequest<typeof findAvatar>,
  ): Promise<RpcResponse<typeof findAvatar>> {
    const size = is_medium ? 'medium' : 'small';
    return this.directory.decideConfirmed(realmId, async (view) => {
      const users = await view.users();
      const viewer = actor && users.get(actor.userId);
      const user = (/^\d+$/.test(who) ? users.get(Number(who)) : undefined) ?? knownByEmail(users, who, viewer);
      if (!user) {
        const nobody = { deliveryEmail: who, avatarSource: 'G', avatarVersion: 1, avatarKey: null };
        return { url: avatarUrl({ ...nobody, realmId }, size) };
      }
      const isAccessible = !actor || (await this.canAccess(view, actor.userId, user));
      return { url: isAccessible ? avatarUrl({ ...user, realmId }, size) : UNKNOWN_USER_AVATAR_URL };
    });
  }

  private async canAccess(view: DirectoryView, viewerId: number, user: DirectoryUser): Promise<boolean> {
    const viewer = (await view.users()).get(viewerId);
    if (!viewer || !isGuest(viewer) || user.isBot || viewerId === user.id) return true;
    const accessible = await this.accessible.ofGuest(this.database, { realmId: view.realmId, guestId: viewerId });
    return accessible?.has(user.id) ?? true;
  }

  private async checkAllowed(tx: WriteTransaction, { requester }: ChangeFacts): Promise<void> {
    await this.authority.assertUserMaySet(readerOf(tx), requester.id, ['avatar']);
    if (isAdministrator(requester)) return;
    const [row] = await tx.query<RowOf<'Realm', 'avatar_changes_disabled'>>(
      'SELECT avatar_changes_disabled FROM realm WHERE id = $1',
      [tx.realmId],
    );
    if (row?.avatar_changes_disabled) throw badRequest(DISABLED);
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.facts.current(ctx)),
    );
  }
}

/** An address that the viewer must not see names nobody, so that the answer does not reveal whose it is. */
function knownByEmail(users: RealmUsers, email: string, viewer: DirectoryUser | undefined): DirectoryUser | undefined {
  const user = users.byEmail(email);
  if (!user || user.email.toLowerCase() === email.toLowerCase()) return user;
  const sees = viewer && (viewer.id === user.id || canSeeEmail(user.emailAddressVisibility, viewer.role));
  return sees ? user : undefined;
}

function urlOf({ actor }: ActorContext, user: DirectoryUser): string {
  return avatarUrl({ ...user, realmId: actor.realmId });
}
