import { IdleFacts, PushSettings } from './facts';

/** `server_presence_offline_threshold_seconds`. */
const OFFLINE_AFTER_MS = 200_000;

/** Whether a user is idle for push (push.md 9.2): no queue that accepts messages, or not active within 200 s. */
export function isIdle({ hasMessageQueue, lastActiveAt, now }: IdleFacts): boolean {
  return !hasMessageQueue || lastActiveAt === null || now - lastActiveAt > OFFLINE_AFTER_MS;
}

/** Whether the rule of push.md 9, item 6, depends on whether the user is idle: spares the look-up for most users. */
export function mustBeIdle(settings: Pick<PushSettings, 'enableOnlinePushNotifications'>): boolean {
  return !settings.enableOnlinePushNotifications;
}

/** Push.md 9, item 6: the user is idle, or wants pushes while online. */
export function passesIdleRule(
  settings: Pick<PushSettings, 'enableOnlinePushNotifications'>,
  facts: IdleFacts,
): boolean {
  return !mustBeIdle(settings) || isIdle(facts);
}

/** Whether a notification is dropped at delivery because the user switched all of them off (push.md 9.3, step 2). */
export function isPushSwitchedOff(
  settings: Pick<PushSettings, 'enableOfflinePushNotifications' | 'enableOnlinePushNotifications'>,
): boolean {
  return !settings.enableOfflinePushNotifications && !settings.enableOnlinePushNotifications;
}
