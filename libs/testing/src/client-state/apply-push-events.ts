import { Static } from '@sinclair/typebox';
import { PushDeviceEventSchema } from '@stoa/contracts/events';
import { ClientState } from './client-state';
import { isRecord } from './group-values';

/** `push_device`: the outcome of a registration (push.md 4). No event announces a new one. */
export function applyPushDevice(state: ClientState, event: Static<typeof PushDeviceEventSchema>): void {
  if (!isRecord(state.push_devices)) return;
  const { push_account_id, status, error_code } = event;
  state.push_devices = { ...state.push_devices, [push_account_id]: { status, error_code: error_code ?? null } };
}
