import { ChangeEvent, eventOf } from '@stoa/contracts/events';

/** What of a device changed; what is absent stays as it is (push.md 3.3). Token ids are base64. */
export interface DeviceUpdate {
  push_key_id?: number;
  push_token_id?: string | null;
  pending_push_token_id?: string | null;
  /** Unix seconds. */
  push_token_last_updated_timestamp?: number;
  push_registration_error_code?: string | null;
}

/** The events about a user's devices, for that user alone. */
export function deviceAdded(userId: number, deviceId: number): ChangeEvent {
  return eventOf('device', 'add', { device_id: deviceId }, [userId]);
}

export function deviceUpdated(userId: number, deviceId: number, update: DeviceUpdate): ChangeEvent {
  return eventOf('device', 'update', { device_id: deviceId, ...update }, [userId]);
}

export function deviceRemoved(userId: number, deviceId: number): ChangeEvent {
  return eventOf('device', 'remove', { device_id: deviceId }, [userId]);
}
