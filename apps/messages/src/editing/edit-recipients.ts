import { Injectable } from '@nestjs/common';
import { EventBody, encodeAudience } from '@stoa/contracts';
import { ChannelMembers } from '@stoa/directory';
import { canReadMessage, hasSharedHistory, isGuest } from '@stoa/policy';
import { MessageFlagsRepository, readerOf } from '@stoa/read-state-store';
import { AccessedMessage } from '../message-access/accessed-message';
import { policyUser } from '../messages/sender-fields';
import { EditRepository } from './edit.repository';
import { EditScene } from './edit-scene';
import { PreparedMove } from './move.service';

export interface EventRecipients {
  userIds: number[];
  flags: NonNullable<EventBody['flags']>;
}

export interface RecipientsInput {
  message: AccessedMessage;
  /** Who held the message before. */
  holdersBefore: readonly number[];
  /** Where it was moved to, if it was. */
  destination: ChannelMembers | null;
  /** Get `delete_message` instead. */
  losers: ReadonlySet<number>;
}

/** Who hears of an edit, each with flags of their own (messages.md 6, Recipients). */
@Injectable()
export class EditRecipients {
  constructor(
    private readonly flags: MessageFlagsRepository,
    private readonly repository: EditRepository,
  ) {}

  holders({ tx }: EditScene, messageId: number): Promise<number[]> {
    return this.flags.holdersOf(readerOf(tx), messageId);
  }

  /** Who holds any of the messages that move out of a topic whose history is protected; asked before they do. */
  holdersOfMoved({ tx }: EditScene, { message, messageIds }: PreparedMove): Promise<number[]> {
    if (hasSharedHistory(message.channel) || messageIds.length < 2) return Promise.resolve([]);
    return this.repository.holdersOfSome(tx, message.recipientId, messageIds);
  }

  /**
   * Who holds other messages that moved, but not the one that was edited, and so must hear of the move alone: in protected
   * history everybody joins somewhere in the middle.
   */
  ofMoveOnly(scene: EditScene, input: RecipientsInput, told: readonly number[]): EventRecipients {
    const known = new Set(told);
    const members = input.destination ?? input.message.members;
    const userIds = input.holdersBefore.filter(
      (userId) =>
        !known.has(userId) &&
        !input.losers.has(userId) &&
        scene.users.get(userId)?.isActive === true &&
        this.canRead(scene, members, userId, true),
    );
    return { userIds, flags: [{ flags: ['read'], to: encodeAudience(userIds) }] };
  }

  /** To be called after everything was written, with who held the message before. */
  async of(scene: EditScene, input: RecipientsInput): Promise<EventRecipients> {
    const { message, destination, losers } = input;
    const reader = readerOf(scene.tx);
    const candidates = new Set([...input.holdersBefore, ...(await this.flags.holdersOf(reader, message.id))]);
    if (message.members && hasSharedHistory(message.members.channel)) {
      this.addSubscribers(scene, candidates, message.members, destination);
    }
    const ids = [...candidates].filter((userId) => !losers.has(userId) && scene.users.get(userId)?.isActive === true);
    const holdings = await this.flags.flagsOfUsers(reader, message.id, ids);
    const members = destination ?? message.members;
    const byFlags = new Map<string, { flags: string[]; userIds: number[] }>();
    for (const userId of ids) {
      const holding = holdings.get(userId);
      if (!holding || !this.canRead(scene, members, userId, holding.isHeld)) continue;
      const flags = holding.isHeld ? holding.flags : ['read'];
      const group = byFlags.get(flags.join());
      if (group) group.userIds.push(userId);
      else byFlags.set(flags.join(), { flags, userIds: [userId] });
    }
    const groups = [...byFlags.values()];
    return {
      userIds: groups.flatMap(({ userIds }) => userIds),
      flags: groups
        .filter(({ flags }) => flags.length > 0)
        .map(({ flags, userIds }) => ({ flags, to: encodeAudience(userIds) })),
    };
  }

  /** Subscribers who never received the message; guests of the destination alone are left out. */
  private addSubscribers(
    scene: EditScene,
    candidates: Set<number>,
    source: ChannelMembers,
    destination: ChannelMembers | null,
  ): void {
    for (const userId of source.members.keys()) candidates.add(userId);
    for (const userId of destination?.members.keys() ?? []) {
      const user = scene.users.get(userId);
      if (user && !isGuest(user)) candidates.add(userId);
    }
  }

  private canRead(scene: EditScene, members: ChannelMembers | null, userId: number, isHeld: boolean): boolean {
    const user = scene.users.get(userId);
    if (!user) return false;
    const { realmId } = scene.view;
    return canReadMessage(
      { realmId, channel: members?.channel ?? null, isHeld },
      {
        realmId,
        user: policyUser(user),
        isSubscribed: members?.isSubscribed(userId) ?? false,
        groups: scene.groups.graph,
      },
    );
  }
}
