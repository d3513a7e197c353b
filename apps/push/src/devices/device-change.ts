import { ChangeEvent, eventOf } from '@stoa/contracts/events';

/** The outcome of a registration, for its user (push.md 4). The id is a text at this feature level. */
export function deviceChange(userId: number, pushAccountId: string, errorCode: string | null): ChangeEvent {
  const device = { push_account_id: pushAccountId };
  return errorCode === null
    ? eventOf('push_device', { ...device, status: 'active' }, [userId])
    : eventOf('push_device', { ...device, status: 'failed', error_code: errorCode }, [userId]);
}
