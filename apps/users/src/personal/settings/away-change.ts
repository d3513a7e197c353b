import { ChangeEvent, eventOf } from '@stoa/contracts/events';

/** Invisible mode shows as `away` in statuses. */
export function awayEvent(userId: number, isAway: boolean, audience: Iterable<number>): ChangeEvent {
  return eventOf('user_status', { user_id: userId, away: isAway }, audience);
}
