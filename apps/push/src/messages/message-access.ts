import { Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import { canReadMessage } from '@stoa/policy';
import type { MessageState, UserMessage } from './message-states.repository';

/** What decides at the moment of a delivery whether a message is told of. */
export interface MessageFacts {
  canRead: boolean;
  isRead: boolean;
  /** Has `active_mobile_push_notification`. */
  isFlagged: boolean;
}

export interface AccessQuestion {
  pairs: readonly UserMessage[];
  /** Null for direct messages; messages that do not exist are missing. */
  channelIds: ReadonlyMap<number, number | null>;
  states: ReadonlyMap<number, ReadonlyMap<number, MessageState>>;
}

/** Who may read what now, by the one rule of access (I9). */
@Injectable()
export class MessageAccess {
  constructor(private readonly directory: Directory) {}

  /** By user and message of one organization; what does not exist is missing. */
  of(realmId: number, { pairs, channelIds, states }: AccessQuestion): Promise<Map<number, Map<number, MessageFacts>>> {
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [users, groups] = await Promise.all([view.users(), view.groups()]);
      const facts = new Map<number, Map<number, MessageFacts>>();
      for (const { userId, messageId } of pairs) {
        const channelId = channelIds.get(messageId);
        const state = states.get(userId)?.get(messageId);
        const user = users.get(userId);
        if (channelId === undefined || !state || !user) continue;
        const members = channelId === null ? null : await view.members(channelId);
        const canRead = canReadMessage(
          { realmId, channel: members?.channel ?? null, isHeld: state.isHeld },
          {
            realmId,
            user: { userId, role: user.role, isBot: user.isBot },
            isSubscribed: members?.isSubscribed(userId) ?? false,
            groups: groups.graph,
          },
        );
        const { isRead, isFlagged } = state;
        const known = facts.get(userId) ?? new Map<number, MessageFacts>();
        facts.set(userId, known.set(messageId, { canRead, isRead, isFlagged }));
      }
      return facts;
    });
  }
}
