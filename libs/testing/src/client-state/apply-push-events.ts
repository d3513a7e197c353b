import { Static } from '@sinclair/typebox';
import {
  DeviceAddEventSchema,
  DeviceRemoveEventSchema,
  DeviceUpdateEventSchema,
  PushDeviceEventSchema,
} from '@stoa/contracts/events';
import { ClientState } from './client-state';
import { isRecord } from './group-values';

/** `push_device`: the outcome of a registration (push.md 4). No event announces a new one. */
export function applyPushDevice(state: ClientState, event: Static<typeof PushDeviceEventSchema>): void {
  if (!isRecord(state.push_devices)) return;
  const { push_account_id, status, error_code } = event;
  state.push_devices = { ...state.push_devices, [push_account_id]: { status, error_code: error_code ?? null } };
}

/** push.md 3.3: an update has only what changed. */
export function applyDeviceAdd(state: ClientState, { device_id }: Static<typeof DeviceAddEventSchema>): void {
  if (!isRecord(state.devices)) return;
  state.devices = { ...state.devices, [device_id]: NEW_DEVICE };
}

export function applyDeviceUpdate(state: ClientState, event: Static<typeof DeviceUpdateEventSchema>): void {
  const { id: _id, type: _type, op: _op, device_id, ...changes } = event;
  const device = isRecord(state.devices) ? state.devices[device_id] : undefined;
  if (isRecord(state.devices) && isRecord(device)) {
    state.devices = { ...state.devices, [device_id]: { ...device, ...changes } };
  }
}

export function applyDeviceRemove(state: ClientState, { device_id }: Static<typeof DeviceRemoveEventSchema>): void {
  if (!isRecord(state.devices)) return;
  const { [device_id]: _removed, ...others } = state.devices;
  state.devices = others;
}

const NEW_DEVICE = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};
