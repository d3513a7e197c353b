import { Injectable } from '@nestjs/common';
import { EventBody, encodeAudience } from '@stoa/contracts/changes';
import { ChannelMembers } from '@stoa/directory';
import { canReadMessage, hasSharedHistory, isGuest } from '@stoa/policy';
import { MessageFlagsRepository, readerOf } from '@stoa/read-state-store';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { policyUser } from '../../access/policy-user';
import { EditRepository } from './edit.repository';
import { EditFacts } from './edit-facts';
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

/** What recipients are worked out from. */
export type RecipientsFacts = Pick<EditFacts, 'tx' | 'view' | 'users' | 'groups'>;

/** Who hears of an edit, each with flags of their own (messages.md 6, "Recipients"). */
@Injectable()
export class EditRecipients {
  constructor(
    private readonly flags: MessageFlagsRepository,
    private readonly repository: EditRepository,
  ) {}

  holders({ tx }: EditFacts, messageId: number): Promise<number[]> {
    return this.flags.holdersOf(readerOf(tx), messageId);
  }

  /** Who holds any of the messages that move out of a topic whose history is protected; asked before they do. */
  holdersOfMoved({ tx }: EditFacts, { message, messageIds }: PreparedMove): Promise<number[]> {
    if (hasSharedHistory(message.channel) || messageIds.length < 2) return Promise.resolve([]);
    return this.repository.holdersOfSome(tx, message.recipientId, messageIds);
  }

  /**
   * Who holds other messages that moved, but not the one that was edited, and so get only the move: in protected
   * history everybody joins somewhere in the middle.
   */
  ofMoveOnly(facts: EditFacts, input: RecipientsInput, told: readonly number[]): EventRecipients {
    const known = new Set(told);
    const members = input.destination ?? input.message.members;
    const userIds = input.holdersBefore.filter(
      (userId) =>
        !known.has(userId) &&
        !input.losers.has(userId) &&
        facts.users.get(userId)?.isActive === true &&
        this.canRead(facts, members, userId, true),
    );
    return { userIds, flags: [{ flags: ['read'], to: encodeAudience(userIds) }] };
  }

  /** To be called after everything was written, with who held the message before. */
  async of(facts: EditFacts, input: RecipientsInput): Promise<EventRecipients> {
    const { message, destination, losers } = input;
    const reader = readerOf(facts.tx);
    const candidates = new Set([...input.holdersBefore, ...(await this.flags.holdersOf(reader, message.id))]);
    if (message.members && hasSharedHistory(message.members.channel)) {
      this.addSubscribers(facts, candidates, message.members, destination);
    }
    const ids = [...candidates].filter((userId) => !losers.has(userId));
    return this.withFlags(facts, { message, members: destination ?? message.members, holdersOnly: false }, ids);
  }

  /** Who gets a new rendering: users with a copy and access (markdown.md 9.8). */
  async ofRendering(facts: RecipientsFacts, message: AccessedMessage): Promise<EventRecipients> {
    const holders = await this.flags.holdersOf(readerOf(facts.tx), message.id);
    return this.withFlags(facts, { message, members: message.members, holdersOnly: true }, holders);
  }

  /** Of active users those who can read the message where `members` are, each with their flags. */
  private async withFlags(
    facts: RecipientsFacts,
    {
      message,
      members,
      holdersOnly,
    }: { message: AccessedMessage; members: ChannelMembers | null; holdersOnly: boolean },
    candidates: readonly number[],
  ): Promise<EventRecipients> {
    const ids = candidates.filter((userId) => facts.users.get(userId)?.isActive === true);
    const holdings = await this.flags.flagsOfUsers(readerOf(facts.tx), message.id, ids);
    const byFlags = new Map<string, { flags: string[]; userIds: number[] }>();
    for (const userId of ids) {
      const holding = holdings.get(userId);
      if (!holding || (holdersOnly && !holding.isHeld)) continue;
      if (!this.canRead(facts, members, userId, holding.isHeld)) continue;
      const flags = holding.isHeld ? storedFlags(holding.flags) : ['read'];
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
    facts: EditFacts,
    candidates: Set<number>,
    source: ChannelMembers,
    destination: ChannelMembers | null,
  ): void {
    for (const userId of source.members.keys()) candidates.add(userId);
    for (const userId of destination?.members.keys() ?? []) {
      const user = facts.users.get(userId);
      if (user && !isGuest(user)) candidates.add(userId);
    }
  }

  private canRead(facts: RecipientsFacts, members: ChannelMembers | null, userId: number, isHeld: boolean): boolean {
    const user = facts.users.get(userId);
    if (!user) return false;
    const { realmId } = facts.view;
    return canReadMessage(
      { realmId, channel: members?.channel ?? null, isHeld },
      {
        realmId,
        user: policyUser(user),
        isSubscribed: members?.isSubscribed(userId) ?? false,
        groups: facts.groups.graph,
      },
    );
  }
}

/** `update_message` lists what is stored: without the flag that `message` and fetches derive for old clients. */
function storedFlags(flags: readonly string[]): string[] {
  return flags.filter((flag) => flag !== 'wildcard_mentioned');
}
