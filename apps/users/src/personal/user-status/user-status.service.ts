import { Injectable } from '@nestjs/common';
import { RpcResponse, UpdateUserStatusRequest, badRequest, getUserStatus } from '@stoa/contracts';
import { Database, WriteTransaction, lockRealm, lockUser } from '@stoa/database';
import { AccessibleUsersRepository, Directory, DirectoryUser } from '@stoa/directory';
import { resolveEmoji } from '@stoa/emoji';
import { isGuest } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { SettingsService } from '../settings/settings.service';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import {
  LARGEST_ACCOUNT_ID,
  UserScene,
  UserScenes,
  accessForAdministration,
} from '../../shared/user-changes/user-scenes';
import { statusEvent } from './user-status-change';
import { StatusParts, UserStatusRepository } from './user-status.repository';

const LONGEST_TEXT = 60;
const NO_EMOJI = { emojiName: '', emojiCode: '', reactionType: 'unicode_emoji' };
type Status = RpcResponse<typeof getUserStatus>['status'];

/** Text and emoji beside a name (users.md 10). */
@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: UserStatusRepository,
    private readonly scenes: UserScenes,
    private readonly audiences: UserAudiences,
    private readonly accessible: AccessibleUsersRepository,
    private readonly settings: SettingsService,
  ) {}

  /** @throws DomainError with the texts of users.md 10 and messages.md 12 */
  async update(ctx: ActorContext, request: UpdateUserStatusRequest): Promise<void> {
    const statusText = checkedText(request);
    const { realmId, userId } = ctx.actor;
    if (statusText !== undefined || request.emojiName !== null) {
      const targetId = request.userId ?? userId;
      if (targetId > LARGEST_ACCOUNT_ID) throw badRequest('No such user');
      const locks = [lockRealm(realmId, 'shared'), lockUser(targetId)];
      await this.database.write(ctx, locks, async (tx) => {
        const scene = await this.scenes.current(ctx);
        const target = targetOf(scene, request.userId);
        const parts: StatusParts = { statusText, emoji: await this.emojiOf(tx, request) };
        await this.repository.store(tx, target.id, parts);
        tx.emit(statusEvent(target.id, parts, await this.audiences.accessorIds(tx, scene, target)));
      });
    }
    if (request.away !== null) await this.settings.update(ctx, { settings: { presence_enabled: !request.away } });
  }

  /** @throws DomainError `No such user`, `User is deactivated`, `Insufficient permission` */
  async get(ctx: ActorContext, userId: number): Promise<Status> {
    const { realmId, userId: viewerId } = ctx.actor;
    await this.directory.decideConfirmed(realmId, async (view) => {
      const users = await view.users();
      const [user, viewer] = [users.get(userId), users.get(viewerId)];
      if (!user || user.isBot) throw badRequest('No such user');
      if (!user.isActive) throw badRequest('User is deactivated');
      if (!viewer || !isGuest(viewer)) return;
      const accessible = await this.accessible.ofGuest(this.database, { realmId, guestId: viewerId });
      if (accessible && !accessible.has(userId)) throw badRequest('Insufficient permission');
    });
    const { status, isAway } = await this.repository.find(userId);
    return {
      ...(isAway ? { away: true } : {}),
      ...(status?.status_text ? { status_text: status.status_text } : {}),
      ...(status?.emoji_name
        ? { emoji_name: status.emoji_name, emoji_code: status.emoji_code, reaction_type: status.reaction_type }
        : {}),
    };
  }

  private async emojiOf(
    tx: WriteTransaction,
    { emojiName, emojiCode, reactionType }: UpdateUserStatusRequest,
  ): Promise<StatusParts['emoji']> {
    if (emojiName === null) return undefined;
    if (emojiName === '') return NO_EMOJI;
    const request = { emojiName, emojiCode: emojiCode ?? undefined, reactionType: reactionType ?? undefined };
    const result = resolveEmoji(request, await this.repository.customEmoji(tx));
    if (!result.ok) throw badRequest(result.msg);
    return result.emoji;
  }
}

/** @returns the text without surrounding white space, or undefined if none was passed */
function checkedText({
  statusText,
  emojiName,
  emojiCode,
  reactionType,
  away,
}: UpdateUserStatusRequest): string | undefined {
  const text = statusText?.trim();
  if (text !== undefined && [...text].length > LONGEST_TEXT) {
    throw badRequest(`status_text is too long (limit: ${LONGEST_TEXT} characters)`);
  }
  if (away === null && text === undefined && emojiName === null) {
    throw badRequest('Client did not pass any new values.');
  }
  if (emojiName === null && (emojiCode !== null || reactionType !== null)) {
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  return text;
}

function targetOf(scene: UserScene, userId: number | null): DirectoryUser {
  if (userId === null) return scene.requester;
  return accessForAdministration(scene, userId, { allowsDeactivated: false, allowsBots: false });
}
