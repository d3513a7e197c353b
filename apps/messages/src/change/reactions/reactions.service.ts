import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { addReaction, removeReaction } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { WriteTransaction, lockUser } from '@stoa/database';
import { DirectoryUser, DirectoryView } from '@stoa/directory';
import {
  EmojiReference,
  EmojiResult,
  EmojiType,
  checkEmoji,
  normalizeReactionType,
  resolveEmojiName,
} from '@stoa/emoji';
import { ReadStateRepository, readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { HiddenUsers } from '../../access/guest-access/hidden-users';
import { MessageAccess, MessageChange } from '../../access/message-access/message-access';
import { ParticipationService } from '../../send/messages/participation.service';
import { namesOf, reactionEvent, unknownUser } from './reaction-change';
import { ReactionsRepository } from './reactions.repository';
import { invalidMessages } from '../../access/message-access/errors';

const REACTION_TYPES: readonly EmojiType[] = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'];

/** Emoji reactions (messages.md 12): one per user, type and code on a message. */
@Injectable()
export class ReactionsService {
  constructor(
    private readonly access: MessageAccess,
    private readonly repository: ReactionsRepository,
    private readonly readState: ReadStateRepository,
    private readonly participation: ParticipationService,
    private readonly hidden: HiddenUsers,
  ) {}

  /** @throws DomainError REACTION_ALREADY_EXISTS, and the emoji errors of messages.md 12 */
  @Handles(addReaction)
  add(ctx: ActorContext, request: RequestOf<typeof addReaction>): Promise<void> {
    const { userId } = ctx.actor;
    return this.change(ctx, request.message_id, async (change) => {
      const { tx, view, message } = change;
      const emoji = await this.emojiToAdd(tx, userId, request);
      if (!(await this.repository.insert(tx, message.id, userId, emoji))) throw alreadyExists();
      if (!message.isHeld) await this.readState.hold(tx, userId, [message.id]);
      await this.participation.tookPart(tx, view, userId, message);
      await this.tell(change, 'add', emoji);
    });
  }

  /** Works for deactivated custom emoji too. @throws DomainError REACTION_DOES_NOT_EXIST */
  @Handles(removeReaction)
  remove(ctx: ActorContext, request: RequestOf<typeof removeReaction>): Promise<void> {
    const { userId } = ctx.actor;
    return this.change(ctx, request.message_id, async (change) => {
      const { tx, message } = change;
      const emojiCode = request.emoji_code ?? (await this.codeOfName(tx, request.emoji_name));
      const reactionType = reactionTypeOf(request.reaction_type);
      const key = reactionType && { emojiCode, reactionType };
      const emojiName = key && (await this.repository.delete(tx, message.id, userId, key));
      if (!key || emojiName === undefined) {
        throw new DomainError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
      }
      await this.tell(change, 'remove', { ...key, emojiName });
    });
  }

  /**
   * Joins an existing reaction under its own name: one emoji shown under two names looks broken, and people must be able to
   * join a reaction whose custom emoji has been renamed or deactivated since.
   */
  private async emojiToAdd(
    tx: WriteTransaction,
    userId: number,
    { message_id, emoji_name, emoji_code, reaction_type }: RequestOf<typeof addReaction>,
  ): Promise<EmojiReference> {
    const customEmoji = await this.repository.customEmoji(tx, emoji_name, emoji_code ?? null);
    const isWhole = emoji_code !== undefined && reaction_type !== undefined;
    const byName = isWhole ? undefined : required(resolveEmojiName(emoji_name, customEmoji));
    const key = {
      emojiCode: emoji_code ?? byName?.emojiCode ?? '',
      reactionType: normalizeReactionType(reaction_type ?? byName?.reactionType ?? ''),
    };
    const existing = await this.repository.existing(tx, message_id, userId, key);
    if (existing?.isOwn) throw alreadyExists();
    const type = reactionTypeOf(key.reactionType);
    if (existing && type) return { emojiName: existing.emojiName, emojiCode: key.emojiCode, reactionType: type };
    return required(checkEmoji({ emojiName: emoji_name, ...key }, customEmoji));
  }

  private async codeOfName(tx: WriteTransaction, emojiName: string | undefined): Promise<string> {
    if (emojiName === undefined) {
      throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
    }
    return required(resolveEmojiName(emojiName, await this.repository.customEmoji(tx, emojiName, null))).emojiCode;
  }

  private async tell(change: OneMessageChange, op: 'add' | 'remove', emoji: EmojiReference): Promise<void> {
    const { tx, view, message, user, realmHost } = change;
    const reader = readerOf(tx);
    const recipients = await this.access.actionRecipients(reader, view, message);
    const hiddenFrom = await this.hidden.hiddenFrom(reader, view, user, recipients);
    const reaction = { op, messageId: message.id, emoji };
    const knowing = recipients.filter((id) => !hiddenFrom.has(id));
    tx.emit(reactionEvent({ ...reaction, user: namesOf(user) }, knowing));
    if (hiddenFrom.size > 0)
      tx.emit(reactionEvent({ ...reaction, user: unknownUser(user.id, realmHost) }, [...hiddenFrom]));
  }

  /** The row is only kept from being moved or deleted: many may react at once. */
  private change(
    ctx: ActorContext,
    messageId: number,
    work: (change: OneMessageChange) => Promise<void>,
  ): Promise<void> {
    const { userId } = ctx.actor;
    const options = { mustModify: true, rowLock: 'share' as const, locks: [lockUser(userId)] };
    return this.access.change(ctx, [messageId], options, async ({ tx, view, messages: [message] }) => {
      if (!message) throw invalidMessages();
      await work({ tx, view, message, user: await requiredUser(view, userId), realmHost: ctx.actor.realmHost });
    });
  }
}

interface OneMessageChange {
  realmHost: string;
  tx: WriteTransaction;
  view: DirectoryView;
  message: MessageChange['messages'][number];
  user: DirectoryUser;
}

async function requiredUser(view: DirectoryView, userId: number): Promise<DirectoryUser> {
  const user = (await view.users()).get(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return user;
}

function required(result: EmojiResult): EmojiReference {
  if (!result.ok) throw badRequest(result.msg);
  return result.emoji;
}

function reactionTypeOf(type: string): EmojiType | undefined {
  return REACTION_TYPES.find((known) => known === normalizeReactionType(type));
}

function alreadyExists(): DomainError {
  return new DomainError('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
}
