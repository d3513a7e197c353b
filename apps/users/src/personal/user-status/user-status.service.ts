import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { getUserStatus, updateOwnStatus, updateUserStatus } from '@stoa/contracts/presence';
import { Database, WriteTransaction, lockRealm, lockUser } from '@stoa/database';
import { AccessibleUsersRepository, ChangeFacts, ChangeFactsReader, Directory, DirectoryUser } from '@stoa/directory';
import { resolveEmoji } from '@stoa/emoji';
import { badRequest, insufficientPermission, noSuchUser, userIsDeactivated } from '@stoa/errors';
import { isGuest } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { SettingsService } from '../settings/settings.service';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { LARGEST_ACCOUNT_ID, accessForAdministration } from '../../shared/user-changes/user-rules';
import { statusEvent } from './user-status-change';
import { StatusParts, UserStatusRepository } from './user-status.repository';

const LONGEST_TEXT = 60;
const NO_EMOJI = { emojiName: '', emojiCode: '', reactionType: 'unicode_emoji' };
type StatusRequest = RequestOf<typeof updateOwnStatus> & { user_id?: number };

/** Text and emoji next to a name (users.md 10). */
@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: UserStatusRepository,
    private readonly facts: ChangeFactsReader,
    private readonly audiences: UserAudiences,
    private readonly accessible: AccessibleUsersRepository,
    private readonly settings: SettingsService,
  ) {}

  /** @throws DomainError with the texts of users.md 10 and messages.md 12 */
  @Handles(updateOwnStatus)
  async updateOwn(ctx: ActorContext, request: RequestOf<typeof updateOwnStatus>): Promise<void> {
    await this.update(ctx, request);
    const { away } = request;
    if (away !== undefined) await this.settings.update(ctx, { presence_enabled: !away });
  }

  /** @throws DomainError with the texts of users.md 10 and messages.md 12 */
  @Handles(updateUserStatus)
  updateOf(ctx: ActorContext, request: RequestOf<typeof updateUserStatus>): Promise<void> {
    return this.update(ctx, request);
  }

  private async update(ctx: ActorContext, request: StatusRequest): Promise<void> {
    if (request.user_id !== undefined) targetOf(await this.facts.current(ctx), request.user_id);
    const statusText = checkedText(request);
    const { realmId, userId } = ctx.actor;
    if (statusText === undefined && request.emoji_name === undefined) return;
    const targetId = request.user_id ?? userId;
    if (targetId > LARGEST_ACCOUNT_ID) throw noSuchUser();
    const locks = [lockRealm(realmId, 'shared'), lockUser(targetId)];
    await this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      const target = targetOf(facts, request.user_id);
      const parts: StatusParts = { statusText, emoji: await this.emojiOf(tx, request) };
      await this.repository.store(tx, target.id, parts);
      tx.emit(statusEvent(target.id, parts, await this.audiences.accessorIds(tx, facts, target)));
    });
  }

  /** @throws DomainError `No such user`, `User is deactivated`, `Insufficient permission` */
  @Handles(getUserStatus)
  async get(
    ctx: ActorContext,
    { user_id: userId }: RequestOf<typeof getUserStatus>,
  ): Promise<RpcResponse<typeof getUserStatus>> {
    const { realmId, userId: viewerId } = ctx.actor;
    await this.directory.decideConfirmed(realmId, async (view) => {
      const users = await view.users();
      const [user, viewer] = [users.get(userId), users.get(viewerId)];
      if (!user || user.isBot) throw noSuchUser();
      if (!user.isActive) throw userIsDeactivated();
      if (!viewer || !isGuest(viewer)) return;
      const accessible = await this.accessible.ofGuest(this.database, { realmId, guestId: viewerId });
      if (accessible && !accessible.has(userId)) throw insufficientPermission();
    });
    const { status, isAway } = await this.repository.find(userId);
    return {
      status: {
        ...(isAway ? { away: true } : {}),
        ...(status?.status_text ? { status_text: status.status_text } : {}),
        ...(status?.emoji_name
          ? { emoji_name: status.emoji_name, emoji_code: status.emoji_code, reaction_type: status.reaction_type }
          : {}),
      },
    };
  }

  private async emojiOf(
    tx: WriteTransaction,
    { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType }: StatusRequest,
  ): Promise<StatusParts['emoji']> {
    if (emojiName === undefined) return undefined;
    if (emojiName === '') return NO_EMOJI;
    const result = resolveEmoji({ emojiName, emojiCode, reactionType }, await this.repository.customEmoji(tx));
    if (!result.ok) throw badRequest(result.msg);
    return result.emoji;
  }
}

/** @returns the text without surrounding white space, or undefined if none was passed */
function checkedText({ status_text, emoji_name, emoji_code, reaction_type, away }: StatusRequest): string | undefined {
  const text = status_text?.trim();
  if (text !== undefined && [...text].length > LONGEST_TEXT) {
    throw badRequest(`status_text is too long (limit: ${LONGEST_TEXT} characters)`);
  }
  if (away === undefined && text === undefined && emoji_name === undefined) {
    throw badRequest('Client did not pass any new values.');
  }
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined)) {
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  return text;
}

function targetOf(facts: ChangeFacts, userId: number | undefined): DirectoryUser {
  if (userId === undefined) return facts.requester;
  return accessForAdministration(facts, userId, { allowsDeactivated: false, allowsBots: false });
}
