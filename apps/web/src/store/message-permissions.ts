import {
  type ContentEditDecision,
  type DeletionDecision,
  canMoveBetweenTopics,
  canMoveOutOfChannel,
  canResolveTopics,
  decideContentEdit,
  decideDeletion,
  isExemptFromMoveLimits,
  isWithinLimit,
} from '@stoa/policy';
import type { Message } from './message';
import { isSpectator } from './spectator';
import { type Standing, standingOf } from './standing';
import type { State } from './state';

/** What the user may do with a message; what is not offered is refused by the service too. */
export interface MessagePermissions {
  /** `archived`: nothing there changes any more; `widget`: polls and lists are never edited. */
  readonly edit: ContentEditDecision | 'archived' | 'widget';
  readonly deletion: DeletionDecision | 'archived';
  readonly canReact: boolean;
  /** Another topic, within the limits of time. */
  readonly canRename: boolean;
  /** Another channel. */
  readonly canMoveOut: boolean;
  readonly canResolve: boolean;
  readonly canMarkUnread: boolean;
  readonly canSeeHistory: boolean;
  readonly canSeeReadReceipts: boolean;
  readonly canReport: boolean;
}

type PermissionState = Pick<State, 'users' | 'groups' | 'organization' | 'userId' | 'channels' | 'unreadPlaces'>;

/** Limits of moves are counted without the service's grace: what is offered shall still work when it is used. */
const NO_GRACE = 0;
/** Editing is offered for so many seconds more: who opens the box has ten of them, and the service takes its own grace. */
const EDIT_GRACE = 5;

function editOf(message: Message, standing: Standing, ageSeconds: number): MessagePermissions['edit'] {
  if (standing.channel?.isArchived) return 'archived';
  if (message.submessages.length > 0) return 'widget';
  return decideContentEdit({ senderId: message.sender_id, ageSeconds }, standing, EDIT_GRACE);
}

function isOwn({ userId, users }: PermissionState, { sender_id }: Message): boolean {
  return sender_id === userId || users.get(sender_id)?.bot_owner_id === userId;
}

interface Moving {
  standing: Standing;
  ageSeconds: number;
}

function movesOf({ standing, ageSeconds }: Moving) {
  const { channel, settings, user } = standing;
  if (!channel || channel.isArchived) return { canRename: false, canMoveOut: false, canResolve: false };
  const isInTime = (limit: number | null): boolean =>
    isExemptFromMoveLimits(user) || isWithinLimit(ageSeconds, limit, NO_GRACE);
  return {
    canRename: canMoveBetweenTopics(channel, standing) && isInTime(settings.moveWithinChannelLimitSeconds),
    canMoveOut: canMoveOutOfChannel(channel, standing) && isInTime(settings.moveBetweenChannelsLimitSeconds),
    canResolve: canResolveTopics(channel, standing),
  };
}

type Changed = Pick<Message, 'last_edit_timestamp' | 'last_moved_timestamp'>;

/** The change of a message that the organization shows, if there was one: its history, and the mark beside it (messages.md 4). */
export function shownChange(
  { organization }: Pick<State, 'organization'>,
  { last_edit_timestamp, last_moved_timestamp }: Changed,
): 'edited' | 'moved' | undefined {
  const move = last_moved_timestamp === undefined ? undefined : 'moved';
  switch (organization.realm_message_edit_history_visibility_policy) {
    case 'none':
    case '"none"':
      return undefined;
    case 'moves':
    case '"moves"':
      return move;
    default:
      return last_edit_timestamp === undefined ? move : 'edited';
  }
}

const NO_CHANNEL = -1;

/** Who has no account reads. */
const READING: MessagePermissions = {
  edit: 'not-sender',
  deletion: 'no-permission',
  ...{ canReact: false, canRename: false, canMoveOut: false, canResolve: false, canMarkUnread: false },
  ...{ canSeeHistory: false, canSeeReadReceipts: false, canReport: false },
};

/**
 * What the user may do with a message (web-details.md C.2).
 * @param now seconds since 1970
 */
export function permissionsFor(state: PermissionState, message: Message, now: number): MessagePermissions {
  if (isSpectator(state)) return READING;
  const channel = message.type === 'stream' ? state.channels.get(message.stream_id) : undefined;
  const standing = standingOf(state, channel);
  const ageSeconds = now - message.timestamp;
  const isArchived = standing.channel?.isArchived ?? false;
  const deletion = { channel: standing.channel ?? null, isOwn: isOwn(state, message), ageSeconds };
  const isEmptyOnly = channel?.topics_policy === 'empty_topic_only';
  const moves = movesOf({ standing, ageSeconds });
  return {
    edit: editOf(message, standing, ageSeconds),
    deletion: isArchived ? 'archived' : decideDeletion(deletion, standing),
    canReact: !isArchived && (message.type === 'private' || channel !== undefined),
    canRename: moves.canRename && !isEmptyOnly,
    canMoveOut: moves.canMoveOut,
    canResolve: moves.canResolve && message.type === 'stream' && message.topic !== '',
    canMarkUnread: !state.unreadPlaces.has(message.id) && (message.type === 'private' || standing.isSubscribed),
    canSeeHistory: shownChange(state, message) !== undefined,
    canSeeReadReceipts: state.organization.realm_enable_read_receipts,
    canReport: state.organization.realm_moderation_request_channel_id !== NO_CHANNEL,
  };
}
