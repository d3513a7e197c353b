import { ChangeEvent, changeEvent } from '@stoa/contracts';

/** The outcome of a registration, for its user (push.md 4). The id is a text at this feature level. */
export function deviceChange(userId: number, pushAccountId: string, errorCode: string | null): ChangeEvent {
  const event = { type: 'push_device', push_account_id: pushAccountId };
  const outcome = errorCode === null ? { status: 'active' } : { status: 'failed', error_code: errorCode };
  return changeEvent({ ...event, ...outcome }, [userId]);
}
