import { useClientState } from '../../client/client';
import { renderFacts } from '../../client/render-facts';
import type { RenderFacts } from '../../render/facts';
import type { Message } from '../../store/message';
import { shownChange } from '../../store/message-permissions';
import { isSpectator } from '../../store/spectator';
import type { State, User } from '../../store/state';
import { isSameShallowly } from '../../store/store';
import { userOf } from '../../store/users';

/** What a row shows that is not in its message. */
export interface RowFacts {
  readonly render: RenderFacts;
  readonly sender: User;
  readonly status: ReturnType<State['statuses']['get']>;
  readonly isSenderMuted: boolean;
  readonly isReadOnly: boolean;
  readonly marksGuests: boolean;
  readonly usesTwentyFourHours: boolean;
  readonly alertWords: State['alertWords'];
  readonly change: ReturnType<typeof shownChange>;
  readonly isBeingEdited: boolean;
  /** Seconds since 1970, when the user will be reminded of it next. */
  readonly remindsAt: number | undefined;
  readonly userId: number;
}

function isBeingEdited({ editing, userId, mutedUsers }: State, messageId: number): boolean {
  for (const id of editing.get(messageId)?.keys() ?? []) if (id !== userId && !mutedUsers.has(id)) return true;
  return false;
}

function remindsAt({ reminders }: State, messageId: number): number | undefined {
  let next: number | undefined;
  for (const { reminder_target_message_id: target, scheduled_delivery_timestamp: due } of reminders.values()) {
    if (target === messageId && (next === undefined || due < next)) next = due;
  }
  return next;
}

function rowFacts(state: State, message: Message): RowFacts {
  return {
    render: renderFacts(state),
    sender: userOf(state, message.sender_id),
    status: state.statuses.get(message.sender_id),
    isSenderMuted: state.mutedUsers.has(message.sender_id),
    isReadOnly: isSpectator(state),
    marksGuests: state.organization.realm_enable_guest_user_indicator,
    usesTwentyFourHours: state.settings.twenty_four_hour_time,
    alertWords: state.alertWords,
    change: shownChange(state, message),
    isBeingEdited: isBeingEdited(state, message.id),
    remindsAt: remindsAt(state, message.id),
    userId: state.userId,
  };
}

/** All of it in one look: lists that scroll make and drop thousands of rows, and each look of a row is kept and told. */
export function useRowFacts(message: Message): RowFacts {
  return useClientState((state) => rowFacts(state, message), isSameShallowly);
}
